"""Sessions of the Codex CLI: rollout files below ``~/.codex/sessions``, one JSON record a line.

Since September 2025 each record is ``{"timestamp", "type", "payload"}``, and a turn is written twice: as a ``response_item`` of
type ``message`` and as an ``event_msg`` of type ``user_message`` or ``agent_message``; which comes first differs, and some files
hold only one of them. Older files hold the payloads without an envelope, the oldest one JSON object with ``items``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.talk.content import said, words_of
from llmwiki.sources.talk.records import Record, lines, parsed, record, records, text
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.tools import call, output, remark
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.turns import ASSISTANT, HARNESS, SYSTEM, THOUGHTS, USER, Talk, Turn, merged

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

# What the program sends in the user's name: whole messages in tags, and the contents of AGENTS.md.
_WRAPPED = re.compile(r"\s*<([a-z][\w -]*)>.*</\1>\s*$", re.DOTALL | re.IGNORECASE)
_INSTRUCTIONS = re.compile(r"\s*# AGENTS\.md instructions\b|\s*# Context from my IDE setup:(?![\s\S]*## My request for Codex:)")
_REQUEST = re.compile(r"\s*# Context from my IDE setup:.*?## My request for Codex:\s*", re.DOTALL)
_REVIEW = "entered_review_mode"
_EVENT_TURNS = {"user_message": USER, "agent_message": ASSISTANT}
_THINKING = frozenset(("agent_reasoning", "agent_reasoning_raw_content"))
_SUMMARY = "summary of what came before"


def read(original: Original) -> Talk:
    """Read a session: each turn once, reasoning and bookkeeping counted, what sub-agents were sent to do told."""
    talk = Talk()
    session = _Session(talk)
    talk.turns = list(merged(session.turns(_entries(original, talk))))
    if len(session.ids) > 1:
        talk.notes.append(f"holds {len(session.ids)} sessions: it goes on where another one was")
    return talk


class CodexConverter(TalkConverter):
    """Codex CLI sessions."""

    name = "codex"
    extractor = "codex 1"
    read = staticmethod(read)


class _At(NamedTuple):
    """Where a record stands."""

    time: str
    event: bool


class _Session:
    """What has to be remembered from record to record."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.ids: set[str] = set()
        self.aside = ""
        self.single: Counter[tuple[str, bool, bytes]] = Counter()
        """Turns that one of the two channels has told and the other has not yet."""

    def turns(self, entries: Iterable[Record]) -> Iterator[Turn]:
        for entry in entries:
            kind = text(entry.get("type"))
            payload = record(entry.get("payload")) if "payload" in entry else entry
            time = entry.get("timestamp")
            if kind == "session_meta" or (not kind and "id" in entry):
                self._meta(payload)
            elif kind == "compacted":
                yield from self._turn(USER, speech(text(payload.get("message"))), _At(shown(time), event=False), aside=_SUMMARY)
            elif kind == "event_msg":
                yield from self._event(payload, _At(shown(time), event=True), day(time))
            elif kind != "turn_context":
                yield from self._item(payload, _At(shown(time), event=False), day(time))

    def _meta(self, payload: Record) -> None:
        self.ids.add(text(payload.get("id")))
        source = record(payload.get("source")).get("subagent")
        spawn = record(record(source).get("thread_spawn"))
        name = source if isinstance(source, str) else text(spawn.get("agent_nickname")) or text(spawn.get("agent_role"))
        self.aside = f"sub-agent {name}".strip() if source is not None else self.aside
        self.talk.dated(day(payload.get("timestamp")))

    def _event(self, payload: Record, at: _At, date: str) -> Iterator[Turn]:
        kind = text(payload.get("type"))
        if kind in _EVENT_TURNS:
            self.talk.dated(date)
            yield from self._message(_EVENT_TURNS[kind], text(payload.get("message")), at)
        elif kind == _REVIEW:
            asked = text(payload.get("prompt")) or text(payload.get("user_facing_hint"))
            yield from self._turn(ASSISTANT, call("review", asked), at)
        elif kind == "thread_rolled_back":
            self.talk.notes.append(f"{payload.get('num_turns')} turns before {at.time} were taken back later and are kept here")
        elif kind == "turn_aborted":
            yield from self._turn(USER, remark("interrupted the answer"), at)

    def _item(self, payload: Record, at: _At, date: str) -> Iterator[Turn]:
        kind = text(payload.get("type"))
        if kind == "message" or "role" in payload:
            self.talk.dated(date)
            yield from self._spoken(payload, at)
        elif kind == "reasoning":
            self.talk.left[THOUGHTS] += 1
        elif kind.endswith("_call"):
            yield from self._turn(ASSISTANT, _call(payload, kind), at)
        elif kind.endswith("_output"):
            yield from self._turn(ASSISTANT, _output(payload, self.talk.left), at)
        elif kind or "record_type" not in payload:
            self.talk.left[SYSTEM] += 1

    def _spoken(self, payload: Record, at: _At) -> Iterator[Turn]:
        """A message of the model's own record: its text parts are one turn, anything else in it lines of the turn."""
        role = text(payload.get("role"))
        if role not in {"user", "assistant"}:
            self.talk.left[SYSTEM] += 1
            return
        content = payload.get("content")
        parts = records(content) if isinstance(content, list) else [{"text": content}]
        speaker = USER if role == "user" else ASSISTANT
        words = [text(part.get("text")) for part in parts if isinstance(part.get("text"), str)]
        own = [found for found in words if not self._is_harness(found, speaker)]
        yield from self._message(speaker, "\n".join(own), at)
        for piece in said([part for part in parts if not isinstance(part.get("text"), str)], speaker, self.talk.left):
            yield from self._turn(piece.speaker, piece.text, at)

    def _message(self, speaker: str, words: str, at: _At) -> Iterator[Turn]:
        """A turn, unless the other channel has told it already."""
        if not words.strip() or self._is_harness(words, speaker):
            return
        mark = blake2b(" ".join(words.split()).encode("utf-8", "surrogatepass"), digest_size=12).digest()
        twin = (speaker, not at.event, mark)
        if self.single[twin]:
            self.single[twin] -= 1
            return
        self.single[speaker, at.event, mark] += 1
        yield from self._turn(speaker, speech(_REQUEST.sub("", words)), at)

    def _is_harness(self, words: str, speaker: str) -> bool:
        found = speaker == USER and bool(_WRAPPED.match(words) or _INSTRUCTIONS.match(words))
        self.talk.left[HARNESS] += found
        return found

    def _turn(self, speaker: str, words: str, at: _At, aside: str = "") -> Iterator[Turn]:
        if words.strip():
            yield Turn(speaker, words, at.time, aside or self.aside)


def _call(payload: Record, kind: str) -> str:
    action = record(payload.get("action"))
    name = text(payload.get("name")) or kind.removesuffix("_call")
    arguments = (
        payload.get("arguments")
        or payload.get("parameters")
        or payload.get("input")
        or action.get("command")
        or action.get("query")
        or action
    )
    return call(name, " ".join(map(str, arguments)) if isinstance(arguments, list) else arguments)


def _output(payload: Record, left: Counter[str]) -> str:
    found = payload.get("output")
    inner = parsed(found.encode("utf-8", "surrogatepass")) if isinstance(found, str) and found[:1] == "{" else found
    return output(words_of(inner if isinstance(inner, dict) else found), left, failed=record(inner).get("success") is False)


def _entries(original: Original, talk: Talk) -> Iterator[Record]:
    if b'"items"' in original.data[:65536] and isinstance(found := parsed(original.data), dict) and "session" in found:
        yield record(found.get("session"))
        yield from records(found.get("items"))
    else:
        yield from lines(original, talk.left)
