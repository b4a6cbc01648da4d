"""Merging inside one block: sentences of a paragraph or list item, cells of a table row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from llmwiki.vault.hunks import Strand
from llmwiki.vault.passages import references
from llmwiki.vault.weave import Clash, Weave, Woven, joined, never

# A sentence ends at its mark with closing quotes and footnote references behind it; Latin marks need a space, full-width ones do not.
_CLOSERS = r"[\"'”’」』）)\]*_]*(?:\[\^[^\]\s]+\])*"
_END = re.compile(rf"(?:[.!?…]+{_CLOSERS}(?=\s)|[。！？；]+{_CLOSERS})|\n", re.UNICODE)
_CELL = re.compile(r"(?<!\\)\|")
_WIDE = frozenset("WF")


def merged_prose(base: str, present: str, proposed: str, *, keep_both: Callable[[Clash], bool] = never) -> str | None:
    """The text with the changed sentences of both sides; None when both changed the same sentence and may not both stand."""
    weave = Weave(sentences(base), sentences(present), sentences(proposed), keep_both=keep_both).run()
    return None if weave.clashes else joined(weave, _seam)


def merged_row(base: str, present: str, proposed: str) -> str | None:
    """The table row with the changed cells of both sides; None when a cell was changed by both or the number of cells differs."""
    rows = [_CELL.split(row) for row in (base, present, proposed)]
    if len({len(row) for row in rows}) > 1:
        return None
    cells = [_one_of(*cell) for cell in zip(*rows, strict=True)]
    return None if None in cells else "|".join(cell for cell in cells if cell is not None)


def _one_of(base: str, present: str, proposed: str) -> str | None:
    if proposed.strip() in (base.strip(), present.strip()):
        return present
    return proposed if present.strip() == base.strip() else None


def sentences(text: str) -> list[Strand]:
    """The sentences of a block, as strands with the white space behind them."""
    found = []
    start = 0
    for end in [*(match.end() for match in _END.finditer(text)), len(text)]:
        whole = text[start:end]
        behind = end
        while behind < len(text) and text[behind].isspace():
            behind += 1
        whole = text[start:behind]
        start = max(start, behind)
        if whole:
            core = whole.rstrip()
            found.append(Strand(core, whole[len(core) :], "sentence", core))
    return found


def all_cited(text: str) -> bool:
    """Whether every sentence of a block refers to a footnote."""
    return all(references(strand.core) for strand in sentences(text))


def _seam(left: Woven, right: Woven, gap: str) -> str:
    """A space between sentences that meet for the first time, none beside Chinese."""
    if gap or not left.core or not right.core:
        return gap
    wide = unicodedata.east_asian_width(left.core[-1]) in _WIDE or unicodedata.east_asian_width(right.core[0]) in _WIDE
    return "" if wide else " "
