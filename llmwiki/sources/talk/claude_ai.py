"""Conversations of Claude.ai's data export: ``chat_messages``, with the texts of attached documents in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmwiki.sources.talk.chatgpt import BRANCHED
from llmwiki.sources.talk.chatgpt_parts import clean
from llmwiki.sources.talk.content import said
from llmwiki.sources.talk.records import Record, record, records, text, whole
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.tools import mention
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.tree import Branch, branches
from llmwiki.sources.talk.turns import ASSISTANT, EMPTY, UNKNOWN, USER, Talk, Turn, merged, turns_of

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

MAX_ATTACHED = 100_000
"""Characters of an attached document that are kept in the transcript."""

ATTACHED = "character of long attachments|characters of long attachments"
_SPEAKERS = {"human": USER, "user": USER, "assistant": ASSISTANT}


def read(original: Original) -> Talk:
    """Read a conversation: the branch that ends it, or with the option ``branches="all"`` the others behind it."""
    found = whole(original.data)
    chat = record(found if not isinstance(found, list) else next(iter(records(found)), None))
    talk = Talk(title=text(chat.get("name")) or text(chat.get("title")), date=day(chat.get("created_at")))
    messages = {text(message.get("uuid")) or str(number): message for number, message in enumerate(records(chat.get("chat_messages")))}
    ways = _ways(messages, text(chat.get("current_leaf_message_uuid")))
    is_all = original.options.branches == "all"
    for way in ways if is_all else ways[:1]:
        aside = f"branch {way.number}" if way.number > 1 else ""
        talk.turns += merged(turn for key in way.nodes for turn in _said(messages[key], talk, aside))
    if not is_all:
        talk.left[BRANCHED] += sum(len(way.nodes) for way in ways[1:])
    return talk


class ClaudeAiConverter(TalkConverter):
    """Claude.ai conversations."""

    name = "claude-ai"
    extractor = "claude-ai 1"
    read = staticmethod(read)


def _ways(messages: dict[str, Record], current: str) -> list[Branch]:
    """The branches; older exports name no parents and are one line."""
    parents = {key: text(message.get("parent_message_uuid")) for key, message in messages.items()}
    if not any(parent in messages for parent in parents.values()):
        return [Branch(tuple(messages), 1)]
    return branches(parents, current or next(reversed(messages), ""))


def _said(message: Record, talk: Talk, aside: str) -> Iterator[Turn]:
    sender = text(message.get("sender"))
    speaker = _SPEAKERS.get(sender, sender or UNKNOWN)
    time = shown(message.get("created_at"))
    talk.dated(day(message.get("created_at")))
    pieces = [(piece.speaker, piece.text) for piece in said(message.get("content"), speaker, talk.left)]
    if not any(words.strip() for _, words in pieces):
        pieces = [(speaker, clean(text(message.get("text")), {}))]
    pieces += [(speaker, _attached(item, talk)) for item in records(message.get("attachments"))]
    pieces += [(speaker, mention("file", text(item.get("file_name")))) for item in records(message.get("files"))]
    if not any(words.strip() for _, words in pieces):
        talk.left[EMPTY] += 1
    yield from turns_of(pieces, time, aside)


def _attached(attachment: Record, talk: Talk) -> str:
    head = mention("attachment", text(attachment.get("file_name")))
    content = text(attachment.get("extracted_content"))
    talk.left[ATTACHED] += max(len(content) - MAX_ATTACHED, 0)
    return f"{head}\n\n{speech(content[:MAX_ATTACHED])}" if content.strip() else head
