"""What every store of vectors offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Matrix, Vector

Metadata = Mapping[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class Where:
    """Which drawers a search looks at; an empty field stands for all.

    Attributes:
        wing, room, hall, kind, language: Exactly this one. A room may be the beginning of a path: ``concepts`` takes ``concepts/deep`` in.
        under: Only files whose path begins so.
        since, until: ISO dates, both included; drawers without a date are left out when one is given.
    """

    wing: str = ""
    room: str = ""
    hall: str = ""
    kind: str = ""
    language: str = ""
    under: str = ""
    since: str = ""
    until: str = ""


EVERYWHERE = Where()
"""All drawers."""


class Row(NamedTuple):
    """A drawer as a store takes it in: its vector has length 1, ``metadata`` is flat."""

    id: str
    vector: Vector
    document: str
    metadata: Metadata


class Near(NamedTuple):
    """A drawer near a question: cosine similarity from -1 to 1."""

    id: str
    similarity: float


class Store(Protocol):
    """Vectors of drawers, found by nearness. One process writes at a time, under the palace's lock; many read."""

    def upsert(self, rows: Sequence[Row]) -> None:
        """Put drawers in, in place of those with the same ids. When it returns, a new process finds them."""

    def delete(self, ids: Iterable[str]) -> None:
        """Take drawers out; ids that are not there are no error."""

    def ids(self) -> set[str]:
        """Ids of all drawers."""

    def near(self, vector: Vector, limit: int, where: Where) -> list[Near]:
        """The ``limit`` drawers nearest to a vector of length 1, nearest first; fewer where there are no more."""

    def near_each(self, vectors: Matrix, limit: int, where: Where) -> list[list[Near]]:
        """What ``near`` gives for each row, asked for at once: most of what asking costs is the same for one and for several."""

    def close(self) -> None:
        """Let go of files and connections."""
