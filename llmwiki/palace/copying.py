"""The copy of a palace in Chroma, in MemPalace's layout: brought in line drawer by drawer, or made anew as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.closet_lines import read_closet
from llmwiki.palace.finding import drawers_where
from llmwiki.palace.records import COPIED, Transaction, mark_changed, read_meta, write_meta
from llmwiki.palace.store.base import Row

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.drawer import Drawer
    from llmwiki.palace.embed.base import Vector
    from llmwiki.palace.store.base import Metadata, Store
    from llmwiki.palace.store.chroma import Chroma

_BEGUN = "begun"
_BATCH = 500
_WAITING = """
SELECT c.id, c.mark FROM changed AS c LEFT JOIN drawers AS d ON d.id = c.id
WHERE c.closet = 0 AND (d.id IS NULL OR EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?)) LIMIT ?
"""
_WAITING_CLOSETS = """
SELECT c.id, c.mark FROM changed AS c LEFT JOIN closets AS k ON k.id = c.id WHERE c.closet = 1 AND NOT EXISTS (
  SELECT 1 FROM drawers AS d WHERE d.file = k.file AND NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?)
) LIMIT ?
"""
_UNREADY = """
SELECT d.id FROM drawers AS d WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?)
"""
_UNREADY_CLOSETS = """
SELECT id FROM closets WHERE file IN (
  SELECT file FROM drawers AS d WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?)
)
"""
_VECTORS = """
SELECT d.id, v.vector FROM drawers AS d CROSS JOIN vectors AS v ON v.embedded = d.embedded AND v.model = ?
WHERE d.id IN (SELECT value FROM json_each(?))
"""
_CLOSETS = """
SELECT c.id, c.lines, c.position, f.wing, f.room, f.path, f.date FROM closets AS c JOIN files AS f ON f.number = c.file
WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY c.id
"""
_ALL = "SELECT id FROM {table} ORDER BY id"

Waiting = list[tuple[str, int]]
"""Ids with the mark that each got when it changed: one that changed again since has another."""


DRAWERS, CLOSETS = "mempalace_drawers", "mempalace_closets"
"""Names of MemPalace's collections."""


class Names(NamedTuple):
    """Names of the collections in Chroma."""

    drawers: str
    closets: str


def copy_changed(connection: sqlite3.Connection, chroma: Chroma, names: Names, model: str) -> int:
    """Bring the copy in line with what changed, and give the number of drawers and closets that did.

    Drawers without a vector wait until they have one. A copy of another model's vectors is made anew.

    Raises:
        Busy, IndexDamaged, ServiceError: As ``Chroma`` does; what was not copied is copied the next time.
    """
    if read_meta(connection, COPIED) != model:
        return copy_all(connection, chroma, names, model)
    done = 0
    while marks := connection.execute(_WAITING, (model, _BATCH)).fetchall():
        done += _brought(connection, chroma.store(names.drawers), marks, drawer_rows(connection, _ids(marks), model))
    while marks := connection.execute(_WAITING_CLOSETS, (model, _BATCH)).fetchall():
        done += _brought(connection, chroma.store(names.closets), marks, closet_rows(connection, _ids(marks), model))
    return done


def copy_all(connection: sqlite3.Connection, chroma: Chroma, names: Names, model: str) -> int:
    """Make the copy anew beside the one that is there, and swap; gives the number of drawers and closets.

    Raises:
        Busy, IndexDamaged, ServiceError: The one that was there stays.
    """
    with Transaction(connection):  # from now on, what changes meanwhile is marked
        write_meta(connection, COPIED, _BEGUN)
        marks = connection.execute("SELECT id, mark FROM changed").fetchall()
    drawers = (row for keys in _batches(connection, "drawers") for row in drawer_rows(connection, keys, model))
    closets = (row for keys in _batches(connection, "closets") for row in closet_rows(connection, keys, model))
    counts = chroma.rebuild({names.drawers: drawers, names.closets: closets})
    unready = {key for (key,) in connection.execute(_UNREADY, (model,))}
    with Transaction(connection):
        _settle(connection, marks)
        write_meta(connection, COPIED, model)
        mark_changed(connection, unready)
        mark_changed(connection, [key for (key,) in connection.execute(_UNREADY_CLOSETS, (model,))], closets=True)
    return sum(counts.values())


