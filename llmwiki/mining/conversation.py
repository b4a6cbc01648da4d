"""A conversation as it goes into a palace: who says what, to the letter, secrets taken out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, cast

from llmwiki.errors import SourceRefused
from llmwiki.mining.document import digest
from llmwiki.mining.identity import conversation_id, nameless_id, project_name
from llmwiki.plugins import CONVERTERS, UNPACKERS, load
from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.convert import convert
from llmwiki.sources.failures import PARSER_FAILURES, told
from llmwiki.sources.redact import redacted, redacted_text
from llmwiki.sources.talk.records import utf8
from llmwiki.sources.talk.speech import as_said
from llmwiki.sources.talk.transcript import TalkConverter, check_words, title_of
from llmwiki.sources.talk.turns import Talk, Turn
from llmwiki.sources.unpack import Unpacker
from llmwiki.vault.chars import language

TALK = frozenset({"claude-code", "codex", "gemini", "chatgpt", "claude-ai", "slack", "chat", "chatlog", "captions"})
"""Kinds of ``sources.detect`` that are conversations."""

_EXPORTS = ("slack", "chatgpt", "claude-ai")
_SAMPLE = 64 * 1024
_CAPTION = re.compile(r"<!-- time ([\d:]+) -->\n(?:\*\*(.{1,100}?):\*\* )?(.+)")


class Conversation(NamedTuple):
    """What is filed of a conversation.

    Attributes:
        key: Its path in the palace: the program and the id that it has there, or hashes of how it begins and of all of it.
        head: The path without the hash of all of it, for one that has no id; else empty.
        text: ``Speaker: words``, a turn a paragraph; a line with the day where another day begins.
        title, date, language: Of all of it.
        project: Name of the folder that a coding agent worked in; empty when it is not known.
        secrets: How many of each kind were taken out.
    """

    key: str
    head: str
    text: str
    title: str
    date: str
    language: str
    project: str
    secrets: Counter[str]


def exported(original: Original) -> Iterator[Original | Refusal] | None:
    """The conversations of a data export, zipped or not; None for anything else."""
    unpackers = (cast("Unpacker", load(UNPACKERS[name])) for name in _EXPORTS)
    return next((found for unpack in unpackers if (found := unpack(original)) is not None), None)


def conversation_digest(original: Original) -> str:
    """What tells whether a conversation has to be read again."""
    return digest(original.data, f"talk 1 {original.options.redact} {original.options.branches}")


def read_conversation(original: Original, kind: str) -> Conversation:
    """Read a conversation.

    Args:
        original: The bytes of one, with the person's options.
        kind: One of ``TALK``.

    Raises:
        SourceRefused: broken, or no words in it.
    """
    data = utf8(original.data)
    secrets: Counter[str] = Counter()
    if original.options.redact:
        data, secrets = redacted(data)
    talk = _read(replace(original, data=data), kind)
    check_words(talk)
    named = conversation_id(kind, data)
    head, whole = nameless_id(talk)
    text, title = "\n\n".join(_paragraphs(talk)), title_of(talk, original)
    if original.options.redact:
        text, more = redacted_text(text)
        secrets += more
        title = redacted_text(title)[0]
    key = f"{kind}/{named or f'{head}-{whole}'}"
    found = Conversation(key, "" if named else f"{kind}/{head}-", text, title, talk.date, language(text[:_SAMPLE]), "", secrets)
    return found._replace(project=project_name(data) if kind in {"claude-code", "codex"} else "")


def _read(original: Original, kind: str) -> Talk:
    try:
        if kind == "captions":
            return _spoken(original)
        converter = cast("type[TalkConverter]", load(CONVERTERS[kind]))
        with as_said():
            return converter.read(original)
    except PARSER_FAILURES as error:
        raise SourceRefused(f"could not be read as {kind}: {told(error)}") from error


def _spoken(original: Original) -> Talk:
    """Subtitles as a conversation: a turn for each paragraph."""
    source = convert(original)
    found = (match.groups("") for match in _CAPTION.finditer(source.text))
    return Talk([Turn(speaker, words, time) for time, speaker, words in found], source.title)


def _paragraphs(talk: Talk) -> Iterator[str]:
    today = talk.date
    for turn in talk.turns:
        day = turn.time.partition(" ")[0]
        if len(day) == len("2026-01-31") and day != today:
            today = day
            yield day
        speaker = f"{turn.speaker} ({turn.aside})" if turn.aside else turn.speaker
        yield f"{speaker}: {turn.text}" if speaker else turn.text
