"""Claude.ai's data export: ``conversations.json``, alone or in the zip archive."""

from __future__ import annotations

from collections.abc import Iterator

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.talk.exports import Export, conversations
from llmwiki.sources.talk.records import Record

_ASIDE = (("", "hold no conversations: projects, memories and files of the export; give those that matter by name"),)


def is_chat(found: Record) -> bool:
    """Whether an object is a conversation of Claude.ai."""
    return isinstance(found.get("chat_messages"), list)


EXPORT = Export(
    is_chat,
    b'"chat_messages"',
    lambda name: name == "conversations.json",
    frozenset(("users.json",)),
    _ASIDE,
    "name",
    "created_at",
    ("uuid", "conversation_id"),
)


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The conversations of an export, or None when it is none. Their ids are those that Claude.ai gave them."""
    return conversations(original, EXPORT)
