"""Where a long text or conversation may be cut: between records, messages, captions or paragraphs, never inside of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from llmwiki.sources.captions.rolling import GAP, PAUSE
from llmwiki.sources.parts.cutting import Border, Sizes
from llmwiki.sources.talk.chatlog import begins_message
from llmwiki.sources.talk.records import Record, parsed, record, records, text

_BLANK = re.compile(rb"\n[ \t\r]*\n")
_CLOCK = rb"(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMES = re.compile(rb"^[ \t]*" + _CLOCK + rb"(?:\s*-->\s*|\s*,\s*)" + _CLOCK, re.MULTILINE)
_SPEAKER = re.compile(rb"\s*(?:<v[ .]|[^\s:][^:\n]{0,60}:\s|\xe3\x80\x90)")
_LONGEST_HEAD = 400
_USER = frozenset(("user", "human", "user_message"))


def at_record(held: bytes, sizes: Sizes) -> int:
    """Before the record of a line where a person asks something, so that an answer stays with its question; else between two records."""
    first = 0
    for start in _line_starts(held, sizes):
        first = first or start
        before = parsed(held[held.rfind(b"\n", 0, start - 1) + 1 : start])
        if _asks(parsed(held[start : held.find(b"\n", start) + 1])) and not _asks(before):
            return start
    return first or next(_later_lines(held, sizes), 0)


def at_paragraph(held: bytes, sizes: Sizes) -> int:
    """Behind a blank line; else at the end of a line, of a word, of a character."""
    blank = _BLANK.search(held, sizes.part - 1, sizes.most)
    if blank:
        return blank.end()
    line = next(_line_starts(held, sizes), 0)
    if line:
        return line
    space = held.find(b" ", sizes.part - 1, sizes.most) + 1
    return space or next((place for place in range(sizes.part, sizes.most) if held[place] & 0xC0 != 0x80), sizes.part)  # noqa: PLR2004 - RFC 3629


def at_caption(held: bytes, sizes: Sizes) -> int:
    """Before a caption, best after a pause and where its speaker is named: then it neither repeats nor goes on with what was before."""
    best, place = -1, 0
    times = list(_TIMES.finditer(held, max(held.rfind(b"\n", 0, sizes.part) + 1, 0), sizes.most))
    for before, match in pairwise(times):
        blank = _blank_before(held, before.end(), match.start())
        if blank < sizes.part:
            continue
        gap = _seconds(*match.groups()[:4]) - _seconds(*before.groups()[4:])
        is_named = _SPEAKER.match(held, held.find(b"\n", match.end()) + 1) is not None
        worth = (gap > GAP) + (gap >= PAUSE) + (gap >= PAUSE and is_named)
        if worth > best:
            best, place = worth, blank
    return place or next(chain(_line_starts(held, sizes), _later_lines(held, sizes)), 0)


def _blank_before(held: bytes, start: int, end: int) -> int:
    """The end of the last blank line in a stretch; 0 where there is none."""
    return max((match.end() for match in _BLANK.finditer(held, start, end)), default=0)


def at_message(charset: str) -> Border:
    """Before a message of a chat in plain text; a message that is longer than a part is cut at the end of a line."""

    def begins(held: bytes, start: int) -> bool:
        return begins_message(held[start : start + _LONGEST_HEAD].partition(b"\n")[0].decode(charset, "replace"))

    def border(held: bytes, sizes: Sizes) -> int:
        starts = list(_line_starts(held, sizes))
        messages = (start for start in starts if begins(held, start))
        lines = (start for start in chain(starts, _later_lines(held, sizes)) if begins(held, start) or not _in_key(held, start))
        return next(chain(messages, lines), 0)

    return border


def _line_starts(held: bytes, sizes: Sizes) -> Iterator[int]:
    """Where lines begin at places that a part may end."""
    start = held.find(b"\n", sizes.part - 1, sizes.most) + 1
    while start:
        yield start
        start = held.find(b"\n", start, sizes.most) + 1


def _later_lines(held: bytes, sizes: Sizes) -> Iterator[int]:
    """Where lines begin behind those places."""
    start = held.find(b"\n", sizes.most) + 1
    while start:
        yield start
        start = held.find(b"\n", start) + 1


def _asks(found: object) -> bool:
    """Whether a record is a person's words, in any of the formats with a record a line."""
    entry = record(found)
    payload = record(entry.get("payload")) or entry
    message = record(payload.get("message")) or payload
    names = {text(place.get(key)).lower() for place in (entry, payload, message) for key in ("type", "role", "from", "sender", "author")}
    return bool(_USER & names) and not any(_is_result(part) for part in records(message.get("content")))


def _is_result(part: Record) -> bool:
    return text(part.get("type")).endswith("tool_result")


def _in_key(held: bytes, place: int) -> bool:
    """Whether a place is inside of a private key, which is taken out as one."""
    begun = held.rfind(b"-----BEGIN ", max(place - 32 * 1024, 0), place)
    return begun >= 0 and held.find(b"-----END ", begun, place) < 0


def _seconds(hours: bytes | None, minutes: bytes, seconds: bytes, fraction: bytes) -> float:
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + int(fraction.ljust(3, b"0")) / 1000
