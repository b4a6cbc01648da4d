"""What a tool was asked and what it answered, as quoted lines of the turn that used it."""

from __future__ import annotations

import json
import re
from collections import Counter

from llmwiki.sources.inert import inert
from llmwiki.sources.place import unmarked
from llmwiki.sources.talk.speech import plain
from llmwiki.sources.talk.turns import OUTPUT

MAX_ARGUMENT = 100
MAX_ARGUMENTS = 240
MAX_OUTPUT = 800
MAX_OUTPUT_LINES = 12
"""Characters and lines that are kept; the rest is counted, and stands in the original."""

_SHORT = 160
_TICKS = re.compile(r"`{3,}")


def call(name: str, arguments: object) -> str:
    """A tool call on one line: ``> tool: Bash(command: ls -la)``.

    Args:
        name: As the program names the tool.
        arguments: A mapping, a text that may be JSON, or anything else.
    """
    if isinstance(arguments, str):
        arguments = _parsed(arguments)
    if isinstance(arguments, dict):
        arguments = ", ".join(f"{key}: {_flat(value, MAX_ARGUMENT)}" for key, value in arguments.items() if value not in (None, "", [], {}))
    return f"> tool: {inert(_flat(name, MAX_ARGUMENT))}({inert(_flat(arguments or '', MAX_ARGUMENTS))})"


def output(text: str, left: Counter[str], *, failed: bool = False) -> str:
    """What a tool answered, as a quotation; a long answer is cut and the rest counted in ``left``. Empty for nothing."""
    text = unmarked(plain(text)).strip("\n").rstrip()
    if not text.strip():
        return ""
    word = "error" if failed else "output"
    if "\n" not in text and len(text) <= _SHORT:
        return f"> {word}: {inert(text)}"
    kept = "\n".join(text.split("\n", MAX_OUTPUT_LINES)[:MAX_OUTPUT_LINES])[:MAX_OUTPUT].rstrip()
    cut = len(text) - len(kept)
    left[OUTPUT] += cut
    told = f"\n> (cut: {cut:,} more characters)" if cut else ""
    return f"> {word}:\n{quoted(fenced(kept))}{told}"


def remark(text: str) -> str:
    """A line of its own about what was done or cannot be shown as text: ``> command: /cost``."""
    return f"> {inert(_flat(text, MAX_ARGUMENTS))}"


def mention(what: str, name: str) -> str:
    """A line about a picture or file, with its name if it has one: ``> image: beach.png``."""
    return remark(f"{what}: {name}" if name else what)


def quoted(text: str) -> str:
    """Every line of a text as a line of a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def fenced(text: str, language: str = "") -> str:
    """A code block around a text, with a fence longer than any run of backticks in it."""
    longest = max((len(match[0]) for match in _TICKS.finditer(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _parsed(text: str) -> object:
    if text.lstrip()[:1] != "{":
        return text
    try:
        found: object = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    return found


def _flat(value: object, limit: int) -> str:
    """A value on one line, cut."""
    text = value if isinstance(value, str) else _dumped(value)
    text = " ".join(plain(text[: limit * 4]).split())
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def _dumped(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "…"
