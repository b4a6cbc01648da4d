"""What people write in Slack, from its own markup to Markdown (Slack's reference of message formatting)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from llmwiki.sources.talk.records import Record, record, records, text
from llmwiki.sources.talk.speech import outside_code, speech

_REFERENCE = re.compile(r"<([@#!]?)([^<>|\n]{1,2000})(?:\|([^<>\n]{0,2000}))?>")
_BOLD = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s*])\*(?![\w*])")
_STRUCK = re.compile(r"(?<![\w~])~(?=[^\s~])([^~\n]{1,1000}?)(?<=[^\s~])~(?![\w~])")
_ENTITY = re.compile(r"&(amp|lt|gt);")
_PLAIN = {"amp": "&", "lt": "<", "gt": ">"}
_ADDRESS = re.compile(r"(?:https?|mailto|tel):", re.IGNORECASE)
_BREAKING = str.maketrans({"[": "\\[", "]": "\\]"})


def markdown(words: str, people: Mapping[str, str]) -> str:
    """A message's text as Markdown.

    Args:
        words: In Slack's markup: ``*bold*``, ``<@U1>``, ``<https://x|label>``, ``&amp;``.
        people: User id to name; unknown ids stay.
    """
    blocks = words.replace("\r\n", "\n").split("```")
    for index, block in enumerate(blocks):
        is_code = index % 2 == 1 and index < len(blocks) - 1
        blocks[index] = _code(block, people) if is_code else _prose(block, people)
    return "\n\n".join(block for block in blocks if block.strip())


def block_text(message: Record) -> str:
    """The words of a message's layout blocks, in Slack's markup, for messages that have none of their own."""
    return "\n".join(filter(None, (_walk(block).strip() for block in records(message.get("blocks")))))


def attachment_texts(message: Record) -> Iterator[str]:
    """The words of what is attached to a message (a bot's report, the preview of a link), each as one text in Slack's markup."""
    for item in records(message.get("attachments")):
        title, link = text(item.get("title")), text(item.get("title_link"))
        head = f"<{link}|{title}>" if link and title else title
        fields = [f"{text(part.get('title'))}: {text(part.get('value'))}" for part in records(item.get("fields"))]
        parts = [text(item.get("pretext")), head, text(item.get("text")) or block_text(item), *fields]
        told = "\n".join(dict.fromkeys(part for part in parts if part.strip(" :")))
        if found := told or text(item.get("fallback")):
            yield found


def _prose(words: str, people: Mapping[str, str]) -> str:
    """Ordinary text: the foreign signs are made harmless first, so that the Markdown put in afterwards stays."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(_reference(match, people))
        return f"\ue000{len(kept) - 1}\ue001"

    held = outside_code(words.replace("\ue000", "").replace("\ue001", ""), lambda part: _REFERENCE.sub(keep, part))
    clean = speech(_entities(held))
    styled = "\n".join(outside_code(line, _styled) for line in clean.split("\n"))
    return re.sub("\ue000(\\d+)\ue001", lambda match: kept[int(match[1])], styled).strip()


def _code(words: str, people: Mapping[str, str]) -> str:
    body = _entities(_REFERENCE.sub(lambda match: match[3] or match[2] if not match[1] else _reference(match, people), words)).strip("\n")
    return f"```\n{speech(f'~~~~{chr(10)}{body}{chr(10)}~~~~')[5:-5]}\n```"


def _reference(match: re.Match[str], people: Mapping[str, str]) -> str:
    """A mention, channel, command or link, as people see it; tags are told from channels by a backslash."""
    sign, target, label = match[1], match[2], _entities(match[3] or "")
    if sign == "@":
        return f"@{label or people.get(target, target)}"
    if sign == "#":
        return f"\\#{label or target}"
    if sign == "!":
        return label or f"@{target.partition('^')[0]}"
    address = _entities(target)
    if not _ADDRESS.match(address):
        return label or address
    if not label or address in {label, f"mailto:{label}"}:
        return f"<{address}>" if address.startswith(("http", "mailto")) else address
    return f"[{label.translate(_BREAKING)}](<{address}>)" if re.search(r"[\s()]", address) else f"[{label.translate(_BREAKING)}]({address})"


def _styled(part: str) -> str:
    return _STRUCK.sub(r"~~\1~~", _BOLD.sub(r"**\1**", part))


def _entities(words: str) -> str:
    return _ENTITY.sub(lambda match: _PLAIN[match[1]], words)


def _walk(node: object, depth: int = 0) -> str:
    """The words of a block and of all in it."""
    found = record(node)
    if depth > _DEEPEST:
        return ""
    if name := _NAMED.get(text(found.get("type")), ""):
        return f"<{_SIGNS[name]}{text(found.get(name))}>"
    if text(found.get("type")) == "link":
        return f"<{text(found.get('url'))}|{text(found.get('text'))}>" if found.get("text") else f"<{text(found.get('url'))}>"
    own = found.get("text")
    inner = [own] if isinstance(own, str) else [_walk(own, depth + 1)] if isinstance(own, dict) else []
    for key in ("elements", "fields"):
        inner += [_walk(child, depth + 1) for child in records(found.get(key))]
    return ("\n" if text(found.get("type")) in _STACKED else "").join(filter(None, inner))


_DEEPEST = 12
_NAMED = {"user": "user_id", "channel": "channel_id", "broadcast": "range"}
_SIGNS = {"user_id": "@", "channel_id": "#", "range": "!"}
_STACKED = frozenset(("rich_text", "rich_text_list", "section", "context"))
