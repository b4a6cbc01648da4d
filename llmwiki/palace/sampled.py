"""How near drawers are to a question when there are too many to look at all: the nearest by a store, the scale from a sample."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

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
_OF = """
WITH wanted AS (
  SELECT value AS number FROM json_each(?) UNION SELECT number FROM drawers WHERE id IN (SELECT value FROM json_each(?))
)
SELECT d.number, v.vector, f.language, d.id FROM wanted CROSS JOIN drawers AS d ON d.number = wanted.number
CROSS JOIN files AS f ON f.number = d.file CROSS JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
"""
_IN_LANGUAGE = """
SELECT count(*) FROM drawers AS d CROSS JOIN files AS f ON f.number = d.file
WHERE d.id IN (SELECT value FROM json_each(?)) AND f.language = ?
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
    """A sample of the drawers that a search looks at, and their scale."""

    vectors: Rows
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
        newer = connection.execute(_NEWER.format(condition=text or "1"), (*values, _NEWER_MOST)).fetchall()
        keys = {key for (key,) in newer} | set(_nearest(connection, store, question, where, view))
        rows = connection.execute(_OF, (json.dumps(list(asked)), json.dumps(sorted(keys)), question.model)).fetchall()
        found = unpacked([row[1] for row in rows])
        sample = Compared(view.vectors @ question.vector, view.languages, every=len(view.languages) < _SAMPLE)
        compared = Compared(found @ question.vector, [row[2] for row in rows])
        standard = standardised_by_sample(sample, view.scale, compared, found) * question.trust
        by_number = dict(zip((row[0] for row in rows), standard.tolist(), strict=True))
        best = sorted((row[0] for row in rows if row[3] in keys), key=lambda number: (-by_number[number], number))
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
            self._views[where] = _View(vectors, languages, scale_of(vectors, languages))
        return self._views[where]


def _nearest(connection: sqlite3.Connection, store: Store, question: Point, where: Where, view: _View) -> Iterator[str]:
    """The nearest drawers, what all drawers of their language share taken off the question.

    Where there are several languages, the question is moved towards the middle of each in turn.
    """
    groups = view.scale.groups
    for group in groups:
        own = question.vector - group.share * group.middle
        if len(groups) == 1:
            yield from _ids(store, own, POOL, where)
            return
        found = _ids(store, own + group.middle - view.vectors.mean(axis=0), _WIDER * POOL, where)
        yield from found
        language = view.languages[int(group.rows[0])]
        (count,) = connection.execute(_IN_LANGUAGE, (json.dumps(found), language)).fetchone()
        if count < min(_ENOUGH, len(group.rows)):
            yield from _ids(store, own, POOL, replace(where, language=language))


def _ids(store: Store, point: Vector, limit: int, where: Where) -> list[str]:
    import numpy as np

    unit = np.asarray(point / (float(np.linalg.norm(point)) or 1.0), dtype=np.float32)
    return [near.id for near in store.near(unit, limit, where)]
