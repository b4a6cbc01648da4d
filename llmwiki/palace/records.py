"""The records of a palace: its drawers, their words and their vectors in one SQLite database. A cache: their text lies elsewhere too."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from llmwiki.errors import Busy, WikiError, WriteError
from llmwiki.palace.database import drop_database, open_database
from llmwiki.palace.tokens import TOKENS_VERSION

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "records.db"
COPIED = "copied_model"
"""Key of the model whose vectors the copy in Chroma has; what it says while the first copy is made is no model's."""

_LAYOUT = 6

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS totals (one INTEGER PRIMARY KEY CHECK (one = 1), drawers INTEGER NOT NULL, terms INTEGER NOT NULL);
INSERT OR IGNORE INTO totals VALUES (1, 0, 0);
CREATE TABLE IF NOT EXISTS files (
  number INTEGER PRIMARY KEY, origin TEXT NOT NULL, wing TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL, kind TEXT NOT NULL,
  own_room TEXT NOT NULL, room TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, language TEXT NOT NULL,
  held INTEGER NOT NULL, outline TEXT NOT NULL, UNIQUE (wing, path)
);
CREATE TABLE IF NOT EXISTS drawers (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file INTEGER NOT NULL, hall TEXT NOT NULL, headings TEXT NOT NULL,
  first INTEGER NOT NULL, last INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, text TEXT NOT NULL,
  position INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, size INTEGER NOT NULL, embedded BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS drawers_by_file ON drawers (file);
CREATE INDEX IF NOT EXISTS drawers_by_embedded ON drawers (embedded);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S* P*'");
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, 'row');
CREATE TABLE IF NOT EXISTS vectors (
  model TEXT NOT NULL, embedded BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, embedded)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS closets (
  id TEXT PRIMARY KEY, file INTEGER NOT NULL, position INTEGER NOT NULL, lines TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS closets_by_file ON closets (file);
CREATE TABLE IF NOT EXISTS tunnels (id TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS kept (id BLOB PRIMARY KEY, op TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changed (id TEXT PRIMARY KEY, closet INTEGER NOT NULL, mark INTEGER NOT NULL) WITHOUT ROWID;
"""

Value = TypeVar("Value")


class Records:
    """The database of one palace; several processes may use it at once, and a write that was acknowledged outlives a kill.

    Args:
        folder: Where it lies; when that cannot be written, it lives in memory.
        refill: Fills an empty database anew; called when it was damaged.
    """

    def __init__(self, folder: Path, refill: Callable[[], None]) -> None:
        self.path = folder / FILE_NAME
        self._refill = refill
        self._connection: sqlite3.Connection | None = None
        self._refilling = False

    def do(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Do something with the database; a damaged one is thrown away and filled anew first.

        Raises:
            Busy: Another process keeps it locked for longer than half a minute.
            WriteError: The disk refuses a write.
        """
        try:
            return work(self.open())
        except sqlite3.DatabaseError as error:
            if refused := _refusal(error, self.path):
                raise refused from error
            if self._refilling or isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
                raise
        self.drop()
        self._refilling = True
        try:
            self._refill()
        finally:
            self._refilling = False
        return work(self.open())

    def open(self) -> sqlite3.Connection:
        """The connection, made when it is first asked for."""
        if self._connection is None:
            self._connection = open_database(self.path, _LAYOUT * 1000 + TOKENS_VERSION)
            self._connection.executescript(_SCHEMA)
        return self._connection

    def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def drop(self) -> None:
        """Delete the database."""
        self.close()
        drop_database(self.path)


class Transaction:
    """One write, begun at once, so that a second process waits instead of failing halfway."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")


class Snapshot:
    """Several reads of one state, whatever other processes write meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN")

    def __exit__(self, *_: object) -> None:
        if self._connection.in_transaction:  # a damaged database may have ended it
            self._connection.execute("ROLLBACK")


def mark_changed(connection: sqlite3.Connection, keys: Iterable[str], *, closets: bool = False) -> None:
    """Note that drawers or closets are not in the copy as they are now, if there is one; the caller holds the transaction."""
    if not read_meta(connection, COPIED):
        return
    connection.executemany("INSERT OR REPLACE INTO changed VALUES (?, ?, random())", [(key, int(closets)) for key in keys])


def unordered_key(wing: str) -> str:
    """Key of the mark of a wing in which something was filed or taken out since its rooms were put in order."""
    return f"unordered:{wing}"


def mark_unordered(connection: sqlite3.Connection, wing: str) -> None:
    """Set that mark, another one each time; the caller holds the transaction."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, hex(randomblob(8)))", (unordered_key(wing),))


def read_meta(connection: sqlite3.Connection, key: str) -> str:
    """A remembered value, empty when there is none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else ""


def write_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Remember a value."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _refusal(error: sqlite3.DatabaseError, path: Path) -> WikiError | None:
    """What a person is told where the database is whole but cannot be used now; None where it is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return Busy(f"another process writes to {path.name} for over half a minute", "try again when it has ended")
    if code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
        return WriteError(f"{path} cannot be written: {error}", "free some space, or make the folder writable")
    return None
