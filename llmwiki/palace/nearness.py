"""How near drawers are to a question: exactly, over the vectors of all drawers that a search looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.scale import scale_of, standardised
from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from numpy import int64
    from numpy.typing import NDArray

    from llmwiki.palace.embed.base import Matrix as Rows
    from llmwiki.palace.embed.base import Vector
    from llmwiki.palace.scale import Scale
    from llmwiki.palace.store.base import Where

_ALL = """
SELECT d.number, v.vector, d.file, f.language FROM drawers AS d JOIN files AS f ON f.number = d.file
JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ? ORDER BY d.number
"""
_INSIDE = "SELECT d.number FROM drawers AS d JOIN files AS f ON f.number = d.file WHERE {condition} ORDER BY d.number"
KEPT_VIEWS = 8
"""Scopes whose scale is remembered."""

POOL = 100
"""Drawers that nearness alone puts up for choice."""


class Point(NamedTuple):
    """A question as a vector of length 1.

    Attributes:
        make: Gives the vector, and waits for it while it is on its way.
        model: Key of the identity of the model that made it.
        trust: What nearness by this model weighs, see ``Embedder.trust``.
    """

    make: Callable[[], Vector]
    model: str
    trust: float = 1.0

    @property
    def vector(self) -> Vector:
        """Of the question. Raises what the making of it raised."""
        return self.make()


class Nearness(NamedTuple):
    """Similarities of a question to the drawers in scope.

    Attributes:
        best: Numbers of the nearest drawers, nearest first.
        standard: Number to how many standard deviations it lies above the mean of all drawers in scope (``palace.scale``), times the
            trust in the model; for ``best`` and for the drawers that were asked for.
    """

    best: Sequence[int]
    standard: Mapping[int, float]


NOT_NEAR = Nearness((), {})
"""Where there are no vectors."""


class _View(NamedTuple):
    """The rows of the drawers that a search looks at, None for all, with their numbers and their scale."""

    rows: NDArray[int64] | None
    numbers: NDArray[int64]
    scale: Scale


class Matrix:
    """The vectors of a palace in memory; read anew when another process or this one has changed the records.

    Attributes:
        count: Drawers that had a vector when it was last read.
    """

    def __init__(self) -> None:
        self._state: tuple[object, ...] = ()
        self._numbers: NDArray[int64]
        self._files: NDArray[int64]
        self._languages: list[str] = []
        self._vectors: Rows
        self._views: dict[Where, _View] = {}
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
        view = self._view(connection, where)
        numbers = view.numbers
        if not len(numbers):
            return NOT_NEAR
        standard = standardised(self._vectors_of(view) @ question.vector, view.scale) * question.trust
        first = np.argpartition(-standard, min(POOL, len(numbers)) - 1)[:POOL]
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
        view = self._view(connection, where)
        if not len(view.numbers):
            return {}, {}
        vectors = self._vectors_of(view)
        files, at = np.unique(self._files if view.rows is None else self._files[view.rows], return_inverse=True)
        middles = np.zeros((len(files), vectors.shape[1]), dtype=np.float32)
        np.add.at(middles, at, vectors)
        lengths = np.linalg.norm(middles, axis=1)
        near = (middles @ question.vector) / np.where(lengths > 0, lengths, 1)
        drawers = dict(zip(view.numbers.tolist(), (1 - vectors @ question.vector).tolist(), strict=True))
        return drawers, dict(zip(files.tolist(), (1 - near).tolist(), strict=True))

    def _read(self, connection: sqlite3.Connection, model: str) -> None:
        import numpy as np

        state = (model, connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes)
        if state == self._state:
            return
        rows = connection.execute(_ALL, (model,)).fetchall()
        self._numbers = np.array([row[0] for row in rows], dtype=np.int64)
        self._files = np.array([row[2] for row in rows], dtype=np.int64)
        self._languages = [row[3] for row in rows]
        self._vectors = unpacked([row[1] for row in rows])
        self.count = len(rows)
        self._views.clear()
        self._state = state

    def _vectors_of(self, view: _View) -> Rows:
        return self._vectors if view.rows is None else self._vectors[view.rows]

    def _view(self, connection: sqlite3.Connection, where: Where) -> _View:
        if where not in self._views:
            if len(self._views) >= KEPT_VIEWS:
                self._views.pop(next(iter(self._views)))
            self._views[where] = self._viewed(connection, where)
        return self._views[where]

    def _viewed(self, connection: sqlite3.Connection, where: Where) -> _View:
        import numpy as np

        text, values = condition(where)
        rows: NDArray[int64] | None = None
        languages = self._languages
        if text:
            inside = connection.execute(_INSIDE.format(condition=text), values).fetchall()
            rows = np.flatnonzero(np.isin(self._numbers, np.array([row[0] for row in inside], dtype=np.int64)))
            languages = [languages[row] for row in rows]
        numbers = self._numbers if rows is None else self._numbers[rows]
        scale = scale_of(self._vectors if rows is None else self._vectors[rows], languages)
        return _View(rows, numbers, scale)


def unpacked(vectors: Sequence[bytes]) -> Rows:
    """Vectors as the records keep them, one row each; of shape (0, 0) when there are none."""
    import numpy as np

    if not vectors:
        return np.zeros((0, 0), dtype=np.float32)
    return np.frombuffer(b"".join(vectors), dtype=np.float16).reshape(len(vectors), -1).astype(np.float32)
