"""Where in its original a passage stands, read from the marks that converters leave in the text."""

from __future__ import annotations

import re

_PAGE_MARK = re.compile(r"^<!-- page (\d+) -->$", re.MULTILINE)


def page_mark(number: int) -> str:
    """The comment line that stands before the text of a page; pages count from 1."""
    return f"<!-- page {number} -->"


def place_at(text: str, offset: int) -> str:
    """The place of a code point in a captured text: ``p. 7``, or empty where no mark precedes it."""
    last = ""
    for match in _PAGE_MARK.finditer(text, 0, max(offset, 0) + 1):
        last = match[1]
    return f"p. {last}" if last else ""
