"""The records follow the journal: what was appended since is filed, by whoever comes first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any

from llmwiki.palace.entries import key_of, shelf_of
from llmwiki.palace.filing import Ready, file_now, made_ready, remove_now
from llmwiki.palace.folders import forget_folders, note_folder
from llmwiki.palace.journal import Journal, Position
from llmwiki.palace.records import Transaction, read_meta, write_meta

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.journal import Entry

ORIGIN = "journal"
UNORDERED = "unordered"
"""Remembered while files have their own rooms only, because all of them were filed anew."""
_KEY = "journal"
_BATCH = 100
"""Entries in one transaction."""


def follow(connection: sqlite3.Connection, journal: Journal) -> int:
    """File what the records have not seen yet, and give the number of entries; a rewritten journal is filed from its beginning."""
    done = 0
    while True:
        seen = _seen(connection)
        if journal.mark() != seen.mark:
            _begin_again(connection, seen, journal)
            continue
        batch = list(islice(journal.read(seen), _BATCH))
        if not batch:
            return done
        if batch[-1][0].mark != seen.mark:
            continue  # it was rewritten this moment
        done += _file(connection, seen, batch)


def followed_to(connection: sqlite3.Connection) -> Position:
    """How far the records have followed."""
    return _seen(connection)


def move_on(connection: sqlite3.Connection, before: Position, after: Position) -> None:
    """Say that a rewritten journal holds up to a position what the records hold, if they had followed the old one to its end."""
    with Transaction(connection):
        if _seen(connection) == before:
            write_meta(connection, _KEY, json.dumps(after))


def _seen(connection: sqlite3.Connection) -> Position:
    kept = read_meta(connection, _KEY)
    return Position(*json.loads(kept)) if kept else Position("", 0)


def _begin_again(connection: sqlite3.Connection, seen: Position, journal: Journal) -> None:
    with Transaction(connection):
        if _seen(connection) == seen:
            for place in connection.execute("SELECT wing, path FROM files WHERE origin = ?", (ORIGIN,)).fetchall():
                remove_now(connection, *place)
            connection.execute("DELETE FROM tunnels")
            connection.execute("DELETE FROM kept")
            forget_folders(connection)
            write_meta(connection, _KEY, json.dumps(Position(journal.mark(), 0)))
            write_meta(connection, UNORDERED, "1")


def _file(connection: sqlite3.Connection, seen: Position, batch: Sequence[tuple[Position, Entry]]) -> int:
    """File a batch unless another process has done it meanwhile; gives the number of entries filed here."""
    ready = list(_prepared(entry for _, entry in batch))
    with Transaction(connection):
        if _seen(connection) != seen:
            return 0
        for entry, shelf in ready:
            _apply(connection, entry, shelf)
        write_meta(connection, _KEY, json.dumps(batch[-1][0]))
    return len(batch)


def _prepared(entries: Iterator[Entry]) -> Iterator[tuple[Entry, Ready | None]]:
    for entry in entries:
        has_text = entry["op"] in {"file", "drawers"}
        yield entry, made_ready(ORIGIN, str(entry.get("sha256", "")), shelf_of(entry)) if has_text else None


def _digest(key: tuple[str, ...]) -> bytes:
    return blake2b("\x1f".join(key).encode("utf-8", "replace"), digest_size=16).digest()


def _apply(connection: sqlite3.Connection, entry: Entry, shelf: Ready | None) -> None:
    fields: dict[str, Any] = dict(entry)
    if shelf is not None:
        file_now(connection, shelf)
    elif entry["op"] == "gone":
        remove_now(connection, str(fields.get("wing", "")), str(fields.get("path", "")))
    elif entry["op"] == "folder":
        note_folder(connection, entry)
    elif entry["op"] == "tunnel":
        connection.execute(
            "INSERT OR REPLACE INTO tunnels VALUES (?, ?)", (str(fields.get("id", "")), json.dumps(fields, ensure_ascii=True))
        )
    elif entry["op"] == "untunnel":
        connection.execute("DELETE FROM tunnels WHERE id = ?", (str(fields.get("id", "")),))
    else:
        connection.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", (_digest(key_of(entry)), entry["op"]))
