"""What stands in a message of ChatGPT: text with citation marks, code, canvas documents, pictures, and what tools answered."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from llmwiki.sources.talk.content import UNKNOWN_PARTS
from llmwiki.sources.talk.records import Record, parsed, record, records, text
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.tools import call, fenced, mention, output, remark
from llmwiki.sources.talk.turns import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator

# Private characters frame what the program shows as links and cards: cite, navlist, entity, image_group, ...
_FRAMED = re.compile("\ue200([a-z_]+)(?:\ue202([^\ue200\ue201]{0,4000}))?\ue201")
_FRAME = re.compile("[\ue200-\ue206]")
_BRACKETED = re.compile("\u3010[0-9:]{1,8}\u2020[^\u3010\u3011\n]{0,300}\u3011")
_QUOTED_TEXT = re.compile(r'\[\s*"[^"]*"\s*,\s*("(?:[^"\\]|\\.)*")')
_EVERYBODY = frozenset(("", "all", "final"))
_CANVAS = "canmore.create_textdoc"
_PICTURES = frozenset(("image_asset_pointer", "video_container_asset_pointer"))
_SOUNDS = frozenset(("audio_asset_pointer", "real_time_user_audio_video_asset_pointer"))


def part_text(message: Record, role: str, left: Counter[str]) -> str:
    """The Markdown of a message.

    Args:
        message: The node's message.
        role: Of its author; what a tool wrote becomes a quotation.
        left: Counts what is left out.
    """
    content = record(message.get("content"))
    kind = text(content.get("content_type"))
    recipient = text(message.get("recipient"))
    if role == "assistant" and recipient not in _EVERYBODY:
        return _asked(recipient, _plain(content))
    if role == "tool" and kind not in {"multimodal_text", "tether_quote"}:
        return output(_FRAME.sub("", _BRACKETED.sub("", _plain(content))), left, failed=kind == "system_error")
    pieces = list(_pieces(content, kind, record(message.get("metadata")), left))
    if not any(piece.strip() for piece in pieces):
        left[EMPTY] += 1
    return "\n\n".join(filter(None, pieces))


def clean(words: str, metadata: Record) -> str:
    """A text whose citation marks became the links that the program shows, or nothing."""
    for reference in records(metadata.get("content_references")):
        marked, shown = text(reference.get("matched_text")), reference.get("alt")
        if marked.strip() and ("\ue200" in marked or "\u3010" in marked):
            words = words.replace(marked, shown if isinstance(shown, str) else "")
    words = _FRAMED.sub(_named, words)
    return speech(_FRAME.sub("", _BRACKETED.sub("", words)))


def _named(match: re.Match[str]) -> str:
    """What of a card is part of the sentence: an entity's name."""
    found = _QUOTED_TEXT.match(match[2] or "")
    if match[1] != "entity" or found is None:
        return ""
    try:
        return text(json.loads(found[1]))
    except ValueError:
        return ""


def _pieces(content: Record, kind: str, metadata: Record, left: Counter[str]) -> Iterator[str]:
    if kind == "tether_quote":
        yield remark(f"quoted: {text(content.get('title'))} {text(content.get('url')) or text(content.get('domain'))}")
        yield output(text(content.get("text")), left)
    elif kind == "code":
        language = text(content.get("language"))
        yield fenced(_plain(content), "" if language == "unknown" else language) if _plain(content).strip() else ""
    elif isinstance(parts := content.get("parts"), list):
        for part in parts:
            yield _part(part, metadata, left)
    else:
        yield clean(_plain(content), metadata)
    for attached in records(metadata.get("attachments")):
        yield mention("file", text(attached.get("name")))


def _part(part: object, metadata: Record, left: Counter[str]) -> str:
    if isinstance(part, str):
        return clean(part, metadata)
    found = record(part)
    kind = text(found.get("content_type"))
    if kind in _PICTURES:
        asked = text(record(record(found.get("metadata")).get("dalle")).get("prompt"))
        return mention("image", asked or text(found.get("asset_pointer")).rpartition("/")[2])
    if kind == "audio_transcription" or isinstance(found.get("text"), str):
        return clean(text(found.get("text")), metadata)
    if kind not in _SOUNDS:
        left[UNKNOWN_PARTS] += 1
    return ""


def _asked(recipient: str, words: str) -> str:
    """A message to a tool; a document that the assistant writes beside the conversation is words of its own."""
    written = record(parsed(words.encode("utf-8", "surrogatepass"))) if recipient == _CANVAS else {}
    body = text(written.get("content"))
    if body:
        name = mention("document", text(written.get("name")))
        is_code = text(written.get("type")).startswith("code")
        return f"{name}\n\n{fenced(body) if is_code else speech(body)}"
    return call(recipient, words)


def _plain(content: Record) -> str:
    """The text of a content object, whatever its kind calls it."""
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(part if isinstance(part, str) else text(record(part).get("text")) for part in parts)
    return next((found for key in ("text", "result", "summary", "content") if (found := text(content.get(key)))), "")
