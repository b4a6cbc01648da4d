"""Sessions of the Gemini CLI: one JSON object with ``messages``, or since 2026 one record a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from llmwiki.sources.talk.content import said, words_of
from llmwiki.sources.talk.records import Record, lines, record, records, text, whole
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.tools import call, output
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.turns import ASSISTANT, SYSTEM, THOUGHTS, USER, Talk, Turn, merged, turns_of

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

_SPEAKERS = {"user": USER, "gemini": ASSISTANT, "model": ASSISTANT, "assistant": ASSISTANT}
REWOUND = "message that was taken back|messages that were taken back"


def read(original: Original) -> Talk:
    """Read a session. Info, warning and error messages of the program are counted, thoughts too."""
    talk = Talk()
    messages = _messages(original, talk)
    talk.turns = list(merged(turn for message in messages for turn in _said(message, talk)))
    return talk


class GeminiConverter(TalkConverter):
    """Gemini CLI sessions."""

    name = "gemini"
    extractor = "gemini 1"
    read = staticmethod(read)


def _messages(original: Original, talk: Talk) -> Iterable[Record]:
    found = None if _is_lined(original.data) else record(whole(original.data))
    if found is not None:
        talk.title = text(found.get("summary"))
        talk.dated(day(found.get("startTime")))
        return records(found.get("messages"))
    return _replayed(lines(original, talk.left), talk)


def _is_lined(data: bytes) -> bool:
    """Whether the first line is a whole record and more follow it."""
    head, _, rest = data.strip().partition(b"\n")
    return bool(rest) and head.rstrip().endswith(b"}")


def _replayed(entries: Iterable[Record], talk: Talk) -> Iterator[Record]:
    """The messages that a log of records leaves: a message may be written again when it grows, or be taken back."""
    kept: dict[str, Record] = {}
    for number, entry in enumerate(entries):
        if "$rewindTo" in entry:
            ids = list(kept)
            back = text(entry["$rewindTo"])
            for gone in ids[ids.index(back) :] if back in kept else []:
                talk.left[REWOUND] += 1
                del kept[gone]
        elif "$set" in entry or "type" not in entry:
            settings = record(entry.get("$set")) or entry
            talk.title = text(settings.get("summary")) or talk.title
            talk.dated(day(settings.get("startTime")))
        else:
            kept[text(entry.get("id")) or str(number)] = entry
    yield from kept.values()


def _said(message: Record, talk: Talk) -> Iterator[Turn]:
    speaker = _SPEAKERS.get(text(message.get("type")))
    if speaker is None:
        talk.left[SYSTEM] += 1
        return
    time = shown(message.get("timestamp"))
    talk.dated(day(message.get("timestamp")))
    talk.left[THOUGHTS] += len(records(message.get("thoughts")))
    content = message.get("displayContent") or message.get("content")
    pieces = [(piece.speaker, piece.text) for piece in said(content, speaker, talk.left, speech)]
    for used in records(message.get("toolCalls")):
        pieces.append((ASSISTANT, call(text(used.get("name")), used.get("args"))))
        answers = [record(record(part.get("functionResponse")).get("response")) for part in records(used.get("result"))]
        answer = "\n".join(filter(None, map(words_of, answers))) or text(used.get("resultDisplay"))
        pieces.append((ASSISTANT, output(answer, talk.left, failed=text(used.get("status")) in {"error", "cancelled"})))
    yield from turns_of(pieces, time)
