"""What somebody said, made a part of a note: it keeps its Markdown but cannot reach beyond its turn.

People write logs and code, assistants write Markdown. Headings step down below those of the turns, a code block that is left
open is closed, and what Obsidian would hide, run, load or take for a tag is escaped. Code stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from llmwiki.sources.place import unmarked

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\ufffe\uffff]")
_ESCAPE_SEQUENCE = re.compile(r"\x1b\[[0-9;?]{0,30}[A-Za-z]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FENCE = re.compile(r"\s{0,12}(?:[-*+>]\s+|\d{1,3}[.)]\s+)?(`{3,}|~{3,})")
_HEADING = re.compile(r"( {0,3})(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:-{2,}|={2,})\s*$")
_DOWN = 2
_LOWEST = 6
# Raw HTML (unknown tags vanish, others load or run), comments of both kinds, pictures and embeds (a picture from the net tells
# its host who reads), tags. The addresses that Markdown writes in angle brackets stay.
_ACTIVE = re.compile(r"(?<!\\)(?:<(?=[A-Za-z/!?])(?!https?://|mailto:)|%(?=%)|!(?=\[)|(?<![\w&#/])#(?=\d*(?:[^\W\d]|[/-])))")
_SUSPECT = re.compile(r"[<#]|%%|!\[")
_TICKS = re.compile(r"`+")
_AS_SAID: ContextVar[bool] = ContextVar("as_said", default=False)


@contextmanager
def as_said() -> Iterator[None]:
    """While entered, ``speech`` leaves the words as they were said: for text that nobody reads as a note."""
    token = _AS_SAID.set(True)
    try:
        yield
    finally:
        _AS_SAID.reset(token)


def speech(text: str) -> str:
    """A message as Markdown for a transcript.

    Args:
        text: What the export holds; any line ends, control characters and lone surrogates may be in it.

    Returns:
        Text with Unix line ends, without blank lines around it.
    """
    if _AS_SAID.get():
        return plain(text).strip("\n").rstrip()
    lines = unmarked(plain(text)).strip("\n").rstrip().split("\n")
    return "\n".join(_lines(lines))


def plain(text: str) -> str:
    """Text without control characters and terminal colours, with Unix line ends; halves of a character are joined or U+FFFD."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return _CONTROL.sub("", _ESCAPE_SEQUENCE.sub("", text))


def outside_code(line: str, change: Callable[[str], str]) -> str:
    """A line with everything changed that is not in a code span (CommonMark 6.1: runs of backticks of one length), in linear time."""
    ticks = list(_TICKS.finditer(line))
    later = {len(match[0]): index for index, match in enumerate(ticks)}
    parts: list[str] = []
    position = index = 0
    while index < len(ticks):
        size = len(ticks[index][0])
        close = _closing(ticks, index, size) if later[size] > index else None
        if close is not None:
            parts.append(change(line[position : ticks[index].start()]))
            position = ticks[close].end()
            parts.append(line[ticks[index].start() : position])
            index = close
        index += 1
    return "".join((*parts, change(line[position:])))


def _closing(ticks: list[re.Match[str]], opener: int, size: int) -> int | None:
    return next((index for index in range(opener + 1, len(ticks)) if len(ticks[index][0]) == size), None)


def _lines(lines: list[str]) -> Iterator[str]:
    fence = ""
    before = ""
    for line in lines:
        match = _FENCE.match(line)
        if fence:
            yield line
            fence = "" if match and _closes(fence, match, line) else fence
        elif match and not (match[1][0] == "`" and "`" in line[match.end() :]):
            fence = match[1]
            yield line
        else:
            yield _harmless(line, before)
        before = line
    if fence:
        yield fence


def _closes(fence: str, match: re.Match[str], line: str) -> bool:
    return match[1][0] == fence[0] and len(match[1]) >= len(fence) and not line[match.end() :].strip()


def _harmless(line: str, before: str) -> str:
    if before.strip() and _UNDERLINE.match(line):
        return f"\\{line.lstrip()}"
    match = _HEADING.match(line)
    head = ""
    if match:
        head = match[1] + "#" * min(len(match[2]) + _DOWN, _LOWEST)
        line = line[match.end() :]
    return head + (outside_code(line, _escaped) if _SUSPECT.search(line) else line)


def _escaped(text: str) -> str:
    return _ACTIVE.sub(lambda match: f"\\{match[0]}", text)
