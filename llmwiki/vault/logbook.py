"""log.md: appended to and rotated, never rewritten, in the form the vault already has.

Two forms are read and kept: the table ``| Date | Action | Target | Notes |`` and dated headings
``## [2026-11-30] ingest | subject`` with list lines below. Branches are joined by union, so entries may
come twice and in any order; reading takes each once and sorts them by date.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.vault.sections import lines, newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from llmwiki.vault.sections import Line

KEPT_ON_ROTATION = 30  # entries an agent reads at the start of a session, by the Hermes skill

_HEADS = {
    "en": "# Wiki Log\n\n| Date | Action | Target | Notes |\n|------|--------|--------|-------|\n",
    "zh": "# Wiki 日志\n\n| 日期 | 操作 | 对象 | 备注 |\n|------|------|------|------|\n",
}
_HEADING = re.compile(r"## \[?(\d{4}-\d\d-\d\d)\]?\s+(.*)")
_ROW = re.compile(r"\|\s*(\d{4}-\d\d-\d\d)\s*\|(.*)")
_CELL = re.compile(r"(?<!\\)\|")
_TABLE_LINE = re.compile(r"\s*\|")

LogForm = Literal["table", "headings"]


class LogEntry(NamedTuple):
    """One thing that happened: ISO date, what was done, to what, and a word on it."""

    date: str
    action: str
    target: str
    notes: str


class Rotated(NamedTuple):
    """The log after a rotation, and the year files that took the old entries, by file name."""

    log: str
    archives: Mapping[str, str]


def append_log(existing: str, day: date, action: str, target: str, notes: str, *, language: str = "en") -> str:
    """The log with one more entry at its end, in the form and with the line ends it has.

    Args:
        existing: The present text; when empty, a table is begun in ``language``.
        day: Date of the entry.
        action: ``ingest``, ``query``, ``lint`` ...
        target: What it was done to.
        notes: A few words; line breaks in it make several list lines in the heading form.
        language: Of the table's head, where one has to be made.
    """
    newline = newline_of(existing)
    if log_form(existing) == "headings":
        bullets = "".join(f"- {line}{newline}" for line in notes.splitlines() if line.strip())
        gap = newline if existing.strip() else ""
        return _ended(existing, newline) + f"{gap}## [{day.isoformat()}] {action} | {_one_line(target)}{newline}{bullets}"
    row = "| " + " | ".join(_cell(text) for text in (day.isoformat(), action, target, notes)) + " |" + newline
    at = _end_of_table(existing)
    if at is None:
        head = _HEADS[language].replace("\n", newline)
        lead = "" if not existing.strip() else _ended(existing, newline) + newline
        return lead + (head if not lead else head.split(newline, 2)[2]) + row
    return _ended(existing[:at], newline) + row + existing[at:]


def log_form(text: str) -> LogForm:
    """Which form the log has; the later one where both occur, the table where neither does."""
    form: LogForm = "table"
    for row in lines(text):
        if not row.inert and _HEADING.match(row.text):
            form = "headings"
        elif not row.inert and _TABLE_LINE.match(row.text):
            form = "table"
    return form


def read_log(text: str) -> list[LogEntry]:
    """All entries, each once, by date; entries of one day keep their order."""
    entries = dict.fromkeys(entry for entry, _ in _entries(text))
    return sorted(entries, key=lambda entry: entry.date)


def rotate(existing: str, limit: int, archives: Mapping[str, str], *, language: str = "en") -> Rotated | None:
    """Move old entries into ``log-YEAR.md`` when there are more than ``limit``; None when there are not.

    The newest entries stay, as does every line that is no entry.

    Args:
        existing: The present log.
        limit: ``log_max_entries`` of the schema.
        archives: Present texts of year files, by name; they are appended to.
        language: Of the head of a new year file.
    """
    entries = _entries(existing)
    if len({entry for entry, _ in entries}) <= limit:
        return None
    newest = sorted(entries, key=lambda pair: pair[0].date)[-KEPT_ON_ROTATION:]
    kept = {row.number for _, rows in newest for row in rows}
    moved = [(entry, rows) for entry, rows in entries if rows[0].number not in kept]
    gone = {row.number for _, rows in moved for row in rows}
    log = "\n".join(row.text for row in lines(existing) if row.number not in gone)
    return Rotated(log, _year_files(moved, archives, log_form(existing), language))


def _year_files(moved: Iterable[tuple[LogEntry, list[Line]]], archives: Mapping[str, str], form: LogForm, language: str) -> dict[str, str]:
    years: dict[str, str] = {}
    done: set[LogEntry] = set()
    for entry, rows in moved:
        name = f"log-{entry.date[:4]}.md"
        head = _HEADS[language] if form == "table" else _HEADS[language].split("\n")[0] + "\n\n"
        text = years.get(name) or archives.get(name) or head
        if entry not in done:
            years[name] = _ended(text, "\n") + "".join(row.text.rstrip("\r") + "\n" for row in rows)
        done.add(entry)
    return years


def _entries(text: str) -> list[tuple[LogEntry, list[Line]]]:
    """Every entry with its lines, in the file's order; a heading's lines go up to the next heading or table."""
    found: list[tuple[LogEntry, list[Line]]] = []
    is_open = False
    for row in lines(text):
        entry = None if row.inert else _read(row.text.strip())
        if entry:
            found.append((entry, [row]))
            is_open = row.text.startswith("#")
        elif row.text.startswith(("#", "|")):
            is_open = False
        elif is_open:
            found[-1][1].append(row)
    return [(_with_notes(entry, rows), rows) for entry, rows in found]


def _read(line: str) -> LogEntry | None:
    heading = _HEADING.fullmatch(line)
    if heading:
        action, _, target = heading[2].partition("|")
        return LogEntry(heading[1], action.strip(), target.strip(), "")
    row = _ROW.fullmatch(line)
    if not row:
        return None
    cells = [cell.strip().replace(r"\|", "|") for cell in _CELL.split(row[2].rstrip().removesuffix("|"))]
    padded = [*cells, "", ""]
    return LogEntry(row[1], padded[0], padded[1], " | ".join(cells[2:]))


def _with_notes(entry: LogEntry, rows: list[Line]) -> LogEntry:
    below = [row.text.strip().removeprefix("- ") for row in rows[1:] if row.text.strip()]
    return entry._replace(notes="\n".join(below)) if below else entry


def _end_of_table(text: str) -> int | None:
    """Offset behind the last line of the last table."""
    table = [row for row in lines(text) if not row.inert and _TABLE_LINE.match(row.text)]
    return min(table[-1].start + len(table[-1].text) + 1, len(text)) if table else None


def _ended(text: str, newline: str) -> str:
    return text if not text or text.endswith("\n") else text + newline


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _one_line("; ".join(line for line in text.splitlines() if line.strip())).replace("|", r"\|")
