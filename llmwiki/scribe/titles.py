"""The title of a source: frontmatter, first heading, first line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.scribe.headings import plain_heading
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.scribe.blocks import Block

_KEY = re.compile(r"^title[ \t]*:[ \t]*(?P<value>[^\n]*)(?P<more>(?:\n[ \t]+[^\n]*)*)", re.MULTILINE | re.IGNORECASE)
_FOLDED = re.compile(r"[>|][+-]?\d?[ \t]*$")
_LONGEST = 120


def find_title(text: str, body: int, found: Sequence[Block]) -> str:
    """Title of a source.

    Args:
        text: The whole file.
        body: Offset behind the frontmatter.
        found: Blocks of the body.
    """
    return _from_frontmatter(text[:body]) or _first_heading(text, found) or _first_line(text, found)


def _from_frontmatter(block: str) -> str:
    match = _KEY.search(block.replace("\r", ""))
    if match is None:
        return ""
    value = match["value"].strip()
    lines = [*([] if _FOLDED.match(value) else [value]), *match["more"].split("\n")]
    value = " ".join(" ".join(lines).split())
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        inner = value[1:-1]
        return inner.replace("''", "'") if value[0] == "'" else inner.replace('\\"', '"').replace("\\\\", "\\")
    return value


def _first_heading(text: str, found: Sequence[Block]) -> str:
    headings = (plain_heading(text[block.start : block.end]) for block in found if block.kind == "heading")
    return next(filter(None, headings), "")


def _first_line(text: str, found: Sequence[Block]) -> str:
    lines = (project(text[block.start : block.end].split("\n", 1)[0]) for block in found if block.kind != "table")
    line = next(filter(None, lines), "")
    return line if len(line) <= _LONGEST else line[:_LONGEST].rsplit(" ", 1)[0] + "…"
