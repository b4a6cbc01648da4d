"""Rows of a Chroma collection out of ``chroma.sqlite3``: texts and metadata stand there, so a broken vector index does not matter."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from llmwiki.palace.mempalace.values import Scalar, Unread

_DOCUMENT = "chroma:document"
_BATCH = 500
_DELETED = 3

_SEGMENT = """
SELECT s.id, c.id FROM segments AS s JOIN collections AS c ON c.id = s.collection WHERE c.name = ? AND s.scope = 'METADATA'
"""
_IDS = "SELECT id, embedding_id FROM embeddings WHERE segment_id = ? ORDER BY id"
_VALUES = "SELECT id, key, string_value, int_value, float_value, bool_value FROM embedding_metadata WHERE id BETWEEN ? AND ?"
_FILED = "SELECT seq_id FROM max_seq_id WHERE segment_id = ?"
_WAITING = "SELECT seq_id, operation, id, metadata FROM embeddings_queue WHERE topic LIKE ? ORDER BY seq_id"


class MemRow(NamedTuple):
    """A row as it stands in a collection."""

    id: str
    text: str
    metadata: dict[str, Scalar]


def collection_rows(connection: sqlite3.Connection, name: str, unread: list[Unread]) -> list[MemRow]:
    """All rows of a collection in the order of their filing; none where there is no such collection.

    Args:
        connection: To ``chroma.sqlite3``.
        name: Of the collection.
        unread: Gets what stands on damaged pages.

    Raises:
        sqlite3.DatabaseError: Not even the list of collections can be read.
    """
    found = connection.execute(_SEGMENT, (name,)).fetchone()
    if found is None:
        return []
    segment, collection = found
    numbered = _ids(connection, segment, name, unread)
    values = _values(connection, numbered, name, unread)
    rows = {key: _row(key, values[number]) for number, key in numbered if number in values}
    _catch_up(connection, segment, collection, rows, unread)
    return list(rows.values())


def _ids(connection: sqlite3.Connection, segment: str, name: str, unread: list[Unread]) -> list[tuple[int, str]]:
    """Numbers and ids, from both ends when a page in the middle is damaged."""
    found: dict[int, str] = {}
    for order in ("", " DESC"):
        try:
            found.update(connection.execute(_IDS + order, (segment,)))
        except sqlite3.DatabaseError as error:
            if order:
                unread.append(Unread(f"{name}: rows behind damaged pages, how many is not known", str(error)))
            continue
        break
    return sorted(found.items())


def _values(
    connection: sqlite3.Connection, numbered: Sequence[tuple[int, str]], name: str, unread: list[Unread]
) -> dict[int, dict[str, Any]]:
    """Metadata by row number, read in batches; one on a damaged page is halved down to the rows that can't be read."""
    values: dict[int, dict[str, Any]] = {}
    waiting = [list(numbered[at : at + _BATCH]) for at in range(0, len(numbered), _BATCH)]
    while waiting:
        batch = waiting.pop()
        try:
            values |= _batch(connection, batch)
        except sqlite3.DatabaseError as error:
            if len(batch) == 1:
                unread.append(Unread(f"{name}: {batch[0][1]}", str(error)))
            else:
                waiting += [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    return values


def _batch(connection: sqlite3.Connection, batch: Sequence[tuple[int, str]]) -> dict[int, dict[str, Any]]:
    values: dict[int, dict[str, Any]] = {number: {} for number, _ in batch}
    for number, key, text, whole, real, truth in connection.execute(_VALUES, (batch[0][0], batch[-1][0])):
        if number in values:
            value = next((each for each in (text, whole, real) if each is not None), None)
            values[number][key] = bool(truth) if value is None and truth is not None else value
    return values


def _row(key: str, values: dict[str, Any]) -> MemRow:
    metadata = {name: value for name, value in values.items() if name != _DOCUMENT and value is not None}
    return MemRow(key, str(values.get(_DOCUMENT) or ""), metadata)


def _catch_up(connection: sqlite3.Connection, segment: str, collection: str, rows: dict[str, MemRow], unread: list[Unread]) -> None:
    """Apply what a process that was killed had queued and not yet filed."""
    try:
        filed = _number((connection.execute(_FILED, (segment,)).fetchone() or (0,))[0])
        for number, operation, key, text in connection.execute(_WAITING, (f"%/{collection}",)).fetchall():
            if _number(number) <= filed:
                continue
            if operation == _DELETED:
                rows.pop(key, None)
                continue
            old = rows.get(key)
            before = {**old.metadata, _DOCUMENT: old.text} if old else {}
            rows[key] = _row(key, before | json.loads(text or "{}"))
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        unread.append(Unread("embeddings_queue: writes that were not filed yet", str(error)))


def _number(value: int | bytes) -> int:
    """Old versions of Chroma kept running numbers as eight bytes."""
    return int.from_bytes(value, "big") if isinstance(value, bytes) else int(value)
