"""Rows out of delimited text. Format: RFC 4180, and what spreadsheets of other countries and databases write."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.kinds import extension
from llmwiki.sources.limits import MAX_BYTES, SAMPLE_BYTES

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Iterator

_DELIMITERS = (",", "\t", ";", "|")
_SAMPLE_ROWS = 100
_LONGEST_ROW = 200
"""Lines that one row may span before its opening quote counts as a mere character."""


class Row(NamedTuple):
    """A row with the number of the line on which it begins and that on which it ends, from 1."""

    first: int
    last: int
    cells: list[str]


class Dialect(NamedTuple):
    """How a table is written."""

    delimiter: str
    quoted: bool
    begin: int = 0


def sniff(text: str, name: str) -> Dialect:
    r"""How a text is delimited: the mark that cuts its first rows into the most equal ones.

    Args:
        text: The table, ``\\n`` at line ends.
        name: File name; a tie goes to the tab for ``.tsv``, else to the comma.
    """
    head, _, rest = text.partition("\n")
    if head.lower().startswith("sep=") and len(head) == 5:  # noqa: PLR2004 - Excel's own line: "sep=" and the mark
        return Dialect(head[4], _quotes_close(rest, head[4]), 1)
    order = ("\t", *[mark for mark in _DELIMITERS if mark != "\t"]) if extension(name) == "tsv" else _DELIMITERS
    sample = text[:SAMPLE_BYTES]
    sample = sample[: sample.rfind("\n") + 1] if len(text) > SAMPLE_BYTES and "\n" in sample else sample
    best = max(order, key=lambda mark: _evenness(sample, mark))
    return Dialect(best, _quotes_close(text, best))


def rows(text: str, dialect: Dialect) -> Iterator[Row]:
    """All rows that are not blank."""
    csv.field_size_limit(MAX_BYTES)
    lines = text.split("\n")[dialect.begin :]
    reader = _reader(lines, dialect)
    before = 0
    for cells in reader:
        first, before = before + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield Row(first + dialect.begin, before + dialect.begin, cells)


def _reader(lines: list[str], dialect: Dialect) -> Reader:
    feed = (f"{line}\n" for line in lines)
    return csv.reader(feed, delimiter=dialect.delimiter, quoting=csv.QUOTE_MINIMAL if dialect.quoted else csv.QUOTE_NONE)


def _evenness(sample: str, mark: str) -> tuple[float, int]:
    csv.field_size_limit(MAX_BYTES)
    counts = Counter(len(cells) for cells in islice(_reader(sample.split("\n"), Dialect(mark, quoted=True)), _SAMPLE_ROWS) if cells)
    if not counts:
        return 0.0, 0
    width, often = max(counts.items(), key=lambda item: (item[1], item[0]))
    return (often / counts.total() if width > 1 else 0.0), width


def _quotes_close(text: str, mark: str) -> bool:
    """Whether every quote that opens a cell is closed, and before long; else quotes are plain characters."""
    reader = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=mark, strict=True)
    before = 0
    while True:
        try:
            found = next(reader, None)
        except csv.Error:  # words behind a closing quote: careless within a line, over several it was no quote
            found = []
            if reader.line_num - before > 1:
                return False
        if found is None:
            return True
        if reader.line_num - before > _LONGEST_ROW:
            return False
        before = reader.line_num
