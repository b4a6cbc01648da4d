"""Whether the records hold what the text says, both ways: every file, every drawer, every word, every closet, every vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.palace.closets import moved_closet
from llmwiki.palace.database import storable
from llmwiki.palace.filing import made_ready, renamed

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.filing import Ready
    from llmwiki.palace.journal import Entry
    from llmwiki.palace.shelf import Shelf

Fault = Literal["missing", "extra", "outdated", "text", "words", "closets", "vectors", "totals", "tunnels", "copy"]
"""A file that has no drawers; drawers that have no file; an older state of the file; a drawer that is not what stands in its span;
words that are not those of the text; closets that do not lead to its drawers; a vector that cannot be used; counts that do not add up;
tunnels that nobody made; a copy in Chroma that differs from the records."""

_DRAWERS = """
SELECT d.id, d.hall, d.headings, d.first, d.last, d.start, d.stop, d.text, d.embedded, w.terms FROM drawers AS d
JOIN files AS f ON f.number = d.file LEFT JOIN words AS w ON w.rowid = d.number WHERE f.wing = ? AND f.path = ? ORDER BY d.position
"""
_BAD_VECTORS = "SELECT count(*) FROM vectors WHERE length(vector) != 2 * CAST(substr(model, instr(model, '/') + 1) AS INTEGER)"
_SUMS = "SELECT (SELECT count(*) FROM drawers), (SELECT coalesce(sum(size), 0) FROM drawers), drawers, terms FROM totals"
_STRAY_WORDS = "SELECT count(*) FROM words WHERE rowid NOT IN (SELECT number FROM drawers)"
_STRAY_DRAWERS = "SELECT count(*) FROM drawers WHERE file NOT IN (SELECT number FROM files)"
_STRAY_CLOSETS = "SELECT count(*) FROM closets WHERE file NOT IN (SELECT number FROM files)"
_CLOSETS = """
SELECT c.id, c.lines, f.room FROM files AS f JOIN closets AS c ON c.file = f.number WHERE f.wing = ? AND f.path = ? ORDER BY c.position
"""

_COUNTED: tuple[tuple[str, Fault, str], ...] = (
    (_STRAY_WORDS, "words", "rows of words are of no drawer"),
    (_STRAY_DRAWERS, "extra", "drawers are of no file"),
    (_STRAY_CLOSETS, "closets", "closets are of no file"),
    (_BAD_VECTORS, "vectors", "vectors have another length than their model gives"),
)


class Difference(NamedTuple):
    """Something in which records and text differ.

    Attributes:
        fault: What kind.
        wing, path: The file; empty for what is no file's.
        detail: In words.
    """

    fault: Fault
    wing: str
    path: str
    detail: str


class Expected(NamedTuple):
    """A file as its text says it should be filed."""

    origin: str
    sha256: str
    shelf: Shelf


def compare(connection: sqlite3.Connection, expected: Iterable[Expected]) -> Iterator[Difference]:
    """All differences.

    Args:
        connection: The records.
        expected: Every file that should be there, one at a time.
    """
    rows = connection.execute("SELECT wing, path, sha256, origin FROM files")
    left = {(wing, path): (digest, origin) for wing, path, digest, origin in rows}
    for origin, sha256, shelf in expected:
        place = (shelf.wing, storable(shelf.path))
        found = left.pop(place, None)
        if found is None:
            yield Difference("missing", *place, "has no drawers")
        elif found != (sha256, origin):
            yield Difference("outdated", *place, "has drawers of an older state")
        else:
            yield from _inside(connection, place, made_ready(origin, sha256, shelf))
    for wing, path in sorted(left):
        yield Difference("extra", wing, path, "has drawers and is in no text")
    yield from _sums(connection)


def _inside(connection: sqlite3.Connection, place: tuple[str, str], ready: Ready) -> Iterator[Difference]:
    """Differences inside of one file."""
    rows = connection.execute(_DRAWERS, place).fetchall()
    if len(rows) != len(ready.rows):
        yield Difference("text", *place, f"has {len(rows)} drawers, and {len(ready.rows)} by its text")
        return
    yield from _closets(connection, place, renamed(ready, [row[0] for row in rows]))
    for row, made, words in zip(rows, ready.rows, ready.words, strict=True):
        key, hall, headings, first, last, start, stop, text, mark, terms = row
        # an id that was taken already got an ending; id and mark are of the text, so a drawer of other text shows in each of them
        same = key == made[0] or key.startswith(f"{made[0]}~")
        if not same or (hall, headings, first, last, start, stop, text, mark) != (*made[1:8], made[-1]):
            yield Difference("text", *place, f"drawer {key} is not what stands in lines {first}-{last}")
        if terms != words:
            yield Difference("words", *place, f"drawer {key} is not found by the words of its text")


def _closets(connection: sqlite3.Connection, place: tuple[str, str], ready: Ready) -> Iterator[Difference]:
    found = connection.execute(_CLOSETS, place).fetchall()
    wanted = [(closet.id, storable(closet.text)) for closet in ready.closets]
    if [(moved_closet(key, place[0], ready.shelf.room), lines) for key, lines, _ in found] != wanted:
        yield Difference("closets", *place, "has closets that do not lead to its drawers")
    elif any(key != moved_closet(key, place[0], room) for key, _, room in found):
        yield Difference("closets", *place, "has closets that are named after another room")


def _sums(connection: sqlite3.Connection) -> Iterator[Difference]:
    drawers, terms, told_drawers, told_terms = connection.execute(_SUMS).fetchone()
    if (drawers, terms) != (told_drawers, told_terms):
        yield Difference("totals", "", "", f"{drawers} drawers with {terms} terms, and {told_drawers} with {told_terms} by the totals")
    for query, fault, words in _COUNTED:
        if count := connection.execute(query).fetchone()[0]:
            yield Difference(fault, "", "", f"{count} {words}")


def compare_tunnels(connection: sqlite3.Connection, expected: Iterable[Entry]) -> Iterator[Difference]:
    """Differences between the tunnels that somebody made and those of the records."""
    kept = {key for (key,) in connection.execute("SELECT id FROM tunnels")}
    wanted = {str(entry.get("id", "")) for entry in expected}
    for key in sorted(kept ^ wanted):
        yield Difference("tunnels", "", "", f"tunnel {key} is {'in no text' if key in kept else 'missing'}")
