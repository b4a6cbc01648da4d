"""How near drawers are to a question: exactly, over the vectors of all drawers that a search looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from numpy import bool_, float32, int64
    from numpy.typing import NDArray

    from llmwiki.palace.embed.base import Vector
    from llmwiki.palace.store.base import Where

_ALL = """
SELECT d.number, v.vector, d.file FROM drawers AS d JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ? ORDER BY d.number
"""
_INSIDE = "SELECT d.number FROM drawers AS d JOIN files AS f ON f.number = d.file WHERE {condition} ORDER BY d.number"
_KEPT_MASKS = 16


POOL = 100
"""Drawers that nearness alone puts up for choice."""


class Point(NamedTuple):
    """A question as a vector of length 1, and the key of the identity of the model that made it."""

    vector: Vector
    model: str


class Nearness(NamedTuple):
    """Similarities of a question to the drawers in scope.

    Attributes:
        best: Numbers of the nearest drawers, nearest first.
        standard: Number to how many standard deviations its cosine lies above the mean of all drawers in scope; for ``best`` and
            for the drawers that were asked for.
    """

    best: Sequence[int]
    standard: Mapping[int, float]


NOT_NEAR = Nearness((), {})
"""Where there are no vectors."""


class Matrix:
    """The vectors of a palace in memory; read anew when another process or this one has changed the records.

    Attributes:
        count: Drawers that had a vector when it was last read.
    """

    def __init__(self) -> None:
        self._state: tuple[object, ...] = ()
        self._numbers: NDArray[int64]
        self._files: NDArray[int64]
        self._vectors: NDArray[float32]
        self._masks: dict[Where, NDArray[bool_]] = {}
        self.count = 0

    def near(self, connection: sqlite3.Connection, question: Point, where: Where, asked: Iterable[int]) -> Nearness:
        """The drawers nearest to a question.

        Args:
            connection: The records.
            question: As a point.
            where: Which drawers are looked at.
            asked: Numbers of drawers whose similarity is wanted beside that of the best.
        """
        import numpy as np

        self._read(connection, question.model)
        if not len(self._numbers):
            return NOT_NEAR
        mask = self._mask(connection, where)
        rows = np.flatnonzero(mask) if mask is not None else np.arange(len(self._numbers))
        if not len(rows):
            return NOT_NEAR
        cosines = self._vectors @ question.vector if mask is None else self._vectors[rows] @ question.vector
        deviation = float(cosines.std()) or 1.0
        standard = (cosines - cosines.mean()) / deviation
        numbers = self._numbers[rows]
        first = np.argpartition(-standard, min(POOL, len(rows)) - 1)[:POOL]
        first = first[np.lexsort((numbers[first], -standard[first]))]
        found = dict(zip(numbers[first].tolist(), standard[first].tolist(), strict=True))
        at = np.searchsorted(numbers, wanted := np.fromiter(asked, dtype=np.int64))
        for number, row in zip(wanted.tolist(), at.tolist(), strict=True):
            if row < len(numbers) and numbers[row] == number:
                found[number] = float(standard[row])
        return Nearness(numbers[first].tolist(), found)

    def distances(self, connection: sqlite3.Connection, question: Point, where: Where) -> tuple[dict[int, float], dict[int, float]]:
        """Cosine distances of the drawers in scope by their numbers, and of the middles of their files by the files' numbers."""
        import numpy as np

        self._read(connection, question.model)
        if not len(self._numbers):
            return {}, {}
        mask = self._mask(connection, where)
        rows = np.flatnonzero(mask) if mask is not None else np.arange(len(self._numbers))
        cosines = self._vectors[rows] @ question.vector
        files, at = np.unique(self._files[rows], return_inverse=True)
        middles = np.zeros((len(files), self._vectors.shape[1]), dtype=np.float32)
        np.add.at(middles, at, self._vectors[rows])
        lengths = np.linalg.norm(middles, axis=1)
        near = (middles @ question.vector) / np.where(lengths > 0, lengths, 1)
        drawers = dict(zip(self._numbers[rows].tolist(), (1 - cosines).tolist(), strict=True))
        return drawers, dict(zip(files.tolist(), (1 - near).tolist(), strict=True))

    def _read(self, connection: sqlite3.Connection, model: str) -> None:
        import numpy as np

        state = (model, connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes)
        if state == self._state:
            return
        rows = connection.execute(_ALL, (model,)).fetchall()
        self._numbers = np.array([row[0] for row in rows], dtype=np.int64)
        self._files = np.array([row[2] for row in rows], dtype=np.int64)
        halves = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float16)
        self._vectors = halves.reshape(len(rows), -1).astype(np.float32) if rows else np.zeros((0, 0), dtype=np.float32)
        self.count = len(rows)
        self._masks.clear()
        self._state = state

    def _mask(self, connection: sqlite3.Connection, where: Where) -> NDArray[bool_] | None:
        """Which rows are looked at; None for all."""
        import numpy as np

        text, values = condition(where)
        if not text:
            return None
        if where not in self._masks:
            if len(self._masks) >= _KEPT_MASKS:
                self._masks.pop(next(iter(self._masks)))
            inside = connection.execute(_INSIDE.format(condition=text), values).fetchall()
            self._masks[where] = np.isin(self._numbers, np.array([row[0] for row in inside], dtype=np.int64))
        return self._masks[where]
