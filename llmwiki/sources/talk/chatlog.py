"""Chats saved as plain text: every message begins with a date, a time and a name.

WhatsApp's export in its two forms (``12/31/24, 10:15 PM - Ada: hi`` and ``[31.12.24, 22:15:03] Ada: hi``), and the lines that
other programs and people write alike (``[2024-12-31 22:15] Ada: hi``, ``2024年12月31日 22:15 - 李明：好``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.decode import decode
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.tools import mention
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.turns import SYSTEM, Talk, Turn

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

_HEAD = re.compile(
    r"[\u200e\u200f\ufeff]?\[?(?P<a>\d{1,4})[-/.年](?P<b>\d{1,2})[-/.月](?P<c>\d{1,4})日?[,，]?\s{1,3}"
    r"(?P<before>上午|下午)?(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d)?(?:[\s\u202f]?(?P<half>[AaPp])\.?\s?[Mm]\.?)?\]?\s*(?:[-–]\s)?"
)
_NAME = re.compile(r"[\u200e\u200f]?(?P<name>[^:：\n]{1,60}?)[:：](?:\s|(?=[^\s/]))")
# What stands before the colon in logs of programs.
_NO_PERSON = re.compile(
    r"^(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL|NOTICE|CRITICAL|SEVERE)\b|[\[\](){}<>=/\\|]|::|\.\w+\.", re.IGNORECASE
)
_SAMPLE = 200
_FEWEST = 3
_SHARE = 0.5
_UNSEEN = "\u200e"
_MEDIA = re.compile(
    r"[\u200e\u200f]?(?:<attached: (?P<name>[^<>\n]{1,200})>|<[^<>\n]{0,40}(?:omitted|omitido|omis|已省略|省略)[^<>\n]{0,10}>"
    r"|(?:image|video|audio|sticker|document) omitted)$"
)
_HALF_DAY = 12
_MONTHS = 12
_CENTURY = 100


class _Entry(NamedTuple):
    """A message as it stands in the file."""

    stamp: re.Match[str]
    name: str
    words: str


def is_chatlog(text: str) -> bool:
    """Whether at least half of the lines near the beginning open a message, and two people or more speak, one of them again."""
    lines = [line for line in text[: 64 * 1024].split("\n") if line.strip()][:_SAMPLE]
    found = [entry for line in lines if (entry := _entry(line)) and entry.name]
    names = {entry.name for entry in found}
    spoken = len(found) >= _FEWEST and len(found) >= _SHARE * len(lines)
    return spoken and 1 < len(names) < len(found) and not any(map(_NO_PERSON.search, names))


def begins_message(line: str) -> bool:
    """Whether a line opens a message."""
    return _entry(line) is not None


def read(original: Original) -> Talk:
    """Read a chat. Times are the phone's own and no zone is named; day and month are told apart by the whole file."""
    talk = Talk()
    entries = list(_entries(decode(original.data, original.charset).text))
    order = _order([entry.stamp for entry in entries])
    for entry in entries:
        when = _moment(entry.stamp, order)
        media = _MEDIA.match(entry.words.strip())
        if not entry.name or (entry.words.startswith(_UNSEEN) and not media):
            talk.left[SYSTEM] += 1  # what the program says has no name, or on one kind of phone a mark that is not seen
            continue
        talk.dated(when[:10] if order else "")
        talk.say(Turn(entry.name, mention("file", media["name"] or "") if media else speech(entry.words), when))
    if not order:
        talk.notes.append("day and month of its dates cannot be told apart")
    return talk


class ChatlogConverter(TalkConverter):
    """Chats in plain text."""

    name = "chatlog"
    extractor = "chatlog 1"
    read = staticmethod(read)


def _entry(line: str) -> _Entry | None:
    head = _HEAD.match(line)
    if head is None:
        return None
    said = _NAME.match(line, head.end())
    return _Entry(head, said["name"].strip("\u200e\u200f\u202a\u202c \u00a0") if said else "", line[said.end() if said else head.end() :])


def _entries(text: str) -> Iterator[_Entry]:
    """Messages with the lines that go on below them."""
    open_entry: _Entry | None = None
    more: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        entry = _entry(line)
        if entry is None:
            more.append(line)
            continue
        if open_entry:
            yield open_entry._replace(words="\n".join((open_entry.words, *more)))
        open_entry, more = entry, []
    if open_entry:
        yield open_entry._replace(words="\n".join((open_entry.words, *more)))


def _order(stamps: list[re.Match[str]]) -> str:
    """``ymd``, ``dmy`` or ``mdy``: what all dates of the file allow; of the last two the one that goes forward, else nothing."""
    if all(len(match["a"]) > 2 for match in stamps):  # noqa: PLR2004 - a year of four digits stands first
        return "ymd"
    if any(int(match["a"]) > _MONTHS for match in stamps):
        return "dmy"
    if any(int(match["b"]) > _MONTHS for match in stamps):
        return "mdy"
    forward = [order for order in ("dmy", "mdy") if _goes_forward([_moment(match, order) for match in stamps])]
    return forward[0] if len(forward) == 1 else ""


def _goes_forward(moments: list[str]) -> bool:
    return moments == sorted(moments)


def _moment(stamp: re.Match[str], order: str) -> str:
    """The time for a heading; as it is written where it cannot be read."""
    parts = dict(zip(order or "ymd", (int(stamp[key]) for key in "abc"), strict=True))
    half = (stamp["half"] or "").lower() or {"上午": "a", "下午": "p"}.get(stamp["before"] or "", "")
    hour = int(stamp["hour"]) % _HALF_DAY + (_HALF_DAY if half == "p" else 0) if half else int(stamp["hour"])
    year = parts["y"] + (2000 if parts["y"] < _CENTURY else 0)
    try:
        when = datetime(year, parts["m"], parts["d"], hour, int(stamp["minute"]))  # noqa: DTZ001 - no zone is named
    except ValueError:
        when = None
    return f"{when:%Y-%m-%d %H:%M}" if when and order else stamp[0].strip(" []-–\u200e\ufeff")
