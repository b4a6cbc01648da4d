"""Vectors of drawers, kept by the model that made them and by a hash of what it read, so that nothing is embedded twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from llmwiki.palace.filing import embedded_text
from llmwiki.palace.records import Transaction, read_meta, write_meta

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.embed.base import Embedder

_MODEL = "model"
_MISSING = """
SELECT d.embedded, f.title, d.headings, f.date, d.text FROM drawers AS d JOIN files AS f ON f.number = d.file
WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?) GROUP BY d.embedded ORDER BY d.number
"""
_LACKING = "SELECT count(*) FROM drawers AS d WHERE NOT EXISTS (SELECT 1 FROM vectors AS v WHERE v.embedded = d.embedded AND v.model = ?)"
_READ = 2000
"""Texts held in memory at once."""


def kept_model(connection: sqlite3.Connection) -> str:
    """Key of the identity of the model whose vectors are searched; empty before the first."""
    return read_meta(connection, _MODEL)


def keep_model(connection: sqlite3.Connection, key: str) -> None:
    """Search the vectors of this model from now on, and forget those of others."""
    with Transaction(connection):
        write_meta(connection, _MODEL, key)
        connection.execute("DELETE FROM vectors WHERE model != ?", (key,))


def lacking(connection: sqlite3.Connection, key: str) -> int:
    """How many drawers have no vector of a model."""
    return int(connection.execute(_LACKING, (key,)).fetchone()[0])


def embed_missing(connection: sqlite3.Connection, embedder: Embedder, progress: Callable[[int, int], None]) -> int:
    """Make the vectors that are missing, and give their number; each batch is kept at once, so that an interrupted run goes on.

    Args:
        connection: The records.
        embedder: Its vectors are kept under its identity.
        progress: Told how many of how many are done.

    Raises:
        ServiceError: The embedder's server failed; what was done before is kept.
    """
    from llmwiki.palace.embed.batches import embedded

    key = embedder.identity.key
    rows = connection.execute(_MISSING, (key,)).fetchall()
    done = 0
    for at in range(0, len(rows), _READ):
        part = rows[at : at + _READ]
        texts = [embedded_text(title, json.loads(headings), date, text) for _, title, headings, date, text in part]
        for places, vectors in embedded(embedder, texts):
            halves = vectors.astype("float16")
            with Transaction(connection):
                connection.executemany(
                    "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)",
                    [(key, part[place][0], halves[row].tobytes()) for row, place in enumerate(places)],
                )
            done += len(places)
            progress(done, len(rows))
    return done


def drop_unused(connection: sqlite3.Connection) -> int:
    """Forget vectors of texts that are in no drawer any more, and give their number."""
    with Transaction(connection):
        return connection.execute("DELETE FROM vectors WHERE embedded NOT IN (SELECT embedded FROM drawers)").rowcount
