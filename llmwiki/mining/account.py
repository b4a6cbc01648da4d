"""What a run was asked to do, and what became of every file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Mode = Literal["files", "convos", "auto"]
State = Literal["new", "changed"]


@dataclass(frozen=True, slots=True)
class Order:
    """What a person wants mined, and how.

    Attributes:
        mode: Everything as files, conversations alone, or each by what it is.
        wing: In place of the project's name; empty: that.
        topics: Wings that stand for topics: what names one goes there instead of into its project's.
        room: In place of the folder or the topic; empty: that.
        limit: Most documents filed; 0 for no limit.
        dry_run: Whether nothing is written.
        redact: Whether secrets in conversations are taken out.
        prune: Whether files that are missing without proof that they were deleted are taken out too.
    """

    mode: Mode = "auto"
    wing: str = ""
    room: str = ""
    limit: int = 0
    dry_run: bool = False
    redact: bool = True
    prune: bool = False
    topics: tuple[str, ...] = ()


class Filed(NamedTuple):
    """A document that was filed, or would be."""

    state: State
    wing: str
    room: str
    path: str


@dataclass(slots=True)
class Account:
    """What became of every input: each file and each conversation is counted once.

    Attributes:
        filed: New and changed documents, in order.
        unchanged: Already there as they are.
        duplicate: Files with the same content as another one of their project.
        skipped: Left out, by reason.
        failed: Not readable: input and reason.
        left: Files beyond the limit.
        removed: Wing and path of documents taken out.
        kept: Of documents whose files are missing, which no proof says were deleted.
        drawers: Filed by this run.
        secrets: Taken out, by kind.
    """

    filed: list[Filed] = field(default_factory=list)
    unchanged: int = 0
    duplicate: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[str, str]] = field(default_factory=list)
    left: int = 0
    removed: list[tuple[str, str]] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    drawers: int = 0
    secrets: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """All inputs."""
        return len(self.filed) + self.unchanged + self.duplicate + self.skipped.total() + len(self.failed) + self.left
