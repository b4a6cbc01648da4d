"""How near drawers are to a question when there are too many to look at all: the nearest by a store, the scale from a sample."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmwiki.palace.nearness import NOT_NEAR, POOL, Nearness, Point
from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.embed.base import Matrix
    from llmwiki.palace.store.base import Store, Where

_SAMPLE = 1000
"""Drawers whose similarities tell mean and deviation: statistics from the pool alone cost recall (search study, section 4)."""

_SOME = """
SELECT v.vector FROM drawers AS d JOIN files AS f ON f.number = d.file JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
WHERE {condition} ORDER BY v.embedded LIMIT ?
"""
_NEWER = """
SELECT c.id FROM changed AS c JOIN drawers AS d ON d.id = c.id JOIN files AS f ON f.number = d.file
WHERE c.closet = 0 AND {condition} ORDER BY c.id LIMIT ?
"""
_NEWER_MOST = 2000
"""Drawers that the store does not know yet and that are looked at one by one."""

_OF = """
SELECT d.id, d.number, v.vector FROM drawers AS d JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
WHERE d.number IN (SELECT value FROM json_each(?)) OR d.id IN (SELECT value FROM json_each(?))
"""


def near_by_store(connection: sqlite3.Connection, store: Store, question: Point, where: Where, asked: Iterable[int]) -> Nearness:
    """What ``Matrix.near`` gives, without reading all vectors; ordered by a hash of their texts, the first of them are a fair sample.

    Raises:
        Busy, IndexDamaged, ServiceError: As the store does.
    """
    import numpy as np

    text, values = condition(where)
    some = connection.execute(_SOME.format(condition=text or "1"), (question.model, *values, _SAMPLE)).fetchall()
    if not some:
        return NOT_NEAR
    cosines = _matrix([row[0] for row in some]) @ question.vector
    mean, deviation = float(cosines.mean()), float(cosines.std()) or 1.0
    found = store.near(question.vector, POOL, where)
    newer = connection.execute(_NEWER.format(condition=text or "1"), (*values, _NEWER_MOST)).fetchall()
    keys = [*(near.id for near in found), *(key for (key,) in newer)]
    rows = connection.execute(_OF, (question.model, json.dumps(list(asked)), json.dumps(keys))).fetchall()
    similar = _matrix([row[2] for row in rows]) @ question.vector if rows else np.zeros(0)
    standard = {row[1]: (float(value) - mean) / deviation for row, value in zip(rows, similar, strict=True)}
    numbers = {row[0]: row[1] for row in rows}
    return Nearness([numbers[key] for key in keys if key in numbers], standard)


def _matrix(vectors: list[bytes]) -> Matrix:
    import numpy as np

    return np.frombuffer(b"".join(vectors), dtype=np.float16).reshape(len(vectors), -1).astype(np.float32)
