"""The word index: drawers in SQLite FTS5, their text turned into terms by us.

BM25 statistics are those of the whole collection, whatever the filter, so that names stay informative. A question's score is its
*coverage*: BM25 by the sum of the weights of its terms, near 1 when all of them occur and near 0 for one weak word in common.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from llmwiki.palace.database import drop_database, open_database, storable
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.ranking import Candidate, Scope, bm25_weight, rank
from llmwiki.palace.tokens import TOKENS_VERSION, document_terms, question_terms

if TYPE_CHECKING:
    from pathlib import Path

    from llmwiki.palace.hit import Hit

FILE_NAME = "words.db"
_LAYOUT = 1
_POOL = 200
"""Candidates whose exact score is computed; FTS5's own ranking chooses them."""

_BATCH = 100
_MOST_TERMS = 64
"""Terms of a question that are looked up; a pasted page is no question."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS drawers (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, headings TEXT NOT NULL,
  first INTEGER NOT NULL, last INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, text TEXT NOT NULL,
  position INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, date TEXT NOT NULL, size INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS drawers_by_path ON drawers (path);
CREATE INDEX IF NOT EXISTS drawers_by_id ON drawers (id);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S* P*'");
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, 'row');
"""
_COLUMNS = "d.id, d.path, d.kind, d.headings, d.first, d.last, d.start, d.stop, d.text, d.position, d.before, d.after"
_FOUND = f"""
SELECT {_COLUMNS}, d.date, w.terms FROM words AS w JOIN drawers AS d ON d.number = w.rowid
WHERE words MATCH ? AND d.kind IN (?, ?) AND substr(d.path, 1, length(?)) = ? ORDER BY bm25(words), d.path, d.position LIMIT ?
"""  # noqa: S608 - constant
_DRAWER = f"SELECT {_COLUMNS} FROM drawers AS d WHERE d.id = ?"  # noqa: S608 - constant
_INSERT = "INSERT INTO drawers VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Shelf:
    """One file's content for the index: its drawers, what stands over each of them (title, other names), its ISO date."""

    drawers: Sequence[Drawer]
    header: str = ""
    date: str = ""


class Synced(NamedTuple):
    """Numbers of files that were new, changed, gone, and left as they were."""

    added: int
    changed: int
    removed: int
    kept: int


