"""Subtitle files as cues: what is shown from when to when.

Formats: WebVTT as in the W3C's "WebVTT: The Web Video Text Tracks Format", sections 4 and 6; SubRip (``.srt``) and SubViewer
(``.sbv``) have no specification and are read as players read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_CLOCK = r"(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
_ARROW = re.compile(rf"\s*{_CLOCK}\s*-->\s*{_CLOCK}(?:\s.*)?")
_SBV = re.compile(rf"\s*{_CLOCK}\s*,\s*{_CLOCK}\s*")
_ASIDE = re.compile(r"(NOTE|STYLE|REGION)(?:\s.*)?")
_HEADER = re.compile(r"\ufeff?WEBVTT(?:[ \t].*)?")
_NUMBER = re.compile(r"\s*\d+\s*")
_HOUR, _MINUTE = 3600, 60


class Cue(NamedTuple):
    """One caption: seconds from the beginning, and its lines as written."""

    start: float
    end: float
    lines: tuple[str, ...]


class Captions(NamedTuple):
    """A subtitle file.

    Attributes:
        cues: In the order of their times.
        unordered: Cues that the file has after a later one.
        untimed: Blocks whose time cannot be read; their text stands in the cue before them.
    """

    cues: tuple[Cue, ...]
    unordered: int
    untimed: int


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    cues: list[Cue] = field(default_factory=list)
    untimed: int = 0


def read_cues(text: str) -> Captions:
    """Read WebVTT, SubRip or SubViewer text.

    Args:
        text: The file's text with any line ends; a byte order mark may stand in front.

    Returns:
        All cues. Header, NOTE, STYLE and REGION blocks, cue numbers and names are left out.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    is_vtt = bool(_HEADER.fullmatch(text.partition("\n")[0]))
    clock = next((form for form in (_ARROW, _SBV) if any(form.fullmatch(line) for line in _lines(text))), None)
    if clock is None:
        return Captions((), 0, 0)
    reading = _Reading()
    for block in _blocks(_lines(text), is_vtt=is_vtt):
        _take(block, clock, reading, is_vtt=is_vtt)
    starts = [cue.start for cue in reading.cues]
    latest = 0.0
    unordered = 0
    for start in starts:
        unordered += start < latest
        latest = max(latest, start)
    return Captions(tuple(sorted(reading.cues, key=lambda cue: cue.start)), unordered, reading.untimed)


def _lines(text: str) -> Iterator[str]:
    """The lines of a text one by one: all of a long file's at once would take as much memory again."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def _blocks(lines: Iterable[str], *, is_vtt: bool) -> Iterator[list[str]]:
    """Runs of lines that are not blank, the header's left out."""
    block: list[str] = []
    in_header = is_vtt
    for line in lines:
        if line.strip():
            block.append(line)
        elif is_vtt and line:  # only spaces: an empty line of a rolling caption, no end of the block
            block.append("")
        elif block:
            yield from _whole(block, in_header=in_header)
            block, in_header = [], False
    yield from _whole(block, in_header=in_header)


def _whole(block: list[str], *, in_header: bool) -> Iterator[list[str]]:
    """A block if anything stands in it; of the first one of a WebVTT file what follows from its first time on."""
    if in_header:
        block = block[next((place for place, line in enumerate(block) if _ARROW.fullmatch(line)), len(block)) :]
    if any(block):
        yield block


def _take(block: list[str], clock: re.Pattern[str], reading: _Reading, *, is_vtt: bool) -> None:
    """Add the cues of a block; some files forget the blank line between two."""
    if is_vtt and _ASIDE.fullmatch(block[0]) and not any(clock.fullmatch(line) for line in block):
        return
    places = [place for place, line in enumerate(block) if clock.fullmatch(line)]
    if not places:
        _continue(block, reading)
        return
    for place, following in zip(places, [*places[1:], len(block)], strict=True):
        match = clock.fullmatch(block[place])
        assert match is not None
        body = block[place + 1 : following]
        if following < len(block) and body and _NUMBER.fullmatch(body[-1]):
            body = body[:-1]
        reading.cues.append(Cue(_seconds(*match.groups()[:4]), _seconds(*match.groups()[4:]), tuple(body)))


def _continue(block: list[str], reading: _Reading) -> None:
    """Text behind a blank line inside a cue, or below a time that cannot be read: it goes on where the last cue was."""
    timed = any("-->" in line for line in block)
    body = tuple(line for line in block if "-->" not in line and not (timed and _NUMBER.fullmatch(line)))
    reading.untimed += timed
    if not body:
        return
    if not reading.cues:
        reading.cues.append(Cue(0.0, 0.0, body))
    else:
        last = reading.cues[-1]
        reading.cues[-1] = last._replace(lines=last.lines + body)


def _seconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    whole = int(hours or 0) * _HOUR + int(minutes) * _MINUTE + int(seconds)
    return whole + int((fraction or "0").ljust(3, "0")) / 1000
