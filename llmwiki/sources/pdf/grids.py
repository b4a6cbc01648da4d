"""Tables and labels of drawings in a PDF: lines that stand beside or below each other without running on."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from llmwiki.sources.pdf.blocks import Block, Measures, ends_sentence
from llmwiki.sources.pdf.lines import with_powers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.sources.pdf.lines import Line

_NUMBER = re.compile(r"[-+±~≈<>]?[(\[]?[\d][\d.,%/×x:e+-]*[)\]%]?[*†‡]?|[-–—✓✗×]|\([\d.]+\)")
_COUNTED = re.compile(r"\d")
_MANY_NUMBERS = 0.35
_MOSTLY = 0.6
_NARROW = 0.55
_JUMP = 4.0
_SMALLER = 0.96
_FEW = 2


def mark_grids(blocks: list[Block], usual: Measures) -> list[Block]:
    """Join runs of table-like blocks of one page into grids.

    Table-like is what is mostly numbers, or set smaller than the body and narrow, or jumping between columns;
    the heads of its columns come with it. Captions, headings and notes end a run.
    """
    like = [_like_grid(block, usual) for block in blocks]
    for start, end in _small_runs(blocks, usual):
        if _jumps([line for block in blocks[start:end] for line in block.lines]):
            like[start:end] = [True] * (end - start)
    for place in range(len(blocks) - 2, -1, -1):
        like[place] = like[place] or (like[place + 1] and _heads_grid(blocks[place], blocks[place + 1], usual))
    marked: list[Block] = []
    run: list[Block] = []
    for block, grid in zip(blocks, like, strict=True):
        if grid:
            run.append(block)
            continue
        marked.extend([*_joined(run, usual), block])
        run = []
    return marked + _joined(run, usual)


def _small_runs(blocks: list[Block], usual: Measures) -> Iterator[tuple[int, int]]:
    """Ranges of neighbouring paragraphs set smaller than the body."""
    start = None
    for place, block in enumerate([*blocks, None]):
        small = block is not None and block.kind in {"paragraph", "item"} and _is_small(block, usual)
        if small and start is None:
            start = place
        elif not small and start is not None:
            yield start, place
            start = None


def _jumps(lines: list[Line]) -> bool:
    """Whether every few lines the text jumps sideways, as from cell to cell."""
    steps = list(pairwise(lines))
    sideways = sum(1 for above, below in steps if abs(below.x - above.x) > _JUMP * above.size and abs(below.y - above.y) < 3 * above.size)
    return len(steps) >= _FEW and sideways >= _MANY_NUMBERS * len(steps)


def _heads_grid(block: Block, grid: Block, usual: Measures) -> bool:
    """Whether a block right above a grid is the row of its column heads."""
    near = 0 < block.lines[-1].y - grid.first.y < 3 * grid.first.size and grid.kind != "grid"
    if not near or len(block.lines) > _FEW or abs(block.first.size - grid.first.size) > 0.06 * grid.first.size:
        return False
    words = sum(len(line.text.split()) for line in block.lines)
    styled = block.kind == "heading" and block.level == 3 and block.first.style == "bold" and words > 3  # noqa: PLR2004 - unnumbered, one head a column
    return styled or (block.kind == "paragraph" and (block.first.size <= _SMALLER * usual.body or not ends_sentence(block.lines[-1].text)))


def grid_rows(lines: list[Line], noted: frozenset[str] = frozenset()) -> list[str]:
    """The lines of a grid as rows of text: what stands at one height comes into one row, cells two spaces apart.

    Raised digits are kept as small ones, but not the marks of the notes in ``noted``.
    """
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(rows[-1][0].y - line.y) < 0.3 * line.size and line.x > rows[-1][-1].x:
            rows[-1].append(line)
        else:
            rows.append([line])
    return ["  ".join(with_powers(cell, noted) for cell in row) for row in rows]


def _like_grid(block: Block, usual: Measures) -> bool:
    if block.kind == "grid":
        return True
    if block.kind != "paragraph":
        return False
    numeric = sum(_numeric(line.text) for line in block.lines)
    if numeric >= _MOSTLY * len(block.lines) and all(_COUNTED.search(line.text) for line in block.lines):
        return True
    return _keeps_count(block.lines) or (_is_small(block, usual) and not _runs_on(block, usual))


def _keeps_count(lines: list[Line]) -> bool:
    """Whether all lines have the same number of numbers, two at least, and none leads into the next: rows with some cells of words."""
    counts = {sum(1 for word in line.text.split() if _NUMBER.fullmatch(word) and _COUNTED.search(word)) for line in lines}
    closed = not any(ends_sentence(line.text) or line.text.endswith(("-", ",")) for line in lines)
    return len(lines) > _FEW and len(counts) == 1 and min(counts) >= _FEW and closed


def _is_small(block: Block, usual: Measures) -> bool:
    return all(line.size <= _SMALLER * usual.body for line in block.lines)


def _numeric(text: str) -> bool:
    words = text.split()
    numbers = sum(1 for word in words if _NUMBER.fullmatch(word))
    return numbers >= _FEW and numbers >= _MANY_NUMBERS * len(words) and not (ends_sentence(text) and text[-1:].isalpha())


def _runs_on(block: Block, usual: Measures) -> bool:
    """Whether small lines are prose: full lines that lead into each other and end like a sentence."""
    full = usual.full_at(block.first.size)
    jumps = sum(1 for above, below in pairwise(block.lines) if abs(below.x - above.x) > _JUMP * above.size)
    wide = sum(1 for line in block.lines[:-1] if line.width >= _NARROW * min(full, usual.full_at(usual.body)))
    if jumps or sum(_numeric(line.text) for line in block.lines) > _MANY_NUMBERS * len(block.lines):
        return False
    if len(block.lines) == 1:
        return ends_sentence(block.first.text) or block.first.text.endswith("-")
    return wide >= _MOSTLY * (len(block.lines) - 1)


def _joined(run: list[Block], usual: Measures) -> list[Block]:
    """A run as one grid; too little of it stays what it was, but labels of drawings always go into a grid."""
    lines = [line for block in run for line in block.lines]
    drawn = any(block.kind == "grid" for block in run)
    if not run or (not drawn and len(lines) <= _FEW and len(run) < _FEW):
        return run
    if not drawn and not any(_numeric(line.text) for line in lines) and len(lines) <= _FEW and lines[0].size >= _SMALLER * usual.body:
        return run
    return [Block("grid", lines)]
