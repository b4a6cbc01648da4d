"""Conversations of ChatGPT's data export: a tree of messages in ``mapping``, and the leaf that is shown in ``current_node``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmwiki.sources.talk.chatgpt_parts import part_text
from llmwiki.sources.talk.records import Record, record, records, text, whole
from llmwiki.sources.talk.times import day, shown
from llmwiki.sources.talk.transcript import TalkConverter
from llmwiki.sources.talk.tree import branches
from llmwiki.sources.talk.turns import ASSISTANT, SYSTEM, THOUGHTS, UNKNOWN, USER, Talk, Turn, merged

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

BRANCHED = "message of other branches|messages of other branches"
HIDDEN = "hidden message|hidden messages"
_SPEAKERS = {"user": USER, "assistant": ASSISTANT, "tool": ASSISTANT, "human": USER}
_THINKING = frozenset(("thoughts", "reasoning_recap"))
_INSTRUCTIONS = frozenset(("user_editable_context", "model_editable_context"))


def read(original: Original) -> Talk:
    """Read a conversation: the branch that is shown, or with the option ``branches="all"`` the others behind it."""
    found = whole(original.data)
    chat = record(found if not isinstance(found, list) else next(iter(records(found)), None))
    talk = Talk(title=text(chat.get("title")), date=day(chat.get("create_time")))
    mapping = {key: record(node) for key, node in record(chat.get("mapping")).items()}
    ways = branches({key: text(node.get("parent")) for key, node in mapping.items()}, text(chat.get("current_node")))
    for way in ways if original.options.branches == "all" else ways[:1]:
        aside = f"branch {way.number}" if way.number > 1 else ""
        talk.turns += merged(turn for node in way.nodes for turn in _said(record(mapping[node].get("message")), talk, aside))
    told = sum(_has_words(mapping[node]) for way in ways[1:] for node in way.nodes)
    if told and original.options.branches != "all":
        talk.left[BRANCHED] += told
    return talk


class ChatGptConverter(TalkConverter):
    """ChatGPT conversations."""

    name = "chatgpt"
    extractor = "chatgpt 1"
    read = staticmethod(read)


def _has_words(node: Record) -> bool:
    message = record(node.get("message"))
    role = text(record(message.get("author")).get("role"))
    return role in {"user", "assistant"} and not _is_hidden(message)


def _is_hidden(message: Record) -> bool:
    return record(message.get("metadata")).get("is_visually_hidden_from_conversation") is True


def _said(message: Record, talk: Talk, aside: str) -> Iterator[Turn]:
    if not message:
        return  # the root of every tree
    role = text(record(message.get("author")).get("role"))
    kind = text(record(message.get("content")).get("content_type"))
    if role == "system" or kind in _INSTRUCTIONS:
        talk.left[SYSTEM] += 1
    elif _is_hidden(message):
        talk.left[HIDDEN] += 1
    elif kind in _THINKING:
        talk.left[THOUGHTS] += 1
    else:
        talk.dated(day(message.get("create_time")))
        words = part_text(message, role, talk.left)
        if words.strip():
            yield Turn(_SPEAKERS.get(role, role or UNKNOWN), words, shown(message.get("create_time")), aside)
