"""How near drawers are to a question when there are too many to look at all: the nearest by a store, the scale from a sample."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.palace.nearness import KEPT_VIEWS, NOT_NEAR, POOL, Nearness, Point, unpacked
from llmwiki.palace.scale import Compared, scale_of, standardised_by_sample
from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.embed.base import Matrix as Rows
    from llmwiki.palace.embed.base import Vector
    from llmwiki.palace.scale import Scale
    from llmwiki.palace.store.base import Store, Where

_SAMPLE = 1000
"""Drawers whose similarities tell mean and deviation: statistics from the pool alone cost recall (search study, section 4)."""

_SOME = """
SELECT v.vector, f.language FROM vectors AS v JOIN drawers AS d ON d.embedded = v.embedded JOIN files AS f ON f.number = d.file
WHERE v.model = ? AND {condition} ORDER BY v.embedded LIMIT ?
"""
_DRAWERS = """
SELECT d.number, d.id, f.language, v.vector FROM json_each(?) AS wanted CROSS JOIN drawers AS d ON d.{column} = wanted.value
CROSS JOIN files AS f ON f.number = d.file CROSS JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
"""
_NEWER = """
SELECT c.id FROM changed AS c JOIN drawers AS d ON d.id = c.id JOIN files AS f ON f.number = d.file
WHERE c.closet = 0 AND {condition} ORDER BY c.id LIMIT ?
"""
_WIDER = 2
_ENOUGH = 30
"""Drawers of a language among ``_WIDER`` times ``POOL`` that spare a query for this language alone: Chroma takes 2 ms for each thousand
drawers that pass a filter, and 5 ms for any number without one."""

_NEWER_MOST = 2000
"""Drawers that the store does not know yet and that are looked at one by one."""


class _View(NamedTuple):
    """A sample of the drawers that a search looks at, their middle, and their scale."""

    vectors: Rows
    middle: Vector
    languages: Sequence[str]
    scale: Scale


class Sampler:
    """Nearness by a store, with samples in memory; they are taken anew when another process or this one has changed the records."""

    def __init__(self) -> None:
        self._state: tuple[object, ...] = ()
        self._views: dict[Where, _View] = {}

    def near(self, connection: sqlite3.Connection, store: Store, question: Point, where: Where, asked: Iterable[int]) -> Nearness:
        """What ``Matrix.near`` gives, without reading all vectors.

        Raises:
            Busy, IndexDamaged, ServiceError: As the store does.
        """
        view = self._view(connection, question.model, where)
        if not view.languages:
            return NOT_NEAR
        text, values = condition(where)
        newer = {key for (key,) in connection.execute(_NEWER.format(condition=text or "1"), (*values, _NEWER_MOST))}
        read = _Read(connection, question.model)  # before the point is asked for: it may still be on its way
        read.take("number", asked)
        read.take("id", newer)
        keys = newer.union(*_nearest(store, question.vector, where, view, read))
        rows = sorted(read.drawers.values())
        found = unpacked([row.vector for row in rows])
        sample = Compared(view.vectors @ question.vector, view.languages, every=len(view.languages) < _SAMPLE)
        compared = Compared(found @ question.vector, [row.language for row in rows])
        standard = standardised_by_sample(sample, view.scale, compared, found) * question.trust
        by_number = dict(zip((row.number for row in rows), standard.tolist(), strict=True))
        best = sorted((row.number for row in rows if row.id in keys), key=lambda number: (-by_number[number], number))
        return Nearness(best[:POOL], by_number)

    def _view(self, connection: sqlite3.Connection, model: str, where: Where) -> _View:
        """Ordered by a hash of their texts, the first drawers are a fair sample."""
        state = (model, connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes)
        if state != self._state or len(self._views) >= KEPT_VIEWS:
            self._views.clear()
            self._state = state
        if where not in self._views:
            text, values = condition(where)
            some = connection.execute(_SOME.format(condition=text or "1"), (model, *values, _SAMPLE)).fetchall()
            vectors, languages = unpacked([row[0] for row in some]), [row[1] for row in some]
            middle = vectors.mean(axis=0) if languages else vectors
            self._views[where] = _View(vectors, middle, languages, scale_of(vectors, languages))
        return self._views[where]


def _nearest(store: Store, question: Vector, where: Where, view: _View, read: _Read) -> Iterator[list[str]]:
    """The nearest drawers, what all drawers of their language share taken off the question; they are read.

    Where there are several languages, the question is moved towards the middle of each.
    """
    groups = view.scale.groups
    own = [question - group.share * group.middle for group in groups]
    if len(groups) == 1:
        yield from _ids(store, own, POOL, where, read)
        return
    moved = [point + group.middle - view.middle for point, group in zip(own, groups, strict=True)]
    for group, point, found in zip(groups, own, _ids(store, moved, _WIDER * POOL, where, read), strict=True):
        yield found
        language = view.languages[int(group.rows[0])]
        if read.count(found, language) < min(_ENOUGH, len(group.rows)):
            yield from _ids(store, [point], POOL, replace(where, language=language), read)


def _ids(store: Store, points: Sequence[Vector], limit: int, where: Where, read: _Read) -> list[list[str]]:
    import numpy as np

    units = [np.asarray(point / (float(np.linalg.norm(point)) or 1.0), dtype=np.float32) for point in points]
    found = [[near.id for near in one] for one in store.near_each(np.stack(units), limit, where)]
    read.take("id", {key for one in found for key in one})
    return found


class _Drawer(NamedTuple):
    number: int
    id: str
    language: str
    vector: bytes


class _Read:
    """Drawers that have a vector of a model, each read once.

    Attributes:
        drawers: By their ids.
    """

    def __init__(self, connection: sqlite3.Connection, model: str) -> None:
        self._connection, self._model = connection, model
        self.drawers: dict[str, _Drawer] = {}

    def take(self, column: Literal["number", "id"], wanted: Iterable[int | str]) -> None:
        """Read those that have one of some values."""
        new = [value for value in wanted if value not in self.drawers]
        rows = self._connection.execute(_DRAWERS.format(column=column), (json.dumps(new), self._model)) if new else ()
        self.drawers.update((row[1], _Drawer(*row)) for row in rows)

    def count(self, keys: Iterable[str], language: str) -> int:
        """How many of some drawers are in a language."""
        return sum(key in self.drawers and self.drawers[key].language == language for key in keys)
