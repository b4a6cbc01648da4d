"""Tables in text files as Markdown tables."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.csvrows import Row, rows, sniff
from llmwiki.sources.data.reading import counted, read_notes
from llmwiki.sources.detect import detect, is_kind
from llmwiki.sources.inert import inert
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.place import line_mark, unmarked
from llmwiki.sources.visible import visible
from llmwiki.vault import chars

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_ROWS = 1000
MAX_COLUMNS = 40
MAX_CELL = 5000
"""Characters of a cell that are shown."""
_BLOCK_ROWS = 50
"""Rows below which the head is written again, so that a part of a long table still says what its columns are."""
_NUMBER = re.compile(r"[-+]?[\d.,:/%$€£¥\s-]*\d[\d.,:/%eE+-]*")


class TableConverter:
    """CSV and TSV to Markdown tables behind ``<!-- line N -->`` marks; of long ones the first 1,000 rows."""

    name = "table"
    extractor = "table 1"

    def accepts(self, original: Original) -> bool:
        """Whether the name says that the text is a table."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a table.

        Raises:
            SourceRefused: no row with anything in it.
        """
        found = detect(original.name, original.data)
        text, hidden = visible(found.text)
        text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
        try:
            dialect = sniff(text, original.name)
            read = list(rows(text, dialect))
        except csv.Error as error:
            raise SourceRefused(f"is a broken table: {error}") from error
        if not read:
            raise SourceRefused("is an empty table")
        width = max(len(row.cells) for row in read)
        title = title_from_name(original.name)
        cuts = _cuts(read, width)
        body = "\n\n".join([f"# {inert(title)}", *_tables(read[: MAX_ROWS + 1], min(width, MAX_COLUMNS)), *[f"*({cut}.)*" for cut in cuts]])
        return Source(
            text=body + "\n",
            title=title,
            kind="article",
            language="zh" if chars.language(text[:MAX_CELL]) == "zh" else "en",
            author="",
            date="",
            origin=original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(*read_notes(found, hidden), *cuts),
        )


def _cuts(read: Sequence[Row], width: int) -> list[str]:
    """What of the table is not shown."""
    cuts = []
    if len(read) - 1 > MAX_ROWS:
        cuts.append(f"{counted(len(read) - 1 - MAX_ROWS, 'more row')} in the original, {counted(len(read) - 1, 'row')} in all")
    if width > MAX_COLUMNS:
        cuts.append(f"{counted(width - MAX_COLUMNS, 'more column')} in the original, {counted(width, 'column')} in all")
    return cuts


def _tables(read: Sequence[Row], width: int) -> Iterator[str]:
    """The rows as tables of 50; a new one also begins where lines and rows no longer keep step."""
    headed = _is_head(read[0].cells, read[1:2])
    head = read[0] if headed else None
    block: list[Row] = []
    first = True
    for row in read[1:] if headed else read:
        if block and (len(block) >= _BLOCK_ROWS or row.first != block[-1].first + 1):
            yield _table(head, block, width, first=first)
            block, first = [], False
        block.append(row)
    if block or head:
        yield _table(head, block, width, first=first)


def _table(head: Row | None, block: Sequence[Row], width: int, *, first: bool) -> str:
    start = head.first if head and first else block[0].first - 1
    if head and first and block and block[0].first != head.first + 1:
        start = block[0].first - 1  # blank lines or a head of several lines stand between
    lines = [line_mark(max(start, 1)), _written(head.cells if head else [""] * width, width), "|" + " --- |" * width]
    lines.extend(_written(row.cells, width) for row in block)
    return "\n".join(lines)


def _written(cells: Sequence[str], width: int) -> str:
    shown = [_cell(cell) for cell in cells[:width]]
    return "| " + " | ".join([*shown, *[""] * (width - len(shown))]) + " |"


def _cell(cell: str) -> str:
    text = cell.strip()
    text = text if len(text) <= MAX_CELL else f"{text[:MAX_CELL]} ..."
    text = inert(unmarked(" ".join(text.split("\t")))).replace("|", "\\|")
    return "<br>".join(part.strip() for part in text.split("\n"))


def _is_head(cells: Sequence[str], following: Sequence[Row]) -> bool:
    """Whether a first row names columns: words, no numbers, none twice."""
    named = [cell.strip() for cell in cells]
    filled = [cell for cell in named if cell]
    if not filled or any(_NUMBER.fullmatch(cell) for cell in filled) or len(set(filled)) < len(filled):
        return False
    return bool(following) or len(filled) == len(named)
