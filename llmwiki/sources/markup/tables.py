"""Tables of a document's tree made fit for Markdown: rectangular, one line a cell, merged cells spelt out."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.markup.tokens import LINE_BREAK

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    Grid = list[list[HtmlElement | None]]

_MAX_SPAN = 1000
"""Largest span that HTML allows a column (HTML standard, 4.9.11)."""
_MAX_CELLS = 200_000
_REPEATED = 80
"""Longest text that is written again in each row that its cell covers."""
_CELL_BLOCKS = ("p", "div", "ul", "ol", "pre", "blockquote", "section", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "figure")


class Tables(NamedTuple):
    """How many tables were kept, how many of their cells were merged ones, and how many were too large to be kept in shape."""

    kept: int
    merged: int
    shapeless: int


def mend_tables(root: HtmlElement) -> Tables:
    """Make every table of a tree a plain grid, in place.

    A short text in a cell merged downwards stands in each row, so that rows can be read alone; in a cell merged
    sideways it stands in the first column. Tables inside cells become lines, tables of one column become paragraphs.
    """
    kept = merged = shapeless = 0
    for table in list(root.iter("table"))[::-1]:
        if any(True for _ in table.iterancestors("table")):
            _flatten(table)
            continue
        for cell in [cell for row in table.iter("tr") for cell in _cells(row)]:
            _one_line(cell, LINE_BREAK)
        grid, count = _grid(table)
        columns = [place for place in range(len(grid[0]) if grid else 0) if any(_filled(row[place]) for row in grid)]
        if len(columns) > 1 and len(columns) * len(grid) <= _MAX_CELLS:
            _write(table, [[row[place] for place in columns] for row in grid if any(_filled(cell) for cell in row)])
            kept, merged = kept + 1, merged + count
        else:
            _as_blocks(table)
            shapeless += len(columns) > 1
    return Tables(kept, merged, shapeless)


def _cells(row: HtmlElement) -> list[HtmlElement]:
    return [cell for cell in row if cell.tag in {"td", "th"}]


def _filled(cell: HtmlElement | None) -> bool:
    return cell is not None and bool(cell.text_content().strip(f" \t\r\n\xa0{LINE_BREAK}"))


def _flatten(table: HtmlElement) -> None:
    """A table in a cell: a line a row, its cells apart by commas."""
    for row in list(table.iter("tr")):
        cells = [cell for cell in _cells(row) if _filled(cell)]
        for cell in _cells(row):
            _one_line(cell, " ")
            cell.tag = "span"
            cell.text = (cell.text or "").strip() if len(cell) == 0 else (cell.text or "").lstrip()
        for cell in cells[:-1]:
            cell.tail = ", "
        row.tag = "p"
    for part in list(table.iter("thead", "tbody", "tfoot", "colgroup", "caption")):
        part.drop_tag()
    table.tag = "div"


def _one_line(cell: HtmlElement, between: str) -> None:
    """Blocks and line breaks of a cell as pieces of one line."""
    for item in list(cell.iter("li")):
        if len(item) and item[0].tag == "p" and not (item.text or "").strip():
            item[0].drop_tag()
        item.text = f"{_bullet(item)} {(item.text or '').lstrip()}"
        item.tag = "p"
    for block in list(cell.iter(*_CELL_BLOCKS)):
        if block is not cell:
            block.text = between + (block.text or "").lstrip()
            block.tail = between + (block.tail or "").lstrip()
            block.drop_tag()
    for line in list(cell.iter("br", "hr")):
        line.tail = between + (line.tail or "").lstrip()
        line.drop_tag()


def _bullet(item: HtmlElement) -> str:
    """The mark of a list's item where no list can stand."""
    parent = item.getparent()
    if parent is None or parent.tag != "ol":
        return "•"
    return f"{sum(1 for other in item.itersiblings('li', 'p', preceding=True)) + 1}."


def _span(cell: HtmlElement, name: str) -> int:
    written = (cell.get(name) or "").strip()
    return min(max(int(written), 1), _MAX_SPAN) if written.isascii() and written.isdigit() else 1


def _grid(table: HtmlElement) -> tuple[Grid, int]:
    """The cells by row and column, each row as long as the longest, and the number of merged cells."""
    rows = list(table.iter("tr"))
    grid: Grid = [[] for _ in rows]
    reserved: dict[tuple[int, int], HtmlElement | None] = {}
    merged = total = 0
    for y, row in enumerate(rows):
        for cell in _cells(row):
            _fill(grid[y], reserved, y)
            across, down = _span(cell, "colspan"), min(_span(cell, "rowspan"), len(rows) - y)
            merged += across > 1 or down > 1
            total += across * down
            if total > _MAX_CELLS:
                across = down = 1
            x = len(grid[y])
            grid[y] += [cell, *[None] * (across - 1)]
            again = cell if len(cell.text_content()) <= _REPEATED else None
            reserved |= {(y + lower, x + right): None if right else again for lower in range(1, down) for right in range(across)}
        _fill(grid[y], reserved, y)
    width = max((len(row) for row in grid), default=0)
    return [row + [None] * (width - len(row)) for row in grid], merged


def _fill(line: list[HtmlElement | None], reserved: dict[tuple[int, int], HtmlElement | None], y: int) -> None:
    while (y, len(line)) in reserved:
        line.append(reserved.pop((y, len(line))))


def _write(table: HtmlElement, grid: Grid) -> None:
    """Fill a table with the rows of a grid; its first row is the head that Markdown asks for."""
    from lxml.html import Element

    for caption in table.findall("caption"):
        caption.tag = "p"
        table.addprevious(caption)
    rows = []
    for y, line in enumerate(grid):
        row = Element("tr")
        for cell in line:
            made = Element("td") if cell is None else deepcopy(cell)
            made.tag, made.tail = ("td" if y else "th"), None
            made.attrib.clear()
            row.append(made)
        rows.append(row)
    for part in list(table):
        table.remove(part)
    table.text = None
    table.attrib.clear()
    table.extend(rows)


def _as_blocks(table: HtmlElement) -> None:
    """A table as paragraphs, one a cell; its line breaks are breaks again."""
    from lxml.html import Element

    for part in list(table.iter("thead", "tbody", "tfoot", "colgroup")):
        part.drop_tag()
    for part in [table, *table.iter("tr", "caption")]:
        part.tag = "div"
    for cell in table.iter("td", "th"):
        cell.tag = "p"
        cell.attrib.clear()
        for element in list(cell.iter()):
            pieces = (element.text or "").split(LINE_BREAK)
            element.text = pieces[0]
            for place, piece in enumerate(pieces[1:]):
                line = Element("br")
                line.tail = piece
                element.insert(place, line)
            if element is not cell and LINE_BREAK in (element.tail or ""):
                element.tail = element.tail.replace(LINE_BREAK, "\n")
