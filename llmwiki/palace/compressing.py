"""The room that superseded text takes, given back: the journal without what no longer counts, the records without holes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.following import move_on
from llmwiki.palace.journal import Position
from llmwiki.palace.living import live_entries
from llmwiki.palace.vectors import drop_unused

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from llmwiki.palace.palace import Palace


class Compressed(NamedTuple):
    """Bytes of the journal and of the records before and after, and the number of vectors that were dropped."""

    journal: tuple[int, int]
    records: tuple[int, int]
    vectors: int


def compress(palace: Palace) -> Compressed:
    """Rewrite the journal, drop vectors that no drawer needs, and close the holes in the records.

    Killed at any point it leaves the old journal or the new one, and records that follow either.

    Raises:
        Busy, WriteError: the journal cannot be written; it stays as it was.
    """
    palace.follow()
    records = size_of(palace.records.path)
    journal = palace.journal.rewrite(lambda _: live_entries(palace.journal), lambda before, after: _follow(palace, before, after))
    vectors = palace.records.do(drop_unused)
    palace.records.do(_close_holes)
    return Compressed(journal, (records, size_of(palace.records.path)), vectors)


def size_of(file: Path) -> int:
    """Bytes of a database with its side files; 0 when it is not there."""
    sides = (file.with_name(file.name + ending) for ending in ("", "-wal"))
    return sum(side.stat().st_size for side in sides if side.is_file())


def _follow(palace: Palace, before: Position, after: Position) -> None:
    """Spare the records reading a journal again that says what they hold; if they are behind, they do."""
    palace.records.do(lambda connection: move_on(connection, before, after))


def _close_holes(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
