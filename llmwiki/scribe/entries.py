"""Small forms inside a block: the term a definition begins with, the cells of a table line."""

from __future__ import annotations

import re

from llmwiki.vault.plain import project

_TERM = re.compile(r"\s*(?:\*\*|__)(?P<term>[^*_\n]{1,60}?)\s*(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*(?:[:：]|[—–-]{1,2}\s))\s*")
_PLAIN_TERM = re.compile(r"\s*(?P<term>[^\s:：，。；,;(（][^:：，。；,;\n]{0,23})(?:：\s*|\s+[—–]\s+)(?=\S)")


def term_of(raw: str, *, item: bool) -> tuple[str, str]:
    """Term and text of an entry such as ``**Term**: text``; both empty when the block is none.

    Args:
        raw: The block's raw Markdown.
        item: Whether it is a list item; there the term may be without marks (``Term：text``, ``Term — text``).
    """
    match = _TERM.match(raw) or (_PLAIN_TERM.match(raw) if item else None)
    if match is None:
        return ("", "")
    term, text = project(match["term"]).strip(" ：:"), project(raw[match.end() :])
    return (term, text) if term and text else ("", "")


def cells(line: str) -> tuple[str, ...]:
    r"""Plain cells of a table line; ``\|`` is a pipe inside a cell, code spans included (GFM)."""
    body = line.strip().lstrip(">").strip()
    parts = re.split(r"(?<!\\)\|", body.removeprefix("|"))
    if parts and not parts[-1].strip():
        parts.pop()
    return tuple(project(part.replace("\\|", "|")) for part in parts)
