"""Foreign SQLite databases, read without a trace: no lock, journal or page of theirs is written."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

_PATIENCE = 5.0
_WRITE_VERSION = 18
_WAL = 2
_SIDE_FILES = ("-wal", "-journal")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A database that can only be read.

    One whose last writes stand in a file beside it (a write-ahead log, the journal of a write that was cut off) is copied first: SQLite
    would have to write to look at it.

    Raises:
        OSError, sqlite3.DatabaseError: It cannot be read, or is no database.
    """
    if not _unsettled(path):
        yield from _opened(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        for ending in _SIDE_FILES:
            beside = path.with_name(path.name + ending)
            if beside.is_file():
                shutil.copyfile(beside, copy.with_name(copy.name + ending))
        yield from _opened(copy, copied=True)


def _opened(path: Path, *, copied: bool = False) -> Iterator[sqlite3.Connection]:
    address = f"file:{quote(str(path.resolve()))}?mode={'rw' if copied else 'ro'}"
    connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE)
    connection.text_factory = _text
    try:
        yield connection
    finally:
        connection.close()


def _unsettled(path: Path) -> bool:
    with path.open("rb") as file:
        header = file.read(_WRITE_VERSION + 1)
    if len(header) <= _WRITE_VERSION:
        raise sqlite3.DatabaseError("file is not a database")
    return header[_WRITE_VERSION] == _WAL or any(path.with_name(path.name + ending).is_file() for ending in _SIDE_FILES)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
