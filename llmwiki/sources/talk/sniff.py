"""Which program a conversation comes from, by the shape of its first records."""

from __future__ import annotations

from itertools import islice

from llmwiki.sources.talk.records import Record, items, parsed, record, records, text, utf8

_HEAD = 64 * 1024
_LINES = 25
"""Records that are looked at: sessions begin with some that tell nothing (summaries, snapshots, settings)."""

_BEFORE = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
"""Marks of encodings, spaces and the zeros of wide encodings."""

_OPENERS = frozenset((b"{", b"["))
_WHOLE = 16 * 1024 * 1024
"""Bytes of a single object that is parsed to see what it is; conversations in one object are far smaller."""

_CLAUDE_CODE = frozenset(("user", "assistant", "system"))
_CLAUDE_CODE_KEYS = frozenset(("uuid", "parentUuid", "sessionId", "isSidechain", "requestId"))
_CODEX = frozenset(("session_meta", "response_item", "event_msg", "turn_context", "compacted"))
_CODEX_ITEMS = frozenset(("message", "reasoning", "function_call", "function_call_output", "local_shell_call"))
_GEMINI = frozenset(("user", "gemini", "info", "error", "warning"))


def talk_kind(data: bytes) -> str:
    """The converter for JSON that is a conversation (a key of ``plugins.CONVERTERS``); empty for everything else.

    Args:
        data: The bytes of a file. Only the first records are parsed where it has one a line, so that a damaged one further
            down, or hundreds of megabytes, do not matter here.
    """
    if data[:_HEAD].lstrip(_BEFORE)[:1] not in _OPENERS:
        return ""
    data = utf8(data)
    begin = len(data[:_HEAD]) - len(data[:_HEAD].lstrip(_BEFORE))
    if data[begin : begin + 1] == b"[":
        return _array_kind(data)
    lines = [line for line in data[begin : begin + _HEAD].split(b"\n")[:_LINES] if line.strip()]
    first = parsed(lines[0]) if lines else None
    if isinstance(first, dict) and (len(lines) > 1 or not object_kind(first)):
        found = [first, *(record(parsed(line)) for line in lines[1:])]
        return _lined_kind([item for item in found if item])
    return object_kind(record(parsed(data))) if len(data) <= _WHOLE else ""


def object_kind(found: Record) -> str:
    """The converter for a file that is one object."""
    messages = records(found.get("messages"))
    shapes = (
        ("chatgpt", isinstance(found.get("mapping"), dict)),
        ("claude-ai", isinstance(found.get("chat_messages"), list)),
        ("slack", isinstance(found.get("slack"), dict) and bool(messages)),
        ("claude-code", bool(records(found.get("loglines")))),
        ("codex", isinstance(found.get("session"), dict) and bool(records(found.get("items")))),
        ("gemini", "sessionId" in found and bool(messages) and all(text(item.get("type")) in _GEMINI for item in messages[:_LINES])),
    )
    return next((kind for kind, fits in shapes if fits), "") or _generic([found])


def _lined_kind(found: list[Record]) -> str:
    """The converter for records on lines, by what any of the first ones has that no other program writes."""
    for item in found:
        kind = text(item.get("type"))
        of_session = _CLAUDE_CODE_KEYS & item.keys() or isinstance(record(item.get("message")).get("content"), list | str)
        if kind in _CLAUDE_CODE and "message" in item and of_session:
            return "claude-code"
        if kind in _CODEX and isinstance(item.get("payload"), dict):
            return "codex"
    if "sessionId" in found[0] and ("projectHash" in found[0] or any(text(item.get("type")) == "gemini" for item in found)):
        return "gemini"
    is_old_codex = "id" in found[0] and "type" not in found[0] and any(text(item.get("type")) in _CODEX_ITEMS for item in found)
    if is_old_codex:
        return "codex"
    return _generic(found)


def _array_kind(data: bytes) -> str:
    first = [parsed(item) for item in islice(items(data[:_HEAD]), _LINES)]
    if not first and len(data) <= _WHOLE:
        first = [parsed(next(items(data), b""))]
    found = [record(item) or {"messages": item} for item in first]
    if not found:
        return ""
    if all(text(item.get("type")) == "message" and "ts" in item for item in found) or all(_is_slack(item) for item in found):
        return "slack"
    kind = object_kind(found[0])
    return kind if kind in {"chatgpt", "claude-ai"} else _generic(found)


def _is_slack(item: Record) -> bool:
    seconds, _, rest = text(item.get("ts")).partition(".")
    return seconds.isdigit() and rest.isdigit() and ("user" in item or "bot_id" in item)


def _generic(found: list[Record]) -> str:
    """Chats of roles and words: two people at least, or a conversation inside of every record."""
    from llmwiki.sources.talk.generic import is_message, messages_of, role_of, says_role

    inner = [messages_of(item) for item in found]
    said = [message for chat in inner for message in chat] if all(inner) else found
    roles = {role_of(item).lower() for item in said}
    if not all(map(is_message, said)) or len(roles) <= 1:
        return ""
    return "chat" if all(map(says_role, said)) or len(said) >= _OFTEN * len(roles) else ""


_OFTEN = 3
"""How often each of some free names speaks in a chat: lists of quotations and comments have a name an entry."""