class WordIndex:
    """The index of one vault; several processes may use it at once.

    Args:
        folder: The cache folder; when it cannot be written, the index lives in memory.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._connection: sqlite3.Connection | None = None
        self._wanted: tuple[Mapping[str, str], Callable[[str], Shelf]] = ({}, _nothing)

    def sync(self, files: Mapping[str, str], load: Callable[[str], Shelf]) -> Synced:
        """Bring the index in line with the files of the vault.

        Args:
            files: Path to SHA-256 of every file that is wanted.
            load: Gives the content of a file that is new or changed.
        """
        self._wanted = (files, load)
        return self._safely(lambda connection: _sync(connection, files, load))

    def search(self, question: str, scope: Scope) -> list[Hit]:
        """Drawers that fit a question (words or a whole sentence, any language), best first."""
        return self._safely(lambda connection: _search(connection, question, scope))

    def weights(self, terms: Iterable[str]) -> dict[str, float]:
        """How much each term tells: its inverse document frequency, and the highest there is for one that is nowhere."""
        return self._safely(lambda connection: _weights(connection, list(terms)))

    def drawer(self, key: str) -> Drawer | None:
        """The drawer with an id."""
        row = self._safely(lambda connection: connection.execute(_DRAWER, (key,)).fetchone())
        return _drawer(row) if row else None

    def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _safely(self, work: Callable[[sqlite3.Connection], Value]) -> Value:
        """Do something with the database; a damaged one is filled anew from the vault first."""
        try:
            return work(self._open())
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise
        self.close()
        drop_database(self._path)
        _sync(self._open(), *self._wanted)
        return work(self._open())

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = open_database(self._path, _LAYOUT * 1000 + TOKENS_VERSION)
            self._connection.executescript(_SCHEMA)
        return self._connection


def _nothing(_path: str) -> Shelf:
    return Shelf(())


def _sync(connection: sqlite3.Connection, files: Mapping[str, str], load: Callable[[str], Shelf]) -> Synced:
    known = dict(connection.execute("SELECT path, sha256 FROM files"))
    gone = sorted(known.keys() - files.keys())
    fresh = sorted(path for path, digest in files.items() if known.get(path) != digest)
    added = sum(path not in known for path in fresh)
    for at in range(0, len(fresh), _BATCH):
        _replace(connection, {path: (files[path], _rows(load(path))) for path in fresh[at : at + _BATCH]})
    if gone:
        _replace(connection, dict.fromkeys(gone))
    return Synced(added, len(fresh) - added, len(gone), len(files) - len(fresh))


def _rows(shelf: Shelf) -> list[tuple[tuple[object, ...], str]]:
    """A row of ``drawers`` and the terms for each drawer of a shelf."""
    rows: list[tuple[tuple[object, ...], str]] = []
    for drawer in shelf.drawers:
        above = [shelf.header, *drawer.headings, shelf.date]
        terms = document_terms(" \n ".join([*dict.fromkeys(filter(None, above)), drawer.text]))
        place = (*drawer.lines, drawer.start, drawer.end, storable(drawer.text), drawer.position, drawer.before, drawer.after)
        row = (drawer.id, drawer.path, drawer.kind, json.dumps(drawer.headings, ensure_ascii=True), *place, shelf.date, len(terms))
        rows.append((row, storable(" ".join(terms))))
    return rows


def _replace(connection: sqlite3.Connection, files: Mapping[str, tuple[str, list[tuple[tuple[object, ...], str]]] | None]) -> None:
    """Take files out and, where they have content, put them in; all or nothing."""
    with _Transaction(connection):
        for path, content in files.items():
            numbers = connection.execute("SELECT number FROM drawers WHERE path = ?", (path,)).fetchall()
            connection.executemany("DELETE FROM words WHERE rowid = ?", numbers)
            connection.execute("DELETE FROM drawers WHERE path = ?", (path,))
            connection.execute("DELETE FROM files WHERE path = ?", (path,))
            if content is None:
                continue
            connection.execute("INSERT INTO files VALUES (?, ?)", (path, content[0]))
            for row, terms in content[1]:
                number = connection.execute(_INSERT, row).lastrowid
                connection.execute("INSERT INTO words (rowid, terms) VALUES (?, ?)", (number, terms))


class _Transaction:
    """One write, begun at once, so that a second process waits instead of failing halfway."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, *_: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")


def _search(connection: sqlite3.Connection, question: str, scope: Scope) -> list[Hit]:
    terms = question_terms(storable(question))[:_MOST_TERMS]
    if not terms:
        return []
    kinds = (scope.kind, scope.kind) if scope.kind else ("page", "source")
    match = " OR ".join(f'"{term}"' for term in terms)
    rows = connection.execute(_FOUND, (match, *kinds, scope.under, scope.under, _POOL)).fetchall()
    average = connection.execute("SELECT avg(size) FROM drawers").fetchone()[0] or 1.0
    candidates = [Candidate(_drawer(row[:-2]), row[-2], row[-1].split(" ")) for row in rows]
    return rank(question, candidates, _weights(connection, terms), average, scope)


def _weights(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, float]:
    total = connection.execute("SELECT count(*) FROM drawers").fetchone()[0]
    found = {}
    for term in terms:
        row = connection.execute("SELECT doc FROM vocabulary WHERE term = ?", (term,)).fetchone()
        found[term] = bm25_weight(row[0] if row else 0, total)
    return found


def _drawer(row: Sequence[object]) -> Drawer:
    key, path, kind, headings, first, last, start, stop, text, position, before, after = row
    return Drawer(key, path, kind, tuple(json.loads(headings)), (first, last), start, stop, text, position, before, after)  # type: ignore[arg-type]
