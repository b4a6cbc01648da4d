"""Edits of single properties; every byte outside the property stays as it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.vault.property_block import BOM, FATAL, Frontmatter, read_frontmatter
from llmwiki.vault.yamlparts import NULLS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from llmwiki.vault.yamlparts import Entry

# Characters that YAML 1.2 forbids or folds in plain text, and the byte order mark.
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udc7f\udd00-\udfff]')
_NAMED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNSAFE_START = re.compile(r"[\s\-?:,\[\]{}#&*!|>'\"%@`]|\.\.\.")
_UNSAFE = re.compile(r":(?:\s|\Z)|\s#|\s\Z|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_UNSAFE_IN_FLOW = re.compile(r"[,\[\]{}:#]")


def set_key(text: str, key: str, value: str | Sequence[str]) -> str:
    """The note with one property set; a block is made when there is none.

    Raises:
        VaultError: The block cannot be read, so no edit of it would be safe.
    """
    front = editable(text)
    entry = front.entry(key)
    if entry:
        return _replace(text, entry, value)
    newline = _newline(text)
    line = f"{_scalar(key)}: {_inline(value)}{newline}"
    if front.span is None:
        at = 1 if text.startswith(BOM) else 0
        return f"{text[:at]}---{newline}{line}---{newline}{text[at:]}"
    at = _closing(text, front)
    return f"{text[:at]}{_indent(text, front)}{line}{text[at:]}"


def remove_key(text: str, key: str) -> str:
    """The note without a property; unchanged when the property is absent.

    Raises:
        VaultError: The block cannot be read, so no edit of it would be safe.
    """
    span = editable(text).key_span(key)
    return text if span is None else text[: span.start] + text[span.end :]


def dump(mapping: Mapping[str, str | Sequence[str]]) -> str:
    """A property block for a new note, keys in the given order, lists in one line."""
    lines = [f"{_scalar(key)}: {_inline(value)}\n" for key, value in mapping.items()]
    return f"---\n{''.join(lines)}---\n"


def editable(text: str) -> Frontmatter:
    """The properties of a note. Raises VaultError when an edit of them would not be safe."""
    front = read_frontmatter(text)
    for problem in front.problems:
        if problem.kind in FATAL or problem.kind == "unclosed":
            line = text.count("\n", 0, problem.offset) + 1
            message = f"the properties cannot be edited, line {line}: {problem.message}"
            raise VaultError(message, "mend the lines between the `---` marks by hand, then run the command again")
    if any(entry.style == "root-flow" for entry in front.entries):
        message = "the properties cannot be edited: they are written as one `{...}`"
        raise VaultError(message, "write one `key: value` a line, then run the command again")
    return front


def _replace(text: str, entry: Entry, value: str | Sequence[str]) -> str:
    start, end = entry.value_span
    if entry.style == "block":
        start = text.index(":", entry.key_span.end) + 1
        return text[:start] + _block(text, entry, value) + text[end:]
    lead = "" if start and text[start - 1] in " \t" else " "
    return f"{text[:start]}{lead}{_inline(value)}{text[end:]}"


def _block(text: str, entry: Entry, value: str | Sequence[str]) -> str:
    """A value in place of lines: a list stays a list of lines at the same indent."""
    first = entry.value_span.start
    if isinstance(value, str) or not value or text[first] != "-":
        return f" {_inline(value)}"
    indent = text[text.rfind("\n", 0, first) + 1 : first]
    newline = _newline(text)
    return "".join(f"{newline}{indent}- {_scalar(item)}" for item in value)


def _inline(value: str | Sequence[str]) -> str:
    if isinstance(value, str):
        return _scalar(value)
    return f"[{', '.join(_scalar(item, flow=True) for item in value)}]"


def _scalar(value: str, *, flow: bool = False) -> str:
    """Plain where YAML allows it, else in double quotes."""
    plain = value not in NULLS and not _UNSAFE_START.match(value) and not _UNSAFE.search(value)
    if plain and not (flow and _UNSAFE_IN_FLOW.search(value)):
        return value
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _NAMED.get(char) or f"\\u{ord(char):04x}"


def _newline(text: str) -> str:
    first = text.find("\n")
    if first < 0:
        return "\r" if "\r" in text else "\n"
    return "\r\n" if text[first - 1 : first] == "\r" else "\n"


def _closing(text: str, front: Frontmatter) -> int:
    """Where the closing ``---`` line begins."""
    end = front.span.end if front.span else 0
    return text.rindex("---", 0, end)


def _indent(text: str, front: Frontmatter) -> str:
    if not front.entries:
        return ""
    entry = front.entries[0]
    return text[entry.span.start : entry.key_span.start]
