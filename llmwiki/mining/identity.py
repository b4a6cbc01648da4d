"""Which conversation a file holds, so that the same one is known again when it has grown, moved or been exported anew."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

from llmwiki.sources.talk.records import Record, parsed, record, records, text

if TYPE_CHECKING:
    from llmwiki.sources.talk.turns import Talk

_HEAD = 256 * 1024
_KEYS = ("conversation_id", "uuid", "sessionId", "session_id", "id")
_SESSION = re.compile(rb'(?<!\\)"sessionId"\s*:\s*"([^"\\]{1,100})"')
_AGENT = re.compile(rb'(?<!\\)"agentId"\s*:\s*"([^"\\]{1,100})"')
_CWD = re.compile(rb'(?<!\\)"cwd"\s*:\s*("(?:[^"\\]|\\.){1,1000}")')
_OWN_TURNS = re.compile(rb'(?<!\\)"isSidechain"\s*:\s*false')
_TURNS = 4
_DIGITS = 16


def conversation_id(kind: str, data: bytes) -> str:
    """The id that a program gave a conversation; empty when it has none.

    Args:
        kind: As ``sources.detect`` names it.
        data: The bytes of one conversation.
    """
    if kind == "claude-code":
        return _session(data)
    if kind in {"codex", "gemini"}:
        return _first_id(data)
    found = parsed(data) if len(data) <= _HEAD or kind in {"chatgpt", "claude-ai", "slack"} else None
    if kind == "slack":
        return _channel(found)
    only = found[0] if isinstance(found, list) and len(found) == 1 else found
    return _id_in(record(only)) if kind in {"chatgpt", "claude-ai", "chat"} else ""


def nameless_id(talk: Talk) -> tuple[str, str]:
    """For a conversation without an id: a hash of how it begins, which stays when it grows, and one of all of it."""
    turns = [f"{turn.speaker}\0{turn.time}\0{turn.text}" for turn in talk.turns]
    return _hash("\1".join(turns[:_TURNS])), _hash("\1".join(turns))


def project_name(data: bytes) -> str:
    """The name of the folder that a session of a coding agent worked in; empty when it tells none."""
    match = _CWD.search(data[:_HEAD])
    if match is None:
        return ""
    try:
        folder = text(json.loads(match[1]))
    except ValueError:
        return ""
    return re.split(r"[/\\]", folder.rstrip("/\\"))[-1]


def _session(data: bytes) -> str:
    """The session of the last record: a resumed session begins with the records of the one before. Sub-agents have files of their own."""
    at = data.rfind(b'"sessionId"')
    match = _SESSION.search(data, max(at - 1, 0)) if at >= 0 else None
    if match is None:
        return ""
    agent = None if _OWN_TURNS.search(data) else _AGENT.search(data)
    return "/".join(part[1].decode("utf-8", "replace") for part in (match, agent) if part)


def _first_id(data: bytes) -> str:
    """The id in the first record of a file with one a line, or in the one object that a file is."""
    line = data.lstrip().partition(b"\n")[0]
    found = record(parsed(line)) or record(parsed(data))
    inner = record(found.get("payload")) or record(found.get("session")) or found
    return _id_in(inner)


def _id_in(found: Record) -> str:
    return next((name for key in _KEYS if (name := text(found.get(key)))), "")


def _channel(found: object) -> str:
    """A channel of a Slack workspace: by the team where messages name it, else by the first message that there is."""
    about = record(record(found).get("slack"))
    messages = records(found) if isinstance(found, list) else records(record(found).get("messages"))
    team = next((name for message in messages if (name := text(message.get("team")))), "")
    if not about:
        return ""
    if not team and messages:
        first = min(messages, key=lambda message: text(message.get("ts")))
        team = _hash(text(first.get("ts")) + text(first.get("user")))
    return "/".join(filter(None, (team, text(about.get("channel")), text(about.get("period")))))


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
