"""Tables of a page that are certain: every cell stands in a box of drawn lines.

A table that is wrong misleads more than one that is left as rows of text. So a grid of lines counts only when its cells are
boxes, every piece of text lies in one of them, no row of it hides several, and the cells together hold exactly the letters of the
lines that they replace. The text of merged cells stands in the first of them.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.inert import inert
from llmwiki.sources.pdf.boxes import Grid, grids
from llmwiki.sources.pdf.joining import joined
from llmwiki.sources.place import unmarked

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Sequence

    from llmwiki.sources.pdf.cells import Rules, Text

_LEAST = 2
_FILLED = 0.5
_LONGEST_CELL = 600
_MOST_LINES = 12
_LEVEL = 0.35
_SPACE = 0.15
_SMALLER = 0.82
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_NUMERIC = re.compile(r"[-+±~≈<>$€£¥(]*\d[\d.,%/:\s-]*[)%]?")
_SPACES = re.compile(r"\s+")


class Table(NamedTuple):
    """A table.

    Attributes:
        left, bottom, right, top: Its frame, points from the lower left of the page.
        size: Font size of most of it.
        rows: Its cells, row by row; all rows are of one length.
    """

    left: float
    bottom: float
    right: float
    top: float
    size: float
    rows: tuple[tuple[str, ...], ...]


def ruled_tables(texts: Sequence[Text], rules: Rules, loose: Sequence[tuple[float, float]], known: Container[str] = ()) -> list[Table]:
    """The tables in boxes of drawn lines, from the top of the page down.

    Args:
        texts: Everything that stands on the page.
        rules: Everything that is drawn.
        loose: Places of text that may reach over several cells; where one lies in a grid, that is no table.
        known: Words of the page, for text that was placed in pieces of words.
    """
    clear = (grid for grid in grids(rules) if grid.is_sound() and not any(grid.cell_at(x + 1, y + 1) for x, y in loose))
    found = (_table(texts, grid, known) for grid in clear)
    return sorted((table for table in found if table is not None), key=lambda table: -table.top)


def table_rows(rows: Sequence[Sequence[str]]) -> str:
    """Cells as a Markdown table; the head is the first row, or empty where that has numbers in it as the others have."""
    head, body = (rows[0], rows[1:]) if not _is_row_of_numbers(rows[0]) else ([""] * len(rows[0]), rows)
    return "\n".join((_row(head), "|" + " --- |" * len(head), *map(_row, body)))


def _is_row_of_numbers(cells: Sequence[str]) -> bool:
    return sum(1 for cell in cells if _NUMERIC.fullmatch(cell)) > len(cells) / _LEAST


def _row(cells: Sequence[str]) -> str:
    written = (inert(unmarked(cell), part=True).replace("|", "\\|") for cell in cells)
    return "|" + "".join(f" {cell} |" for cell in written)


def letters(text: str) -> Counter[str]:
    """How often each letter stands in a text; spaces and the hyphens of broken words do not count."""
    counted = Counter(text)
    for char in (" ", "\n", "-", "\u2010", "\u00ad"):
        del counted[char]
    return counted


def _table(texts: Sequence[Text], grid: Grid, known: Container[str]) -> Table | None:
    """The table in a grid; None when a piece of text reaches over the edge of a cell, or when it is no table but a form or a frame."""
    cells: dict[tuple[int, int], list[Text]] = {}
    for text in texts:
        place = grid.cell_at(text.x + 1, text.y + _LEVEL * text.size)
        if place is None:
            continue
        right, bottom = grid.edges_of(place)
        if text.x + text.width > right + text.size or text.y < bottom - _LEVEL * text.size:
            return None
        cells.setdefault(grid.first_of(place), []).append(text)
    if any(_is_uneven(found) for found in cells.values()):
        return None
    held = {place: lines for place, found in cells.items() if (lines := _lines(found, known))}
    kept_rows, kept_columns = (sorted({place[axis] for place in held}) for axis in (0, 1))
    if not _is_table(held, len(kept_rows), len(kept_columns)):
        return None
    written = tuple(tuple(_words(held.get((row, column), [])) for column in kept_columns) for row in kept_rows)
    sizes = Counter(text.size for found in cells.values() for text in found)
    return Table(*grid.frame, sizes.most_common(1)[0][0], written)


def _is_table(held: dict[tuple[int, int], list[str]], rows: int, columns: int) -> bool:
    if rows < _LEAST or columns < _LEAST or len(held) < _FILLED * rows * columns:
        return False
    if any(len(lines) > _MOST_LINES or sum(map(len, lines)) > _LONGEST_CELL or _is_stack(lines) for lines in held.values()):
        return False
    if _has_halves(held):
        return False
    counts: dict[int, list[int]] = {}
    for (row, _), lines in held.items():
        counts.setdefault(row, []).append(len(lines))
    return not any(_hides_rows(found, row > min(counts)) for row, found in counts.items())


def _has_halves(held: Collection[tuple[int, int]]) -> bool:
    """Whether two neighbouring columns are never both filled: heads and cells then stand in boxes of their own."""
    columns: dict[int, set[int]] = {}
    for row, column in held:
        columns.setdefault(column, set()).add(row)
    return any(not columns[one] & columns[other] for one, other in pairwise(sorted(columns)))


def _hides_rows(counts: list[int], is_body: bool) -> bool:  # noqa: FBT001 - private, named by the caller
    """Whether the cells of a row are several rows without lines between: the same number of lines in several cells."""
    tall = Counter(count for count in counts if count > 1)
    if is_body and len(counts) > 1 and len(set(counts)) == 1 and tall:
        return True
    return any(count > _LEAST and cells > 1 for count, cells in tall.items())


def _is_uneven(found: list[Text]) -> bool:
    """Whether a cell has raised or lowered signs, whose place in the text only a line tells, or runs from right to left."""
    sizes = [text.size for text in found]
    return min(sizes) <= _SMALLER * max(sizes) or any(_RIGHT_TO_LEFT.search(text.text) for text in found)


def _is_stack(lines: list[str]) -> bool:
    """Whether a cell holds several numbers below each other: the rows of the table have no lines between them."""
    return len(lines) > 1 and all(_NUMERIC.fullmatch(line) for line in lines)


def _lines(found: list[Text], known: Container[str]) -> list[str]:
    """The text of a cell line by line."""
    lines: list[list[Text]] = []
    for text in sorted(found, key=lambda text: -text.y):
        if lines and lines[-1][0].y - text.y <= _LEVEL * text.size:
            lines[-1].append(text)
        else:
            lines.append([text])
    written = (_in_line(sorted(line, key=lambda text: text.x), known) for line in lines)
    return [line for line in written if line]


def _in_line(line: list[Text], known: Container[str]) -> str:
    """Pieces of one line; a gap that a font's missing widths feign is none where the page has the whole word."""
    words = line[0].text.strip()
    for before, text in pairwise(line):
        spaced = before.text[-1:] == " " or text.text[:1] == " " or text.x - before.x - before.width > _SPACE * text.size
        piece = text.text.strip()
        whole = f"{words.rpartition(' ')[2]}{piece.partition(' ')[0]}"
        words += f" {piece}" if spaced and whole not in known else piece
    return _SPACES.sub(" ", words).strip()


def _words(lines: list[str]) -> str:
    words = ""
    for line in lines:
        words = joined(words, line, Counter())
    return words
