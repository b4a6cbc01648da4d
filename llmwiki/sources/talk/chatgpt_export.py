"""ChatGPT's data export: ``conversations.json`` (or several of them since 2025), alone or in the zip archive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.talk.exports import Export, conversations
from llmwiki.sources.talk.records import Record

_FILES = re.compile(r"conversations(?:[-_]?\d+)?\.json")
_BOOKKEEPING = frozenset(
    (
        *("chat.html", "user.json", "user_settings.json", "message_feedback.json", "model_comparisons.json", "shared_conversations.json"),
        *("export_manifest.json", "shopping.json", "sora.json"),
    )
)
_ASIDE = (("", "hold no conversations: pictures, sounds and files of the export; give those that matter by name"),)


def is_chat(found: Record) -> bool:
    """Whether an object is a conversation of ChatGPT."""
    return isinstance(found.get("mapping"), dict)


EXPORT = Export(
    is_chat,
    b'"mapping"',
    lambda name: bool(_FILES.fullmatch(name)),
    _BOOKKEEPING,
    _ASIDE,
    "title",
    "create_time",
    ("conversation_id", "id"),
)


def unpack(original: Original) -> Iterator[Original | Refusal] | None:
    """The conversations of an export, or None when it is none. Their ids are those that ChatGPT gave them."""
    return conversations(original, EXPORT)
