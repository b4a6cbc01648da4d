"""What a check sees and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from llmwiki.vault.graph import Measures
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the UTF-8 bytes ``start:end`` of a file by ``text``."""

    path: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """How to mend a finding; ``safe`` fixes are applied by ``--fix``."""

    safe: bool
    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere else that belongs to a finding."""

    path: str
    line: int
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing that is wrong. Lines and columns start at 1 and count code points."""

    path: str
    line: int
    column: int
    code: str
    name: str
    severity: Severity
    message: str
    end_line: int = 0
    end_column: int = 0
    hint: str = ""
    related: tuple[Place, ...] = ()
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a check may see; built by the lint verb, read by checks, changed by nobody."""

    vault: Vault
    schema: Schema | None
    ledger: Ledger
    measures: Measures
    today: date
    profile: str


class Check(Protocol):
    """The face of a check module: these names at module level."""

    CODE: str
    NAME: str
    SEVERITY: Severity
    PROFILES: frozenset[str]

    def run(self, snapshot: Snapshot) -> Iterator[Finding] | Iterable[Finding]:
        """Yield findings; no I/O, no clock, no printing."""
        ...
