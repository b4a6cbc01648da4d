"""Paragraphs that a mark of a place in the original (a page, a time, a line) cuts in two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.scribe.sentences import is_complete
from llmwiki.vault.chars import HAN_CHAR

if TYPE_CHECKING:
    from llmwiki.scribe.blocks import Block

_MARK = re.compile(r"\s*<!-- (?:page|time|line) \d[\d:]* -->\s*")


def over_pages(text: str, found: list[Block]) -> list[Block]:
    """Blocks with the paragraphs joined that a mark cuts in two; a turn or a chapter always begins anew."""
    joined: list[Block] = []
    for block in found:
        above = joined[-1] if joined else None
        if above and _continues(text, above, block):
            joined[-1] = above._replace(end=block.end)
        else:
            joined.append(block)
    return joined


def _continues(text: str, above: Block, block: Block) -> bool:
    """Whether only a mark stands between an unfinished paragraph and one that begins in mid-sentence."""
    if block.kind != "paragraph" or above.kind not in {"paragraph", "item"} or not _MARK.fullmatch(text, above.end, block.start):
        return False
    first, last = text[block.start], text[above.end - 1]
    return (first.islower() or bool(HAN_CHAR.match(first) and HAN_CHAR.match(last))) and not is_complete(text[above.start : above.end])
