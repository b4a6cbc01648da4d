"""What becomes of inputs: one arrival each, and together everything that they change below ``raw/`` and in the ledger."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from llmwiki.sources.revisions import REVISIONS

if TYPE_CHECKING:
    from llmwiki.vault.ledger import SourceRecord

State = Literal["captured", "revised", "unchanged", "duplicate", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of one input.

    Attributes:
        input: The input as a person knows it.
        state: ``captured`` is new, ``revised`` a changed text of a known source; what is ``refused`` can be no
            source as it is, what ``failed`` could not be read.
        path: Raw path of the source, empty when there is none.
        reason: Why there is none, or of what it is a duplicate.
        notes: What a person should know of the reading: encoding, pages without text, hidden characters.
        service: Whether a service outside of this machine failed.
    """

    input: str
    state: State
    path: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()
    service: bool = False

    @property
    def is_out(self) -> bool:
        """Whether no source came of it."""
        return self.state in {"refused", "failed"}


@dataclass(slots=True)
class Intake:
    """Everything that the inputs change below ``raw/`` and in the ledger.

    Attributes:
        arrivals: One an input, in order.
        writes: Vault-relative path to new bytes.
        records: New or changed source records by raw path.
        moved: Path to new path of sources that a person moved inside ``raw/``.
        weight: Bytes that wait to be written.
    """

    arrivals: list[Arrival] = field(default_factory=list)
    writes: dict[str, bytes] = field(default_factory=dict)
    records: dict[str, SourceRecord] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    weight: int = 0

    def drop_strays(self) -> None:
        """Take out what an interrupted input has left behind: bytes that no record speaks of."""
        owned = {path for record in self.records.values() for path in (record.path, record.original)}
        self.writes = {path: data for path, data in self.writes.items() if path in owned or path.startswith(f"{REVISIONS}/")}

    def put(self, path: str, data: bytes) -> None:
        """Let a file wait to be written."""
        self.writes[path] = data
        self.weight += len(data)

    def clear(self) -> None:
        """What waited is written; the account stays."""
        for waiting in (self.writes, self.records, self.moved):
            waiting.clear()
        self.weight = 0
