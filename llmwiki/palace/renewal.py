"""Records made anew from text, aside, and put in place of the present ones in one step that every process sees at once.

The swap is a transaction of the present database, not a renaming of files: SQLite deletes the side files of a database by their names,
and a process that still had the old one open would take those of the new one away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from filelock import FileLock, Timeout

from llmwiki.errors import Busy, VaultError
from llmwiki.palace.database import drop_database
from llmwiki.palace.following import followed_to
from llmwiki.palace.inventory import wings
from llmwiki.palace.living import live_keys
from llmwiki.palace.palace import Home, Palace
from llmwiki.palace.records import FILE_NAME, Transaction, mark_changed
from llmwiki.palace.vectors import drop_unused

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

_ASIDE = "aside"
_LOCK = "rebuild.lock"
_OWN = frozenset({"vectors", "changed", "meta"})
"""Tables that are not copied: vectors are kept by the hash of their text, the list of changes grows by all drawers."""
_FOLLOWING = "key IN ('journal', 'folders') OR key LIKE 'divided:%'"
"""What is remembered of the text; the rest is about the vectors and the copy in Chroma."""


class Renewed(NamedTuple):
    """Numbers of files and drawers, of drawers before, and of vectors that no drawer needs any more."""

    files: int
    drawers: int
    before: int
    unused: int


def renew(palace: Palace, fill: Callable[[Palace], int]) -> Renewed:
    """Make the records of a palace anew; the present ones answer until the new ones are whole.

    Args:
        palace: Whose.
        fill: Files in a palace what has text outside of the journal, such as a vault, and gives the number of files.

    Raises:
        Busy: another process is doing it.
        VaultError: the new records do not hold what the text says; the present ones stay.
    """
    folder = palace.home.cache / _ASIDE
    with _alone(palace.home.cache):
        drop_database(_file(folder))
        fresh = Palace(Home(palace.home.journal, folder))
        try:
            divided = palace.records.do(_divisions)
            fresh.records.do(lambda connection: connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", divided))
            mirrored = fill(fresh)
            for wing in fresh.ask(wings):
                fresh.put_in_order(wing)
            files, drawers = fresh.records.do(_counts)
            _check(fresh, mirrored, files)
            before = palace.records.do(_counts)[1]
            fresh.close()
            palace.records.do(lambda connection: _swap(connection, _file(folder)))
            return Renewed(files, drawers, before, palace.records.do(drop_unused))
        finally:
            fresh.close()
            drop_database(_file(folder))


def _check(fresh: Palace, mirrored: int, files: int) -> None:
    """Compare the number of files with that of the entries that count and of the vault's files."""
    until = fresh.records.do(followed_to)
    wanted = mirrored + sum(key[0] == "file" for key in live_keys(fresh.journal, until))
    if files != wanted:
        raise VaultError(f"the new records hold {files} files instead of {wanted}; the present ones stay", "report it, with the journal")


def _swap(connection: sqlite3.Connection, file: Path) -> None:
    connection.execute("ATTACH DATABASE ? AS fresh", (str(file),))
    try:
        with Transaction(connection):
            _all_changed(connection)
            for table in _tables(connection):
                connection.execute(f"DELETE FROM main.{table}")  # noqa: S608 - names of our own schema
                connection.execute(f"INSERT INTO main.{table} SELECT * FROM fresh.{table}")  # noqa: S608
            connection.execute("DELETE FROM main.words")
            connection.execute("INSERT INTO main.words (rowid, terms) SELECT rowid, terms FROM fresh.words ORDER BY rowid")
            _all_changed(connection)
            connection.execute(f"DELETE FROM main.meta WHERE {_FOLLOWING}")  # noqa: S608 - constant
            connection.execute(f"INSERT INTO main.meta SELECT * FROM fresh.meta WHERE {_FOLLOWING}")  # noqa: S608
    finally:
        connection.execute("DETACH DATABASE fresh")


def _all_changed(connection: sqlite3.Connection) -> None:
    """The copy in Chroma, if there is one, is compared with every drawer and closet."""
    for table, closets in (("drawers", False), ("closets", True)):
        mark_changed(connection, [key for (key,) in connection.execute(f"SELECT id FROM main.{table}")], closets=closets)  # noqa: S608


def _divisions(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """How rooms of the present records are divided, so that nothing moves for being made anew."""
    return connection.execute("SELECT key, value FROM meta WHERE key LIKE 'divided:%'").fetchall()


def _tables(connection: sqlite3.Connection) -> list[str]:
    """Ordinary tables of the new records; those of the word index belong to SQLite."""
    rows = connection.execute("SELECT name FROM fresh.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    return [name for (name,) in rows if name not in _OWN and not name.startswith(("words", "vocabulary"))]


def _counts(connection: sqlite3.Connection) -> tuple[int, int]:
    row: tuple[int, int] = connection.execute("SELECT (SELECT count(*) FROM files), (SELECT count(*) FROM drawers)").fetchone()
    return row


def _file(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / FILE_NAME


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with FileLock(cache / _LOCK, timeout=0):
            yield
    except Timeout as error:
        raise Busy("another process makes these records anew", "try again when it has ended") from error
