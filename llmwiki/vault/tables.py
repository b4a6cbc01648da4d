"""Pipe tables and callouts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.vault.link import Span
from llmwiki.vault.marks import Callout, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.spans import SpanSet

_DELIMITER = re.compile(r"\n[ \t>]*(\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?)[ \t]*(?=\n|\Z)")
# What no delimiter row lacks; told from the bars alone, without a look at every line.
_DELIMITER_HINT = re.compile(r"\|[ \t]*(?::?-|\n|\Z)")
_CELL_BAR = re.compile(r"(?<!\\)\|")
_ROW_ENDS = re.compile(r"[ \t>]*(?:#{1,6}[ \t]|[-*+][ \t]|```|~~~|\Z|\n)")
_CALLOUT = re.compile(r"[ \t>]*>[ \t]*\[!([^\]\n]+)\]([+-]?)([^\n]*)")
_QUOTE_MARKS = re.compile(r"(?:[ \t]*>)*")


def find_tables(text: str, start: int, hidden: SpanSet) -> tuple[Table, ...]:
    """Tables: a header row, a delimiter row with as many cells, then rows up to a blank line."""
    if not _DELIMITER_HINT.search(text, start):
        return ()
    found: list[Table] = []
    end = start
    for match in _DELIMITER.finditer(text, start):
        if "|" not in match[1] or match.start() < end or match.start() in hidden:
            continue
        begin = text.rfind("\n", end, match.start()) + 1 or end
        header = split_row(text[begin : match.start()])
        if "|" in text[begin : match.start()] and len(header) == len(split_row(match[1])):
            rows, end = _rows(text, match.end())
            found.append(Table(header, rows, Span(begin, end)))
    return tuple(found)


def _rows(text: str, pos: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    rows = []
    while pos < len(text):
        newline = text.find("\n", pos + 1)
        end = newline if newline >= 0 else len(text)
        if _ROW_ENDS.match(text, pos + 1):
            break
        rows.append(split_row(text[pos + 1 : end]))
        pos = end
    return tuple(rows), pos


def split_row(line: str) -> tuple[str, ...]:
    """Cells of a table row as written, trimmed; an escaped pipe does not split."""
    line = line.strip(" \t>").removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return tuple(cell.strip() for cell in _CELL_BAR.split(line))


def find_callouts(text: str, start: int, hidden: SpanSet) -> tuple[Callout, ...]:
    """Callouts, nested ones too, in order of their start."""
    if "[!" not in text:
        return ()
    return tuple(sorted(_callouts(text, start, hidden), key=lambda callout: callout.span))


def _callouts(text: str, start: int, hidden: SpanSet) -> Iterator[Callout]:
    """One walk over the lines with a stack of open callouts, deepest last."""
    opened: list[tuple[int, Callout]] = []
    last = pos = start
    for line in text[start:].split("\n"):
        marks = _QUOTE_MARKS.match(line)
        depth = marks[0].count(">") if marks else 0
        while opened and opened[-1][0] > depth:
            callout = opened.pop()[1]
            yield callout._replace(span=Span(callout.span.start, last))
        opening = _CALLOUT.match(line) if depth and "[!" in line else None
        if opening and pos not in hidden:
            while opened and opened[-1][0] >= depth:
                callout = opened.pop()[1]
                yield callout._replace(span=Span(callout.span.start, last))
            opened.append((depth, Callout(opening[1].strip().lower(), opening[3].strip(), opening[2], Span(pos, pos))))
        last = pos + len(line)
        pos = last + 1
    for _, callout in reversed(opened):
        yield callout._replace(span=Span(callout.span.start, last))
