r"""A line of the log is no entry.

Looks at `log.md` of a wiki, in the form that it has. In a table, each row needs a date that the calendar has and as
many cells as the table's head has columns; a repeated head or ruler, as a merge of two branches leaves it, is fine.
As headings, a level-2 heading that begins with a date needs one that the calendar has, and what was done behind it.
Entries may come twice and in any order. Tables and headings that hold no dates are no part of the log.

Why: Programs and agents read the log line by line to learn what happened last. A line that is no entry is lost to
them.

Fix: Write `| 2026-11-30 | ingest | target | notes |` with `\|` for a bar inside a cell, or `## [2026-11-30] ingest |
subject`.
"""

from __future__ import annotations

import itertools
import re
from datetime import date
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.vault.sections import Line

CODE = "W304"
NAME = "log-malformed"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_CELL = re.compile(r"(?<!\\)\|")
_RULER = re.compile(r"[\s|:-]+")
_DATED = re.compile(r"##\s+\[?(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)(?!\d)\]?\s*(.*)")
_DAY = re.compile(r"\[?(\d{4}-\d\d-\d\d)\]?(?![\d-])")
_DATE_HEADS = {"date", "day", "when", "time", "timestamp", "日期", "时间", "日時", "日付"}


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each line of the log that should be an entry and is none."""
    log = snapshot.special("log.md")
    return by_page(snapshot, CODE, [log] if log else [], _in_log)


def _in_log(snapshot: Snapshot, log: str) -> Iterator[Mark]:
    from llmwiki.vault.sections import lines  # only needed where the log is new

    rows = [row for row in lines(snapshot.vault.page(log).text) if row.text.strip() and not row.inert]
    for row, below in zip(rows, [*rows[1:], None], strict=False):
        found = _DATED.match(row.text)
        fault = _fault_of_heading(found, bool(below and not below.text.startswith("#"))) if found else ""
        if fault:
            yield Mark(log, _span(row), fault)
    for table in _tables(rows):
        yield from (Mark(log, _span(row), fault) for row, fault in _faults_of_table(table))


def _fault_of_heading(found: re.Match[str], has_text: bool) -> str:  # noqa: FBT001 - whether the entry has lines of its own
    day, action = found[1], found[2].strip()
    if not _is_day(day):
        return f"“{day}” is no date of the form 2026-11-30" if _DAY.fullmatch(day) is None else f"there is no day {day}"
    return "" if action.strip("|: ") or has_text else "the entry does not say what was done"


def _tables(rows: Sequence[Line]) -> Iterator[list[Line]]:
    """Runs of lines that begin with a bar."""
    table: list[Line] = []
    for row in rows:
        is_row = row.text.lstrip().startswith("|")
        if table and (not is_row or row.number != table[-1].number + 1):
            yield table
            table = []
        if is_row:
            table.append(row)
    if table:
        yield table


def _faults_of_table(table: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    heads = {_folded(row) for row, below in itertools.pairwise(table) if _is_ruler(below) and not _is_ruler(row)}
    body = [row for row in table if not _is_ruler(row) and _folded(row) not in heads]
    dates = any(_DAY.match(_cells(row)[0]) for row in body)
    if not dates and not any(head[0] in _DATE_HEADS for head in heads):
        return
    columns = {len(head) for head in heads} or {len(_cells(body[0]))}
    for row in body:
        fault = _fault_of_row(_cells(row), columns)
        if fault:
            yield row, fault


def _fault_of_row(cells: Sequence[str], columns: set[int]) -> str:
    if not any(cells):
        return ""
    day = _DAY.match(cells[0])
    if not day:
        return f"“{cells[0]}” is no date of the form 2026-11-30" if cells[0] else "the row has no date"
    if not _is_day(day[1]):
        return f"there is no day {day[1]}"
    if len(cells) in columns:
        return ""
    more = "; write \\| for a bar inside a cell" if len(cells) > max(columns) else ""
    return f"the row has {len(cells)} cells, the table {max(columns)} columns{more}"


def _cells(row: Line) -> tuple[str, ...]:
    text = row.text.strip()
    inner = text[1:-1] if len(text) > 1 and text.endswith("|") and not text.endswith("\\|") else text[1:]
    return tuple(cell.strip() for cell in _CELL.split(inner))


def _folded(row: Line) -> tuple[str, ...]:
    return tuple(cell.casefold() for cell in _cells(row))


def _is_ruler(row: Line) -> bool:
    return "-" in row.text and _RULER.fullmatch(row.text) is not None


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return _DAY.fullmatch(text) is not None


def _span(row: Line) -> Span:
    text = row.text.rstrip()
    return Span(row.start + len(text) - len(text.lstrip()), row.start + len(text))