def expected_drawers(connection: sqlite3.Connection, model: str) -> set[str]:
    """Ids of the drawers that have a vector of a model."""
    return {key for (key,) in connection.execute("SELECT id FROM drawers")} - {key for (key,) in connection.execute(_UNREADY, (model,))}


def expected_closets(connection: sqlite3.Connection, model: str) -> set[str]:
    """Ids of the closets of files whose drawers all have a vector of a model."""
    return {key for (key,) in connection.execute("SELECT id FROM closets")} - {
        key for (key,) in connection.execute(_UNREADY_CLOSETS, (model,))
    }


def waiting(connection: sqlite3.Connection) -> set[str]:
    """Ids of drawers and closets that changed and are not brought over yet."""
    return {key for (key,) in connection.execute("SELECT id FROM changed")}


def drawer_rows(connection: sqlite3.Connection, keys: Sequence[str], model: str) -> Iterator[Row]:
    """Rows of those drawers that have a vector."""
    vectors = _vectors(connection, keys, model)
    for drawer in drawers_where(connection, "d.id IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),)):
        if drawer.id in vectors:
            yield Row(drawer.id, vectors[drawer.id], drawer.text, _metadata(drawer))


def closet_rows(connection: sqlite3.Connection, keys: Sequence[str], model: str) -> Iterator[Row]:
    """Rows of closets: each lies in the middle of the drawers that its lines lead to; without a vector of theirs it is left out."""
    for key, lines, position, wing, room, path, date in connection.execute(_CLOSETS, (json.dumps(list(keys)),)).fetchall():
        led = dict.fromkeys(drawer for line in read_closet(lines).lines for drawer in line.drawers)
        vectors = _vectors(connection, list(led), model)
        if vectors:
            metadata: Metadata = {"wing": wing, "room": room, "path": path, "date": date, "position": position}
            yield Row(key, _middle(list(vectors.values())), lines, metadata)


def _brought(connection: sqlite3.Connection, store: Store, waiting: Waiting, rows: Iterator[Row]) -> int:
    present = list(rows)
    store.upsert(present)
    store.delete({key for key, _ in waiting} - {row.id for row in present})
    with Transaction(connection):
        _settle(connection, waiting)
    return len(waiting)


def _settle(connection: sqlite3.Connection, waiting: Waiting) -> None:
    connection.executemany("DELETE FROM changed WHERE id = ? AND mark = ?", waiting)


def _ids(waiting: Waiting) -> list[str]:
    return [key for key, _ in waiting]


def _batches(connection: sqlite3.Connection, table: str) -> Iterator[list[str]]:
    keys = [key for (key,) in connection.execute(_ALL.format(table=table))]
    for at in range(0, len(keys), _BATCH):
        yield keys[at : at + _BATCH]


def _vectors(connection: sqlite3.Connection, keys: Sequence[str], model: str) -> dict[str, Vector]:
    import numpy as np

    rows = connection.execute(_VECTORS, (model, json.dumps(list(keys))))
    return {key: np.frombuffer(vector, dtype=np.float16).astype(np.float32) for key, vector in rows}


def _middle(vectors: Sequence[Vector]) -> Vector:
    import numpy as np

    total = np.sum(vectors, axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length, dtype=np.float32) if length else vectors[0]


def _metadata(drawer: Drawer) -> Metadata:
    place: dict[str, str | int] = {"position": drawer.position, "first": drawer.lines[0], "last": drawer.lines[1]}
    about = {name: getattr(drawer, name) for name in ("wing", "room", "hall", "kind", "language", "path", "date", "title")}
    return {**about, **place, "added_by": "llmwiki"}
