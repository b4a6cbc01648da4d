"""The lines of a Markdown text, with block quote marks and indentation taken off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

TAB = 4
"""Columns of a tab stop, and the indentation that makes a line code."""

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*\r?\n")
_CLOSING = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
}


class Line(NamedTuple):
    """One line: span of its text without white space at both ends, the indentation in columns, the depth of block quotes."""

    start: int
    end: int
    text: str
    indent: int
    depth: int


def frontmatter_end(text: str) -> int:
    """Offset behind the YAML (``---``) or TOML (``+++``) block at the top, 0 when there is none."""
    begin = 1 if text.startswith("\ufeff") else 0
    opening = _OPENING.match(text, begin)
    if opening is None:
        return begin
    closing = _CLOSING[opening[1]].search(text, opening.end())
    return closing.end() if closing else begin


def read_lines(text: str, start: int, end: int) -> Iterator[Line]:
    """Lines of ``text[start:end]``."""
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        after = end if stop < 0 else stop + 1
        stop = end if stop < 0 else stop
        body = at
        depth = 0
        indent, body = _indent(text, body, stop)
        while indent < TAB and text.startswith(">", body, stop):
            depth += 1
            body += 1
            if text.startswith((" ", "\t"), body, stop):
                body += 1
            indent, body = _indent(text, body, stop)
        content = text[body:stop].rstrip()
        yield Line(body, body + len(content), content, indent, depth)
        at = after


def _indent(text: str, at: int, stop: int) -> tuple[int, int]:
    """Columns of white space from ``at``, and where it ends; an ideographic space is none, since it indents prose."""
    begin, columns = at, 0
    while at < stop and text[at] in " \t\u3000\ufeff":
        columns += TAB - columns % TAB if text[at] == "\t" else text[at] == " "
        at += 1
    return (columns if at > begin else 0), at
