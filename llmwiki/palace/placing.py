"""Rooms of a wing put in order: one that swallows the wing is divided, and what moved gets its closets anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from llmwiki.palace.balance import Placed, balanced
from llmwiki.palace.closets import moved_closet
from llmwiki.palace.records import Transaction, mark_changed, read_meta, write_meta
from llmwiki.palace.rooms import file_folders

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.balance import By

_FILES = "SELECT path, own_room, date, room, held, outline FROM files WHERE wing = ? ORDER BY path"


def put_in_order(connection: sqlite3.Connection, wing: str) -> int:
    """Give the files of a wing their rooms, and give the number of those that moved.

    How rooms are divided is kept, so that a file that comes or goes moves no other.
    """
    files = connection.execute(_FILES, (wing,)).fetchall()
    present = {row[0]: row[3] for row in files}
    placed = [
        Placed(path, own, count, file_folders(path), tuple(json.loads(headings)), date) for path, own, date, _, count, headings in files
    ]
    kept = read_meta(connection, _key(wing))
    rooms, divided = balanced(placed, cast("Mapping[str, By]", json.loads(kept) if kept else {}))
    moved = {path: room for path, room in rooms.items() if room != present[path]}
    if moved or json.dumps(divided) != kept:
        with Transaction(connection):
            for path, room in moved.items():
                _move(connection, wing, path, room)
            write_meta(connection, _key(wing), json.dumps(divided))
    return len(moved)


def _key(wing: str) -> str:
    return f"divided:{wing}"


def _move(connection: sqlite3.Connection, wing: str, path: str, room: str) -> None:
    (number,) = connection.execute("SELECT number FROM files WHERE wing = ? AND path = ?", (wing, path)).fetchone()
    connection.execute("UPDATE files SET room = ? WHERE number = ?", (room, number))
    closets = [key for (key,) in connection.execute("SELECT id FROM closets WHERE file = ?", (number,))]
    renamed = {key: moved_closet(key, wing, room) for key in closets}
    connection.executemany("UPDATE closets SET id = ? WHERE id = ?", [(new, old) for old, new in renamed.items()])
    mark_changed(connection, [*renamed, *renamed.values()], closets=True)
    mark_changed(connection, [key for (key,) in connection.execute("SELECT id FROM drawers WHERE file = ?", (number,))])
