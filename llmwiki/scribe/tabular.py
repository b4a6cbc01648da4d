"""Comparison tables that a source holds already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from llmwiki.scribe.draft import Statement
from llmwiki.scribe.prose import Reading, TableBlock
from llmwiki.scribe.prove import Prover
from llmwiki.scribe.topic import Topic

_TABLE_ROWS, _TABLE_COLUMNS = 3, 3
_MOST_THINGS = 3
"""A table of more things is a list of them: any two of its lines would make a comparison."""

# Time-lines of two sessions and example schemas set nothing side by side.
_SPEC_TABLE = re.compile(r"^(?:session|会话|事务|txn|客户端|client)\s*\w{0,2}$|^(?:date|action|target|日期|时间)$", re.IGNORECASE)
_NOTHING = frozenset({"", "-", "—", "–", "/", "N/A", "n/a", "?"})


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says on an axis: a finished statement."""

    axis: str
    left: Statement | None
    right: Statement | None


def from_tables(left: Topic, right: Topic, prover: Prover) -> list[Cell]:
    """Rows of the first table that has both things as columns, or, turned round, as rows."""
    for reading in shared(left, right):
        for table in reading.prose.tables:
            cells = _columns(reading, table, left, right, prover) or _rows(reading, table, left, right, prover)
            if cells:
                return cells
    return []


def _columns(reading: Reading, table: TableBlock, left: Topic, right: Topic, prover: Prover) -> list[Cell]:
    at = (_column(table.header, left), _column(table.header, right))
    if (
        len(table.header) > _MOST_THINGS + 1
        or min(at) < 1
        or at[0] == at[1]
        or len(table.rows) < _TABLE_ROWS
        or any(_SPEC_TABLE.match(name) for name in table.header)
    ):
        return []
    lines = _lines(reading, table)
    return [
        Cell(row[0], _cell(row, at[0], reading, lines[number], prover), _cell(row, at[1], reading, lines[number], prover))
        for number, row in enumerate(table.rows)
        if number < len(lines) and row and row[0]
    ]


def _rows(reading: Reading, table: TableBlock, left: Topic, right: Topic, prover: Prover) -> list[Cell]:
    first = [row[0] if row else "" for row in table.rows]
    at = (_column(first, left), _column(first, right))
    if len(table.rows) > _MOST_THINGS or min(at) < 0 or at[0] == at[1] or len(table.header) < _TABLE_COLUMNS + 1:
        return []
    lines = _lines(reading, table)
    if max(at) >= len(lines):
        return []
    ours, theirs = table.rows[at[0]], table.rows[at[1]]
    return [
        Cell(name, _cell(ours, column, reading, lines[at[0]], prover), _cell(theirs, column, reading, lines[at[1]], prover))
        for column, name in enumerate(table.header)
        if column and name
    ]


def _column(names: Sequence[str], topic: Topic) -> int:
    """The cell that is the topic's name and nothing else."""
    wanted = {name.lower() for name in topic.names}
    return next((number for number, name in enumerate(names) if name.strip(" *`").lower() in wanted), -1)


def _lines(reading: Reading, table: TableBlock) -> list[str]:
    """Raw lines of the table's rows, empty rows left out as the reader leaves them out."""
    lines = reading.text[table.start : table.end].splitlines()[2:]
    return [line.strip() for line in lines if line.strip(" |\t>")]


def _cell(row: Sequence[str], column: int, reading: Reading, line: str, prover: Prover) -> Statement | None:
    text = row[column].strip() if column < len(row) else ""
    if text in _NOTHING:
        return None
    citation = prover.quoted(reading, line)
    return Statement(text, (citation,)) if citation else None


def shared(left: Topic, right: Topic) -> list[Reading]:
    """Sources that name both, by path."""
    ours = {spot.reading.source: spot.reading for spot in left.spots}
    theirs = {spot.reading.source for spot in right.spots}
    return [ours[source] for source in sorted(ours) if source in theirs]


def find(text: str, topic: Topic) -> int:
    """First place of any of the topic's names in ``text``, -1 when there is none."""
    lower = text.lower()
    places = [lower.find(name.lower()) for name in topic.names]
    return min((place for place in places if place >= 0), default=-1)
