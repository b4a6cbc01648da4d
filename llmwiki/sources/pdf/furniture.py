"""Running heads and feet of a PDF, and its page numbers: printed on every page, part of no text."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.sources.pdf.lines import Line

_MARGIN = 0.12
"""Share of the page's height at top and bottom in which furniture stands."""
_DEEPEST = 3
"""Lines from the top or bottom that are looked at."""
_FEWEST_PAGES = 3
_BESIDE = re.compile(r"(\d{1,4})\s+(?=.*[^\W\d]).{1,100}|(?=.*[^\W\d]).{1,100}\s(\d{1,4})")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"[-–—|·.\s]*(?:page|p\.|第)?\s*(?:\d{1,4}|[ivxlc]{1,7}|[A-Z\d]{1,3}[-–]\d{1,3})(?:\s*页?\s*(?:/|of|,|，|共)\s*\d{1,4})?\s*页?[-–—|·.\s]*",
    re.IGNORECASE,
)


def without_furniture(pages: Sequence[list[Line]], heights: Sequence[float]) -> list[list[Line]]:
    """The lines of all pages without what repeats in their margins and without page numbers.

    Args:
        pages: Lines page by page.
        heights: Height of each page in points.
    """
    edges = [_edges(lines, height) for lines, height in zip(pages, heights, strict=True)]
    seen = Counter(key for edge in edges for key in {_key(line) for line in edge})
    few = 4
    needed = 2 if len(pages) <= few else max(3, len(pages) // 5)
    counted = _counted(edges)
    kept: list[list[Line]] = []
    for lines, edge in zip(pages, edges, strict=True):
        ends = {id(line) for line in (min(lines, key=_height), max(lines, key=_height))} if lines else set()
        gone = {id(line) for line in edge if seen[_key(line)] >= needed}
        gone |= counted & {id(line) for line in edge}
        gone |= {id(line) for line in lines if (line in edge or id(line) in ends) and _NUMBER.fullmatch(line.text)}
        kept.append([line for line in lines if id(line) not in gone])
    return kept


def _counted(edges: Sequence[list[Line]]) -> frozenset[int]:
    """Marginal lines that hold the page's number beside words, as heads with the section's title do: the number rises with the pages."""
    numbered = [(line, int(match[1] or match[2]) - line.page) for edge in edges for line in edge if (match := _BESIDE.fullmatch(line.text))]
    offsets = Counter(offset for offset, _ in {(offset, line.page) for line, offset in numbered})
    usual = {offset for offset, pages in offsets.items() if pages >= max(_FEWEST_PAGES, len(edges) // 4)}
    return frozenset(id(line) for line, offset in numbered if offset in usual)


def _edges(lines: list[Line], height: float) -> list[Line]:
    """The outermost lines of a page that lie in its margins."""
    rows = sorted({round(line.y) for line in lines})
    outer = set(rows[:_DEEPEST]) | set(rows[-_DEEPEST:])
    return [line for line in lines if round(line.y) in outer and not _MARGIN * height < line.y < (1 - _MARGIN) * height]


def _height(line: Line) -> float:
    return line.y


def _key(line: Line) -> str:
    return _DIGITS.sub("#", "".join(line.text.split()).casefold())
