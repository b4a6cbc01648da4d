"""Rooms of a wing put in order: one that swallows the wing is divided, and what moved gets its closets anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from llmwiki.palace.balance import Placed, balanced, is_too_large
from llmwiki.palace.closets import moved_closet
from llmwiki.palace.records import Transaction, mark_changed, read_meta, unordered_key, write_meta
from llmwiki.palace.rooms import file_folders

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.balance import By

_FILES = "SELECT path, own_room, date, room, held, outline FROM files WHERE wing = ? ORDER BY path"
_ROOMS = "SELECT room, sum(held), count(*), sum(room != own_room) FROM files WHERE wing = ? GROUP BY room"


def put_in_order(connection: sqlite3.Connection, wing: str) -> int:
    """Give the files of a wing their rooms, and give the number of those that moved; a wing that nothing was filed in is not looked at.

    How rooms are divided is kept, so that a file that comes or goes moves no other.
    """
    mark = read_meta(connection, unordered_key(wing))
    if not mark:
        return 0
    kept = read_meta(connection, _key(wing))
    divided = cast("Mapping[str, By]", json.loads(kept) if kept else {})
    moved, now = _moved(connection, wing, divided) if divided or _may_divide(connection, wing) else ({}, dict(divided))
    with Transaction(connection):
        for path, room in moved.items():
            _move(connection, wing, path, room)
        write_meta(connection, _key(wing), json.dumps(now))
        # what another process filed meanwhile has another mark, which stays
        connection.execute("DELETE FROM meta WHERE key = ? AND value = ?", (unordered_key(wing), mark))
    return len(moved)


def _moved(connection: sqlite3.Connection, wing: str, divided: Mapping[str, By]) -> tuple[dict[str, str], dict[str, By]]:
    """Files with the room that they have to move to, and which rooms are divided by what."""
    files = connection.execute(_FILES, (wing,)).fetchall()
    present = {row[0]: row[3] for row in files}
    placed = [
        Placed(path, own, count, file_folders(path), tuple(json.loads(headings)), date) for path, own, date, _, count, headings in files
    ]
    rooms, now = balanced(placed, divided)
    return {path: room for path, room in rooms.items() if room != present[path]}, now


def _may_divide(connection: sqlite3.Connection, wing: str) -> bool:
    """Whether a room without divisions so far is too large, or a file is not where it belongs without any."""
    rows = connection.execute(_ROOMS, (wing,)).fetchall()
    total = sum(held for _, held, _, _ in rows)
    return any(away or is_too_large(room, held, files, total) for room, held, files, away in rows)


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
