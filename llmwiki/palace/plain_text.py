"""A text without any markup, cut like a note."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.vault.link import Span
    from llmwiki.vault.marks import FootnoteDef, Heading


class PlainText:
    """Code, logs, letters: what looks like a heading or a comment in them is none."""

    body_start = 0
    headings: tuple[Heading, ...] = ()
    code: tuple[Span, ...] = ()
    comments: tuple[Span, ...] = ()
    html_comments: tuple[Span, ...] = ()
    footnote_defs: tuple[FootnoteDef, ...] = ()

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = [0, *accumulate(map(len, text.split("\n")), lambda at, size: at + size + 1)]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        line = bisect_right(self._lines, offset) - 1
        return line + 1, offset - self._lines[line] + 1
