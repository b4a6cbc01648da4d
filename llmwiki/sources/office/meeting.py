"""Transcripts of meetings that Teams, Zoom and the like save as Word documents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.markup.tokens import without_places
from llmwiki.sources.place import time_mark, unmarked
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

_CLOCK = r"(?:(?P<h>\d{1,2}):)?(?P<m>\d{1,2}):(?P<s>\d{1,2})(?:[.,]\d{1,3})?"
_CUE = re.compile(rf"{_CLOCK}\s*-->\s*[\d:.,]+")
_HEAD = re.compile(rf"(?P<name>[^\W\d_][^:：\n\d]{{1,58}}?)(?:\s*[|·,]\s*|\s+)\[?\(?{_CLOCK}\)?\]?(?:\s*[AP]M)?", re.IGNORECASE)
_BEFORE = re.compile(rf"\[?\(?{_CLOCK}\)?\]?\s*[-–|]?\s*(?P<name>[^\W\d_][^:：\n\d]{{1,58}}?)\s*[:：]?")
_INLINE = re.compile(rf"[\[(]?{_CLOCK}[\])]?\s*[-–|]?\s*(?P<name>[^\W\d_][^:：\n\d]{{1,58}}?)\s*[:：]\s+(?P<said>\S.*)")
_MOST_WORDS = 6
_FEWEST = {_CUE: 2, _HEAD: 3, _BEFORE: 3, _INLINE: 4}
_SHARE = 0.3
"""Least share of lines that are heads of turns: a turn is a head and two or three lines."""


class _Turn(NamedTuple):
    """Seconds from the beginning, who speaks, and what is said."""

    start: int
    speaker: str
    said: list[str]


def meeting(root: HtmlElement) -> str:
    """A document that is a transcript of speech, as Markdown with a time before each turn.

    Returns:
        The turns in the form of all transcripts (``**Ada:** ...`` behind ``<!-- time 00:00:03 -->``), the lines above them
        before and tables behind them; empty when the document is no transcript.
    """
    rows = list(_rows(root))
    lines = list(_lines(root))
    shape = next((form for form, fewest in _FEWEST.items() if _fits(form, fewest, lines)), None)
    if shape is None:
        return ""
    before, turns = _turns(shape, lines)
    return "\n\n".join([*(inert_line(line) for line in before), *(_written(turn) for turn in turns), *(inert_line(row) for row in rows)])


def _lines(root: HtmlElement) -> Iterator[str]:
    """The lines of a document outside of tables; breaks inside a paragraph count."""
    for block in root.iter("p", "h1", "h2", "h3", "h4", "h5", "h6", "li"):
        if any(up.tag in {"li", "td", "th"} for up in block.iterancestors()):
            continue
        for line in block.iter("br"):
            line.tail = f"\n{line.tail or ''}"
        yield from filter(None, (" ".join(line.split()) for line in visible(without_places(block.text_content()))[0].split("\n")))


def _rows(root: HtmlElement) -> Iterator[str]:
    for row in root.iter("tr"):
        cells = (" ".join(visible(without_places(cell.text_content()))[0].split()) for cell in row.iter("td", "th"))
        if text := ": ".join(filter(None, cells)):
            yield text


def _fits(form: re.Pattern[str], fewest: int, lines: list[str]) -> bool:
    found = [match for line in lines if (match := form.fullmatch(line)) and _is_name(match)]
    times = [_seconds(match) for match in found]
    enough = len(found) >= (fewest if form is _CUE else max(fewest, _SHARE * len(lines)))
    return enough and times == sorted(times)


def _is_name(match: re.Match[str]) -> bool:
    return len((match.groupdict().get("name") or "").split()) <= _MOST_WORDS


def _seconds(match: re.Match[str]) -> int:
    return int(match["h"] or 0) * 3600 + int(match["m"]) * 60 + int(match["s"])


def _turns(form: re.Pattern[str], lines: list[str]) -> tuple[list[str], list[_Turn]]:
    """The lines before the first turn, and the turns; a cue's first line is its speaker."""
    before: list[str] = []
    turns: list[_Turn] = []
    named = form is not _CUE
    for line in lines:
        match = form.fullmatch(line)
        if match and _is_name(match):
            groups = match.groupdict()
            turns.append(_Turn(_seconds(match), (groups.get("name") or "").strip(), [groups["said"]] if groups.get("said") else []))
            named = form is not _CUE
        elif not turns:
            before.append(line)
        elif not named:
            turns[-1] = turns[-1]._replace(speaker=line)
            named = True
        else:
            turns[-1].said.append(line)
    return before, [turn for turn in turns if turn.said]


def _written(turn: _Turn) -> str:
    text = inert_line(unmarked(" ".join(turn.said)))
    return f"{time_mark(turn.start)}\n**{inert(turn.speaker)}:** {text}" if turn.speaker else f"{time_mark(turn.start)}\n{text}"
