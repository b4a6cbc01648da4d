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
# What Hugo, Jekyll, Docusaurus and their kind show below a title; the value on one line or folded.
_DESCRIPTION = re.compile(
    r"^(?:description|excerpt|summary|abstract|摘要|简介|描述)[ \t]*[:=][ \t]*(?:[>|][+-]?[ \t]*\r?\n[ \t]+)?(?P<mark>[\"']?)"
    r"(?P<text>[^\s\"'\[{|>](?:.*(?:\n[ \t]+\S.*)*))(?P=mark)[ \t]*\r?$",
    re.MULTILINE | re.IGNORECASE,
)


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


def described(text: str, end: int) -> tuple[int, int] | None:
    """Span of the text's own description in the frontmatter that ends at ``end``, without quotes; None when it has none."""
    found = _DESCRIPTION.search(text, 0, end)
    if found is None or "\\" in found["text"]:
        return None
    start, stop = found.span("text")
    return start, stop - len(found["text"]) + len(found["text"].rstrip())


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
