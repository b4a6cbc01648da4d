"""Reading order of a page's lines where the document draws some of them late."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.sources.pdf.lines import Line

_ROOM = 1.6
"""Distance between two lines, in font sizes of the late one, that leaves room for a line between."""
_NEAR = 8.0
"""How far a late line may begin from its neighbour's beginning, in font sizes: an indent, never a column."""


def reading_order(lines: list[Line]) -> list[Line]:
    """Put lines that were drawn later into the gaps that they fill on the page.

    Programs draw headings, lines with formulas or coloured code after the rest of a page. A line that stands
    higher than the one before it and fits between two earlier ones goes there; everything else, as the top of a
    second column, keeps its place.
    """
    ordered: list[Line] = []
    for line in lines:
        late = bool(ordered) and line.y > ordered[-1].y + 0.5 * line.size and not line.figure
        place = _gap(ordered, line) if late else None
        ordered.insert(len(ordered) if place is None else place, line)
    return ordered


def _gap(ordered: list[Line], line: Line) -> int | None:
    """Where among earlier lines a late one fits, searched backwards; None where it fits nowhere."""
    for place in range(len(ordered) - 1, 0, -1):
        above, below = ordered[place - 1], ordered[place]
        if above.y > line.y + 0.5 * line.size and line.y > below.y + 0.5 * line.size and above.y - below.y > _ROOM * line.size:
            return place if abs(line.x - above.x) <= _NEAR * line.size or abs(line.x - below.x) <= _NEAR * line.size else None
    return None
