"""How near drawers are to a question when there are too many to look at all: the nearest by a store, the scale from a sample."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.palace.nearness import NOT_NEAR, POOL, Nearness, Point, unpacked
from llmwiki.palace.scale import Compared, scale_of, standardised_by_sample
from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.scale import Scale
    from llmwiki.palace.store.base import Store, Where

_SAMPLE = 1000
"""Drawers whose similarities tell mean and deviation: statistics from the pool alone cost recall (search study, section 4)."""

_SOME = """
SELECT v.vector, f.language FROM vectors AS v JOIN drawers AS d ON d.embedded = v.embedded JOIN files AS f ON f.number = d.file
WHERE v.model = ? AND {condition} ORDER BY v.embedded LIMIT ?
"""
_OF = """
SELECT d.number, v.vector, f.language, d.id FROM drawers AS d JOIN files AS f ON f.number = d.file
JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
WHERE d.number IN (SELECT value FROM json_each(?)) OR d.id IN (SELECT value FROM json_each(?))
"""
_NEWER = """
SELECT c.id FROM changed AS c JOIN drawers AS d ON d.id = c.id JOIN files AS f ON f.number = d.file
WHERE c.closet = 0 AND {condition} ORDER BY c.id LIMIT ?
"""
_NEWER_MOST = 2000
"""Drawers that the store does not know yet and that are looked at one by one."""


def near_by_store(connection: sqlite3.Connection, store: Store, question: Point, where: Where, asked: Iterable[int]) -> Nearness:
    """What ``Matrix.near`` gives, without reading all vectors; ordered by a hash of their texts, the first of them are a fair sample.

    Raises:
        Busy, IndexDamaged, ServiceError: As the store does.
    """
    text, values = condition(where)
    some = connection.execute(_SOME.format(condition=text or "1"), (question.model, *values, _SAMPLE)).fetchall()
    if not some:
        return NOT_NEAR
    languages = [row[1] for row in some]
    vectors = unpacked([row[0] for row in some])
    scale = scale_of(vectors, languages)
    newer = connection.execute(_NEWER.format(condition=text or "1"), (*values, _NEWER_MOST)).fetchall()
    keys = {key for (key,) in newer} | set(_nearest(store, question, where, scale, languages))
    rows = connection.execute(_OF, (question.model, json.dumps(list(asked)), json.dumps(sorted(keys)))).fetchall()
    found = unpacked([row[1] for row in rows])
    sample = Compared(vectors @ question.vector, languages)
    standard = standardised_by_sample(sample, scale, Compared(found @ question.vector, [row[2] for row in rows]), found) * question.trust
    by_number = dict(zip((row[0] for row in rows), standard.tolist(), strict=True))
    best = sorted((row[0] for row in rows if row[3] in keys), key=lambda number: (-by_number[number], number))
    return Nearness(best[:POOL], by_number)


def _nearest(store: Store, question: Point, where: Where, scale: Scale, languages: Sequence[str]) -> Iterator[str]:
    """The nearest drawers of each language, what all of them share taken off the question."""
    import numpy as np

    for group in scale.groups:
        shifted = question.vector - group.share * group.middle
        inside = where if len(scale.groups) == 1 else replace(where, language=languages[int(group.rows[0])])
        point = np.asarray(shifted / (float(np.linalg.norm(shifted)) or 1.0), dtype=np.float32)
        for near in store.near(point, POOL, inside):
            yield near.id
