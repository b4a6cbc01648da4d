"""Chats in the forms that many programs share.

A list of ``{"role", "content"}`` (alone, one a line, or as ``messages`` of an object), the ``conversations`` of ``{"from",
"value"}`` of ShareGPT, OpenAI's fine-tuning files (one object with ``messages`` a line), Google's ``contents`` with ``parts``,
Cursor's agent transcripts (``{"role", "message": {"content"}}`` a line).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from llmwiki.sources.talk.content import said, words_of
from llmwiki.sources.talk.records import BROKEN, Record, items, lines, parsed, record, records, text, whole
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.tools import call, output
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.turns import ASSISTANT, SYSTEM, UNKNOWN, USER, Talk, Turn, merged

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

SPEAKERS = ("role", "from", "speaker", "sender", "author")
WORDS = ("content", "value", "text", "message", "parts", "body")
LISTS = ("messages", "conversations", "conversation", "contents", "turns", "dialogue", "dialog", "history", "chat")
TITLES = ("title", "name", "topic", "summary")
TIMES = ("timestamp", "created_at", "create_time", "time", "date", "ts", "createdAt")

_NAMES = {
    **dict.fromkeys(("user", "human", "prompter", "customer", "用户"), USER),
    **dict.fromkeys(("assistant", "gpt", "bot", "model", "ai", "chatgpt", "claude", "gemini", "bing", "bard", "助手"), ASSISTANT),
}
_FRAME = re.compile(r"</?user_query>\n?")
_SYSTEM = frozenset(("system", "developer", "context", "系统"))
_TOOLS = frozenset(("tool", "function", "observation", "function_response", "ipython", "environment"))


def read(original: Original) -> Talk:
    """Read the chats of a file; where it holds several, the headings count them."""
    talk = Talk()
    chats = list(_chats(original, talk)) if _is_small(original) else _chats(original, talk)
    several = not isinstance(chats, list) or len(chats) > 1
    for number, chat in enumerate(chats, 1):
        aside = f"conversation {number}" if several else ""
        if not several:
            talk.title = _title(chat)
        for message in messages_of(chat):
            for turn in _said(message, talk):
                talk.say(turn._replace(aside=aside))
    talk.turns = list(merged(talk.turns))
    return talk


class ChatConverter(TalkConverter):
    """Chats in JSON that no program has for its own."""

    name = "chat"
    extractor = "chat 1"
    read = staticmethod(read)


def messages_of(chat: Record) -> list[Record]:
    """The messages of a conversation object."""
    return next((found for key in LISTS if (found := records(chat.get(key)))), [])


def is_message(found: Record) -> bool:
    """Whether an object says who speaks and what."""
    return bool(role_of(found)) and any(key in found for key in WORDS)


def says_role(message: Record) -> bool:
    """Whether the speaker of a message is a role that programs give: user, assistant, tool."""
    role = role_of(message).lower()
    return role in _NAMES or role in _SYSTEM or role in _TOOLS


_SMALL = 16 * 1024 * 1024


def _is_small(original: Original) -> bool:
    return len(original.data) <= _SMALL


def _chats(original: Original, talk: Talk) -> Iterator[Record]:
    """Each conversation of a file as an object with messages; messages that stand free are one conversation."""
    free: list[Record] = []
    for entry in _entries(original, talk):
        if is_message(entry):
            free.append(entry)
        elif messages_of(entry):
            yield entry
        else:
            talk.left[BROKEN] += 1
    if free:
        yield {"messages": free}


def _entries(original: Original, talk: Talk) -> Iterator[Record]:
    data = original.data.strip()
    if data[:1] == b"[":
        yield from (record(found) or {"messages": found} for found in map(parsed, items(data)))
    elif _is_lined(data):
        yield from lines(original, talk.left)
    else:
        yield record(whole(data))


def _is_lined(data: bytes) -> bool:
    head, _, rest = data.partition(b"\n")
    return bool(rest.strip()) and isinstance(parsed(head), dict)


def _title(chat: Record) -> str:
    return next((found for key in TITLES if (found := text(chat.get(key)))), "")


def role_of(message: Record) -> str:
    """Who speaks in a message; empty when it does not say."""
    for key in SPEAKERS:
        value = message.get(key)
        name = value if isinstance(value, str) else text(record(value).get("name")) or text(record(value).get("role"))
        if name.strip():
            return name.strip()
    return ""


def _said(message: Record, talk: Talk) -> Iterator[Turn]:
    role = role_of(message)
    if role.lower() in _SYSTEM:
        talk.left[SYSTEM] += 1
        return
    when = next((message[key] for key in TIMES if message.get(key)), None)
    talk.dated(day(when))
    content = next((message[key] for key in WORDS if message.get(key)), "")
    content = record(content).get("content", content)
    if isinstance(content, list) and any(isinstance(part, str) for part in content):  # Telegram: runs of one line
        content = "".join(part if isinstance(part, str) else text(record(part).get("text")) for part in content)
    if role.lower() in _TOOLS:
        yield Turn(ASSISTANT, output(words_of(content), talk.left), shown(when))
        return
    speaker = _NAMES.get(role.lower(), speech(role)[:60] or UNKNOWN)
    pieces = [piece.text for piece in said(content, speaker, talk.left, _asked)]
    pieces += [_call(item) for item in _calls(message)]
    yield Turn(speaker, "\n\n".join(filter(None, pieces)), shown(when))


def _asked(words: str) -> str:
    """A message without the frame that Cursor puts around what a person typed."""
    return speech(_FRAME.sub("", words))


def _calls(message: Record) -> Iterable[Record]:
    single = record(message.get("function_call"))
    return [*records(message.get("tool_calls")), *([single] if single else [])]


def _call(found: Record) -> str:
    asked = record(found.get("function")) or found
    return call(text(asked.get("name")) or "unnamed", asked.get("arguments"))
