"""Excel workbooks (xlsx), read with openpyxl of the ``office`` extra."""

from __future__ import annotations

import io
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import is_kind
from llmwiki.sources.failures import failures, told
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.render import titled
from llmwiki.sources.markup.tokens import plain
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.office.extra import comments_told, installed, needed
from llmwiki.sources.office.properties import properties
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WHAT = "Excel workbooks"
MAX_ROWS = 5_000
"""Most rows of one sheet that become text; the rest stays in the original, told."""
MAX_COLUMNS = 200
_MAX_LOOKED_AT = 1_048_576
"""The rows that a sheet may have, blank ones included (Excel specifications and limits)."""


class SheetsConverter:
    """Workbooks to Markdown: a heading and tables for each sheet, blank rows apart; values as they were last calculated."""

    name = "xlsx"

    @property
    def extractor(self) -> str:
        """Name and version of the library that reads the format."""
        return installed("openpyxl")

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are an Excel workbook, whatever the file is called."""
        return is_kind(original, "xlsx")

    def convert(self, original: Original) -> Source:
        """Convert a workbook.

        Raises:
            SourceRefused: the extra is missing, the file is broken, over a budget, or without values.
        """
        needed("openpyxl", _WHAT)
        package = Package(original.data, "Excel workbook")
        package.check_markup()
        about = properties(package)
        body, notes = _read(original.data)
        notes += comments_told(package, "xl/comments", "xl/threadedcomments/")
        if not body:
            raise SourceRefused(f"no values in it{': ' if notes else ''}{', '.join(notes)}")
        title = about.title or title_from_name(original.name)
        text, hidden = visible(titled(body, title))
        return Source(
            text=text,
            title=title,
            kind="article",
            language=language(text),
            author=about.author,
            date=about.date,
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*notes, *([f"{hidden:,} invisible characters taken out"] if hidden else [])),
        )


def _read(data: bytes) -> tuple[str, list[str]]:
    """The sheets as Markdown, and notes."""
    import warnings
    from zipfile import BadZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    parts: list[str] = []
    notes: list[str] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # features that openpyxl would not write back
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            for sheet in book.worksheets:
                parts += _sheet(sheet, notes)
            charts = len(book.sheetnames) - len(book.worksheets)
            book.close()
    except failures(BadZipFile, InvalidFileException, SyntaxError) as error:
        raise SourceRefused(f"is a broken Excel workbook: {told(error)}") from error
    if charts:
        notes.append(f"{charts} chart sheet{'s' * (charts != 1)} not part of the text")
    return "\n\n".join(parts), notes


def _sheet(sheet: Any, notes: list[str]) -> list[str]:  # noqa: ANN401 - openpyxl has no types
    """A heading and the tables of one sheet; nothing for an empty one."""
    name = " ".join(plain(sheet.title).split())
    sheet.reset_dimensions()
    rows, cut, wide = _rows(sheet)
    if not any(map(any, rows)):
        return []
    if cut:
        notes.append(f"sheet {name}: cut off at row {cut:,}; the original has the rest")
    if wide:
        notes.append(f"sheet {name}: columns beyond the first {MAX_COLUMNS} left out")
    if sheet.sheet_state != "visible":
        notes.append(f"sheet {name} is hidden in the workbook")
    return [f"## {inert(name)}", *_tables(rows)]


def _rows(sheet: Any) -> tuple[list[list[str]], int, bool]:  # noqa: ANN401
    """The rows of a sheet.

    Returns:
        The rows, one blank one for any number of them; the number of the last one when there are more, else 0; whether columns
        too far to the right hold values.
    """
    rows: list[list[str]] = []
    filled, wide = 0, False
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        if filled == MAX_ROWS or number > _MAX_LOOKED_AT:
            return rows, number - 1, wide
        line = [_shown(value) for value in row[:MAX_COLUMNS]] if any(value is not None for value in row) else []
        wide = wide or any(value is not None for value in row[MAX_COLUMNS:])
        filled += any(line)
        if any(line) or (rows and rows[-1]):
            rows.append(line if any(line) else [])
    return rows, 0, wide


def _shown(value: object) -> str:
    """A cell's value as people write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.15g}"
    return plain(str(value)).strip()


def _tables(rows: Iterable[list[str]]) -> Iterator[str]:
    """Tables, one for each run of rows; a single cell above one is its caption."""
    block: list[list[str]] = []
    for row in [*rows, []]:
        if any(row):
            block.append(row)
        elif block:
            yield from _block(block)
            block = []


def _block(rows: list[list[str]]) -> Iterator[str]:
    width = max(len(row) for row in rows)
    columns = [place for place in range(width) if any(place < len(row) and row[place] for row in rows)]
    grid = [[row[place] if place < len(row) else "" for place in columns] for row in rows]
    while grid and len(columns) > 1 and sum(map(bool, grid[0])) == 1 and len(grid) > 1:
        yield inert(" ".join(filter(None, grid.pop(0))))
    if len(columns) == 1:
        yield "\n\n".join(inert(" ".join(row[0].split())) for row in grid)
        return
    lines = [f"| {' | '.join(_cell(text) for text in row)} |" for row in grid]
    lines.insert(1, f"|{' --- |' * len(columns)}")
    yield "\n".join(lines)


def _cell(text: str) -> str:
    return inert("<br>".join(" ".join(line.split()) for line in text.splitlines())).replace("\\<br>", "<br>").replace("|", "\\|")
