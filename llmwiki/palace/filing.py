"""Shelves into the records: each file as a whole, all of its drawers or none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, cast

from llmwiki.palace.closets import Closet, closets_of
from llmwiki.palace.database import storable
from llmwiki.palace.halls import hall_of
from llmwiki.palace.records import Transaction, mark_changed, mark_unordered
from llmwiki.palace.shelf import Shelf, context_line
from llmwiki.palace.tokens import document_terms

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.drawer import Drawer

_BATCH = 100
"""Files in one transaction: a killed run loses no more, and a reader waits no longer."""

_FILE = "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TAKEN = "SELECT id FROM drawers WHERE id IN (SELECT value FROM json_each(?))"
_DRAWER = "INSERT INTO drawers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Synced(NamedTuple):
    """Numbers of files that were new, changed, gone, and left as they were."""

    added: int
    changed: int
    removed: int
    kept: int


class Ready(NamedTuple):
    """A shelf as it goes in: its rows are made before the database is locked."""

    origin: str
    sha256: str
    shelf: Shelf
    rows: list[tuple[object, ...]]
    words: list[str]
    terms: int
    closets: list[Closet]


def made_ready(origin: str, sha256: str, shelf: Shelf) -> Ready:
    """A shelf with everything computed that its rows hold.

    Args:
        origin: Who keeps it in line: a vault's mirror, or the journal.
        sha256: Of the document.
        shelf: The document.
    """
    rows: list[tuple[object, ...]] = []
    words: list[str] = []
    total = 0
    for drawer in shelf.drawers:
        above = [shelf.header(), *drawer.headings, shelf.date]
        terms = document_terms(" \n ".join([*dict.fromkeys(filter(None, above)), drawer.text]))
        total += len(terms)
        words.append(storable(" ".join(terms)))
        rows.append(_row(drawer, len(terms), shelf))
    return Ready(origin, sha256, shelf, rows, words, total, closets_of(shelf))


def renamed(ready: Ready, ids: Sequence[str]) -> Ready:
    """A shelf whose drawers have other ids, in order; neighbours and closets lead to those."""
    if ids == [drawer.id for drawer in ready.shelf.drawers]:
        return ready
    drawers = [
        replace(drawer, id=key, before=before, after=after)
        for drawer, before, key, after in zip(ready.shelf.drawers, ["", *ids], ids, [*ids[1:], ""], strict=False)
    ]
    shelf = replace(ready.shelf, drawers=drawers)
    rows = [_row(drawer, cast("int", fields[-2]), shelf) for drawer, fields in zip(drawers, ready.rows, strict=True)]
    return ready._replace(shelf=shelf, rows=rows, closets=closets_of(shelf))


def embedded_text(title: str, headings: Sequence[str], date: str, text: str) -> str:
    """What is given to an embedder for a drawer: its context line and its text."""
    return f"{context_line(title, headings, date)}\n{text}"


def put(connection: sqlite3.Connection, shelves: Iterable[Ready]) -> None:
    """File shelves, in place of what was there of the same wing and path; all of them or none."""
    with Transaction(connection):
        for ready in shelves:
            file_now(connection, ready)


def take_out(connection: sqlite3.Connection, places: Iterable[tuple[str, str]]) -> None:
    """Take files out, each given by wing and path; those that are not there are no error."""
    with Transaction(connection):
        for wing, path in places:
            remove_now(connection, wing, path)


def sync(
    connection: sqlite3.Connection, origin: str, wanted: Mapping[tuple[str, str], str], load: Callable[[tuple[str, str]], Shelf]
) -> Synced:
    """Bring what one origin filed in line with what it has now.

    Args:
        connection: The records.
        origin: Whose files; those of others stay.
        wanted: (Wing, path) to SHA-256 of every file it has.
        load: Gives the content of one that is new or changed.
    """
    rows = connection.execute("SELECT wing, path, sha256 FROM files WHERE origin = ?", (origin,))
    known = {(wing, path): digest for wing, path, digest in rows}
    as_kept = {place: (place[0], storable(place[1])) for place in wanted}
    gone = sorted(known.keys() - set(as_kept.values()))
    fresh = sorted(place for place, digest in wanted.items() if known.get(as_kept[place]) != digest)
    added = sum(as_kept[place] not in known for place in fresh)
    for at in range(0, len(fresh), _BATCH):
        put(connection, [made_ready(origin, wanted[place], load(place)) for place in fresh[at : at + _BATCH]])
    if gone:
        take_out(connection, gone)
    return Synced(added, len(fresh) - added, len(gone), len(wanted) - len(fresh))


def _row(drawer: Drawer, size: int, shelf: Shelf) -> tuple[object, ...]:
    text = storable(drawer.text)
    headings = json.dumps(drawer.headings, ensure_ascii=True)
    mark = blake2b(storable(embedded_text(shelf.title, drawer.headings, shelf.date, text)).encode(), digest_size=16).digest()
    place = (*drawer.lines, drawer.start, drawer.end, text, drawer.position, drawer.before, drawer.after)
    hall = drawer.hall or hall_of(drawer.text, drawer.headings)
    return (drawer.id, hall, headings, *place, size, mark)


def file_now(connection: sqlite3.Connection, ready: Ready) -> None:
    """File a shelf in place of what was there; the caller holds the transaction."""
    shelf = ready.shelf
    remove_now(connection, shelf.wing, shelf.path)
    about = (
        ready.origin,
        shelf.wing,
        storable(shelf.path),
        ready.sha256,
        shelf.kind,
        shelf.room,
        shelf.room,
        storable(shelf.title),
        shelf.date,
        shelf.language,
        len(shelf.drawers),
        json.dumps(shelf.drawers[0].headings if shelf.drawers else (), ensure_ascii=True),
    )
    mark_unordered(connection, shelf.wing)
    file = connection.execute(_FILE, (None, *about)).lastrowid
    number = connection.execute("SELECT coalesce(max(number), 0) FROM drawers").fetchone()[0] + 1
    ids = _told_apart(connection, ready)
    ready = renamed(ready, ids)
    numbered = [(number + row, ids[row], file, *fields[1:]) for row, fields in enumerate(ready.rows)]
    connection.executemany(_DRAWER, numbered)
    connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", enumerate(ready.words, number))
    mark_changed(connection, ids)
    if file is not None:
        put_closets(connection, file, ready.closets)
    connection.execute("UPDATE totals SET drawers = drawers + ?, terms = terms + ?", (len(ready.rows), ready.terms))


def remove_now(connection: sqlite3.Connection, wing: str, path: str) -> None:
    """Take a file out; the caller holds the transaction."""
    row = connection.execute("SELECT number FROM files WHERE wing = ? AND path = ?", (wing, storable(path))).fetchone()
    if row is None:
        return
    held = connection.execute("SELECT number, id, size FROM drawers WHERE file = ?", row).fetchall()
    connection.executemany("DELETE FROM words WHERE rowid = ?", [(number,) for number, _, _ in held])
    mark_changed(connection, [key for _, key, _ in held])
    put_closets(connection, row[0], [])
    connection.execute("UPDATE totals SET drawers = drawers - ?, terms = terms - ?", (len(held), sum(size for _, _, size in held)))
    mark_unordered(connection, wing)
    connection.execute("DELETE FROM drawers WHERE file = ?", row)
    connection.execute("DELETE FROM files WHERE number = ?", row)


def put_closets(connection: sqlite3.Connection, file: int, closets: Sequence[Closet]) -> None:
    """Keep the closets of a file, given by its number, in place of those before; the caller holds the transaction."""
    gone = [key for (key,) in connection.execute("SELECT id FROM closets WHERE file = ?", (file,))]
    mark_changed(connection, [*gone, *(closet.id for closet in closets)], closets=True)
    connection.execute("DELETE FROM closets WHERE file = ?", (file,))
    rows = [(closet.id, file, position, storable(closet.text)) for position, closet in enumerate(closets)]
    connection.executemany("INSERT OR REPLACE INTO closets VALUES (?, ?, ?, ?)", rows)


def _told_apart(connection: sqlite3.Connection, ready: Ready) -> list[str]:
    """Ids of a shelf's drawers; one that came from elsewhere and is in use already gets an ending made of its place."""
    ids: list[str] = []
    place = blake2b(f"{ready.shelf.wing}\x1f{ready.shelf.path}".encode("utf-8", "replace"), digest_size=4).hexdigest()
    given = [str(fields[0]) for fields in ready.rows]
    taken = {"", *(key for (key,) in connection.execute(_TAKEN, (json.dumps(given),)))}
    for row, key in enumerate(given):
        ids.append(f"{key}~{place}{row}" if key in taken else key)
        taken.add(key)
    return ids
