"""Cache databases: opened, made anew when they are damaged or of another layout, shared by several processes."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from filelock import FileLock

if TYPE_CHECKING:
    from pathlib import Path

_PATIENCE = 30.0
"""Seconds to wait for another process's write."""

_CACHE = 16_000
"""Kilobytes of pages that a connection keeps, at most. One search reads about six hundred drawers all over the file: SQLite's own 2 MB hold
hardly any of those that the next one needs again, and reading takes a third longer (measured with 10,000 drawers)."""


def open_database(path: Path, version: int) -> sqlite3.Connection:
    """Open a database in write-ahead mode; one that is damaged or of another version is thrown away, it is only a cache.

    Args:
        path: The file; its folder is made. Where that is impossible the database lives in memory.
        version: Number of the layout.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _lock(path):
            connection = _present(path, version)
            if connection is None:
                _unlink(path)
                connection = _made(path, version)
    except (OSError, sqlite3.OperationalError):
        connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(f"PRAGMA cache_size = {-_CACHE:d}")
    return connection


def drop_database(path: Path) -> None:
    """Delete a database with its side files."""
    with _lock(path):
        _unlink(path)


def storable(text: str) -> str:
    """A text that SQLite takes: bytes that are no UTF-8, kept as lone surrogates, become replacement characters."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _lock(path: Path) -> FileLock:
    return FileLock(path.with_name(f"{path.name}.lock"), timeout=_PATIENCE)


def _present(path: Path, version: int) -> sqlite3.Connection | None:
    """The database if it is there and of the version."""
    if not path.is_file():
        return None
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] == version:
            return connection
    except sqlite3.DatabaseError:  # no database at all: the caller makes a new one
        pass
    connection.close()
    return None


def _made(path: Path, version: int) -> sqlite3.Connection:
    path.touch(mode=0o600)  # what people said and mined is for nobody else; SQLite gives its side files the same permissions
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA user_version = {version:d}")
    return connection


def _unlink(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
