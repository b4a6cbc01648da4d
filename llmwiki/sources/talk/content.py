"""The parts of a message as the APIs of model makers write them: text, pictures, thinking, tool calls and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from llmwiki.sources.talk.records import Record, record, text
from llmwiki.sources.talk.speech import speech
from llmwiki.sources.talk.tools import call, mention, output
from llmwiki.sources.talk.turns import ASSISTANT, THOUGHTS

UNKNOWN_PARTS = "part of an unknown kind|parts of an unknown kind"


class Piece(NamedTuple):
    """Markdown of one part, and whose turn it belongs to."""

    speaker: str
    text: str


def said(content: object, speaker: str, left: Counter[str], clean: Callable[[str], str] = speech) -> Iterator[Piece]:
    """The parts of a message.

    Args:
        content: A text, or a list of parts (Anthropic's content blocks, OpenAI's content parts, Google's parts).
        speaker: Who sent the message. What tools answered is the assistant's, though it comes in messages of the user.
        left: Counts what is left out.
        clean: Makes Markdown of the sender's text.
    """
    if isinstance(content, str):
        yield Piece(speaker, clean(content))
    elif isinstance(content, list):
        for part in content:
            yield from _part(part, speaker, left, clean)
    elif isinstance(content, dict):
        yield from _part(content, speaker, left, clean)


def words_of(content: object) -> str:
    """The plain text in a result of a tool: a text, a list of text parts, or an object with the text in one of its members."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(words_of, content)))
    found = record(content)
    return next((words_of(found[key]) for key in ("text", "output", "content", "result", "error") if found.get(key)), "")


def _part(part: object, speaker: str, left: Counter[str], clean: Callable[[str], str]) -> Iterator[Piece]:
    if isinstance(part, str):
        yield Piece(speaker, clean(part))
        return
    found = record(part)
    kind = text(found.get("type"))
    if isinstance(found.get("text"), str) and found.get("thought") is not True and kind != "reasoning":
        yield Piece(speaker, clean(text(found["text"])))
    elif kind in _THINKING or found.get("thought") is True:
        left[THOUGHTS] += 1
    elif made := _tool(found, kind, left) or _media(found, kind):
        yield Piece(ASSISTANT if made.startswith(("> tool:", "> output:", "> error:")) else speaker, made)
    elif kind not in _SILENT and not _is_result(found, kind):
        left[UNKNOWN_PARTS] += 1


_THINKING = frozenset(("thinking", "redacted_thinking", "reasoning", "thought", "thoughts"))
_SILENT = frozenset(("token_budget", "flag", "encrypted_content", "cache_control", "step-start", "fallback"))
_CALLS = frozenset(("tool_use", "server_tool_use", "mcp_tool_use", "tool-call", "function_call"))


def _is_result(part: Record, kind: str) -> bool:
    return kind.endswith(("tool_result", "tool-result")) or "functionResponse" in part


def _tool(part: Record, kind: str, left: Counter[str]) -> str:
    if kind in _CALLS:
        arguments = next((part[key] for key in ("input", "arguments", "args", "parameters") if key in part), None)
        return call(text(part.get("name")) or text(part.get("toolName")) or "unnamed", arguments)
    if "functionCall" in part:
        asked = record(part["functionCall"])
        return call(text(asked.get("name")), asked.get("args"))
    if "functionResponse" in part:
        return output(words_of(record(part["functionResponse"]).get("response")), left)
    if _is_result(part, kind):
        return output(words_of(part.get("content") or part.get("result")), left, failed=part.get("is_error") is True)
    return ""


def _media(part: Record, kind: str) -> str:
    """A line in place of a picture or file."""
    if kind in {"image", "input_image", "image_url", "local_image"}:
        source = record(part.get("source"))
        return mention("image", text(part.get("file_name")) or text(source.get("media_type")))
    if kind in {"document", "file", "input_file", "file_url", "container_upload"}:
        names = (text(part.get(key)) for key in ("title", "filename", "file_name", "name"))
        return mention("file", next(filter(None, names), ""))
    if "inlineData" in part or "fileData" in part:
        data = record(part.get("inlineData") or part.get("fileData"))
        return mention("file", text(data.get("fileUri")) or text(data.get("mimeType")))
    return ""
