"""Where in its original a passage stands, read from the marks that converters leave in the text.

A mark is an HTML comment on a line of its own before the text it speaks of. Markdown shows none of it, and every offset of
the text leads to a place of the original by the nearest mark above it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_KINDS = "page|time|turn|chapter|line"
_MARK = re.compile(rf"^<!-- ({_KINDS}) (\d[\d:]*) -->$", re.MULTILINE)
_LOOKALIKE = re.compile(rf"<!-- (?=(?:{_KINDS}) \d[\d:]* -->)")
_SHOWN = {"page": "p. ", "time": "", "turn": "turn ", "chapter": "ch. ", "line": "l. "}
_FENCE = re.compile(r"(?:`{3,}|~{3,})[^\n]*\n")
_RULE = re.compile(r"\|[^\n]*\n\|(?: --- \|)+\n")
_OPENER = "<!-- "
_MINUTE, _HOUR = 60, 3600


class Stretch(NamedTuple):
    """A part of a captured text that has one place in its original.

    Attributes:
        start: Offset (code points) of its first character, behind the mark's line; it ends where the next one's mark begins.
        kind: ``page``, ``time``, ``turn``, ``chapter`` or ``line``.
        value: Number from 1, or ``HH:MM:SS``.
    """

    start: int
    kind: str
    value: str

    @property
    def shown(self) -> str:
        """The place as a citation names it: ``p. 7``, ``00:12:31``, ``turn 14``, ``ch. 3``, ``l. 120``."""
        return _SHOWN[self.kind] + self.value


def page_mark(number: int) -> str:
    """The line that stands before the text of a page; pages count from 1."""
    return f"<!-- page {number} -->"


def time_mark(seconds: float) -> str:
    """The line that stands before what is said from a moment on, given in seconds from the beginning; fractions are cut off."""
    whole = max(int(seconds), 0)
    return f"<!-- time {whole // _HOUR:02}:{whole % _HOUR // _MINUTE:02}:{whole % _MINUTE:02} -->"


def turn_mark(number: int) -> str:
    """The line that stands before a turn of a conversation; turns count from 1."""
    return f"<!-- turn {number} -->"


def chapter_mark(number: int) -> str:
    """The line that stands before a chapter; chapters count from 1."""
    return f"<!-- chapter {number} -->"


def line_mark(number: int) -> str:
    """The line that stands before the original's line of this number; the lines below it count on from there."""
    return f"<!-- line {number} -->"


def places(text: str) -> tuple[Stretch, ...]:
    """All stretches of a captured text in its order; empty where a converter left no marks."""
    return tuple(_stretch(match) for match in _MARK.finditer(text))


def place_at(text: str, offset: int) -> str:
    """The place of a code point in a captured text, e.g. ``p. 7``; empty where no mark stands above it."""
    found = _above(text, max(offset, 0))
    if found is None:
        return ""
    if found.kind == "line":
        return found._replace(value=str(int(found.value) + _lines_between(text, found.start, offset))).shown
    return found.shown


def _lines_between(text: str, start: int, offset: int) -> int:
    """Lines of the original between a mark and an offset: the fence or the table's rule right behind the mark is ours."""
    made = _FENCE.match(text, start) or _RULE.match(text, start)
    return text.count("\n", start, offset) - bool(made and offset >= made.end())


def unmarked(text: str) -> str:
    """Foreign text in which nothing passes for a mark of ours; what looks like one stays the comment that it was."""
    return _LOOKALIKE.sub("<!--", text)


def _above(text: str, offset: int) -> Stretch | None:
    """The last stretch whose mark ends at or before an offset, found backwards: the next mark is near, the beginning is not."""
    end = offset + 1
    while (start := text.rfind(_OPENER, 0, end)) >= 0:
        match = _MARK.match(text, start) if start == 0 or text[start - 1] == "\n" else None
        if match and match.end() <= offset + 1:
            return _stretch(match)
        end = start + len(_OPENER) - 1
    return None


def _stretch(match: re.Match[str]) -> Stretch:
    return Stretch(min(match.end() + 1, len(match.string)), match[1], match[2])
