"""Search by words: drawers found with SQLite FTS5, their text turned into terms by us.

BM25 statistics are those of the whole collection, whatever the filter, so that names stay informative.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmwiki.palace.where import condition

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.store.base import Where

POOL = 200
"""Drawers whose exact score is computed; FTS5's own ranking chooses them."""

_FOUND = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?"
_FILTERED = """
SELECT w.rowid FROM words AS w JOIN drawers AS d ON d.number = w.rowid JOIN files AS f ON f.number = d.file
WHERE words MATCH ? AND {condition} ORDER BY w.rank LIMIT ?
"""


def found_by_words(connection: sqlite3.Connection, terms: Sequence[str], where: Where, *, every: bool = False) -> list[int]:
    """Numbers of drawers that hold some of the terms, the best first.

    Args:
        connection: The records.
        terms: Of a question, as ``tokens`` makes them.
        where: Which drawers are looked at.
        every: Only drawers that hold all of the terms.
    """
    if not terms:
        return []
    match = (" AND " if every else " OR ").join(f'"{term}"' for term in terms)
    text, values = condition(where)
    if not text:
        return [number for (number,) in connection.execute(_FOUND, (match, POOL))]
    return [number for (number,) in connection.execute(_FILTERED.format(condition=text), (match, *values, POOL))]


def documents(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    """In how many drawers each term stands."""
    found = {}
    for term in terms:
        row = connection.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        found[term] = row[0] if row else 0
    return found


def average_length(connection: sqlite3.Connection) -> float:
    """Terms of a drawer, on average; 1 in an empty palace."""
    drawers, terms = connection.execute("SELECT drawers, terms FROM totals").fetchone()
    return terms / drawers if drawers and terms else 1.0


def bm25_weight(documents: int, total: int) -> float:
    """Inverse document frequency of a term in ``documents`` of ``total`` drawers; never negative (Lucene's form)."""
    return math.log(1 + (total - documents + 0.5) / (documents + 0.5))
