"""A page of a PDF as lines: what is printed, where, how big and how bold."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from llmwiki.sources.failures import failures
from llmwiki.sources.pdf.cells import Path, Rules, page_texts
from llmwiki.sources.pdf.doubled import once
from llmwiki.sources.pdf.glyphs import count_cjk, mended
from llmwiki.sources.pdf.matrix import combined, size_of
from llmwiki.sources.pdf.tables import Table, letters, ruled_tables
from llmwiki.vault.chars import SUPERSCRIPT

if TYPE_CHECKING:
    from pypdf import PageObject

_BOLD = re.compile(r"bold|black|heavy|-medi\b|semib|demi|CMBX|CMSSBX|SFBX|-Bd\b|SimHei", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obliq|slanted|CMTI|SFTI|-It\b", re.IGNORECASE)
_MONO = re.compile(r"mono|courier|consol|menlo|CMTT|SFTT|typewriter|-Code|SourceCode|FiraCode|Fixed", re.IGNORECASE)
_SAME_BASELINE = 0.3
"""Share of the font size by which two pieces on one line may differ in height, set small marks aside."""
_RAISED = 0.15
_SMALLER = 0.82
_MARK = re.compile(r"[0-9]{1,3}|[*†‡§¶]{1,2}")
_MOSTLY = 0.5
_WHOLLY = 0.9
_GOOD_PART = 0.2
_COLUMN_LINES = 12
"""Lines that must begin a right half at one place before a page written straight across counts as two columns."""
_COLUMN_CHARS = 20
_AT_ONE_PLACE = 1.5
_LEADERS = re.compile(r"(?:\s?[.·…]){4,}\s*(?=\d{1,4}$)")
SECONDS_PER_PAGE = 20.0
"""Longest reading of one page, looked at between its drawing operators."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of text in one font, at a place in points from the page's lower left."""

    text: str
    x: float
    y: float
    size: float
    style: str
    turned: int
    figure: bool
    ends_line: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line.

    Attributes:
        text: As typed text; raised note marks are taken out and kept in ``marks``.
        x, y: Where it begins, points from the lower left corner.
        size: Font size of most of it.
        width: Estimated length in points: fonts of PDFs seldom tell it cheaply.
        style: ``bold``, ``italic`` or ``mono`` when all of it is, else empty.
        page: Number of the page, from 1.
        figure: Whether it stands in an embedded drawing.
        note: The raised mark it begins with, as footnotes do.
        marks: Raised marks inside, with the offset in ``text`` at which each stood.
        rows: The cells of a whole table, row by row, which then is the one line; ``text`` has its words.
    """

    text: str
    x: float
    y: float
    size: float
    width: float
    style: str
    page: int
    figure: bool = False
    note: str = ""
    marks: tuple[tuple[int, str], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(slots=True)
class _Drawing:
    """The transformations of the embedded drawings being read, outermost first, and the lines drawn on the page itself."""

    path: Path
    outer: list[tuple[float, ...]] = field(default_factory=list)

    def enter(self, operator: bytes, operands: Any, matrix: tuple[float, ...]) -> None:  # noqa: ANN401 - as the library gives them
        """Before an operator of the page or of a drawing in it."""
        if operator == b"Do":
            self.outer.append(matrix)
        elif not self.outer:
            self.path.take(operator, operands, matrix)


def page_lines(page: PageObject, number: int) -> list[Line]:
    """The lines of a page in the order in which the document draws them.

    Text turned on its side is left out unless most of the page is turned. Errors of the library pass through.
    """
    left, bottom = float(page.mediabox.left), float(page.mediabox.bottom)
    drawing = _Drawing(Path(left, bottom))
    chunks = _straightened(_chunks(page, drawing))
    letters = sum(len(chunk.text) for chunk in chunks)
    if sum(len(chunk.text) for chunk in chunks if chunk.figure) > _MOSTLY * letters:  # the whole page was wrapped into a drawing
        chunks = [replace(chunk, figure=False) for chunk in chunks]
    rows = _columns_apart(_rows([replace(chunk, x=chunk.x - left, y=chunk.y - bottom) for chunk in chunks]), float(page.mediabox.width))
    lines = once([line for row in rows if (line := _line(row, number)).text or line.note])
    return with_tables(lines, page, drawing.path.rules) if drawing.path.rules.may_be_table() else lines


def _straightened(chunks: list[Chunk]) -> list[Chunk]:
    """Keep the direction in which most text runs, and turn the page so that it runs from left to right."""
    amounts = [sum(len(chunk.text) for chunk in chunks if chunk.turned == quarter) for quarter in range(4)]
    main = amounts.index(max(amounts))
    kept = [chunk for chunk in chunks if chunk.turned == main or not chunk.text.strip()]
    if main == 0:
        return kept
    turns = {1: lambda x, y: (y, -x), 2: lambda x, y: (-x, -y), 3: lambda x, y: (-y, x)}
    placed = [(chunk, *turns[main](chunk.x, chunk.y)) for chunk in kept]
    low = min((y for _, _, y in placed), default=0.0)
    side = min((x for _, x, _ in placed), default=0.0)
    return [replace(chunk, x=x - side, y=y - low) for chunk, x, y in placed]


def _chunks(page: PageObject, drawing: _Drawing) -> list[Chunk]:
    chunks: list[Chunk] = []
    end = time.monotonic() + SECONDS_PER_PAGE

    def before(operator: Any, operands: Any, matrix: Any, _text_matrix: Any) -> None:  # noqa: ANN401 - the library's callback
        if time.monotonic() > end:
            raise TimeoutError(f"took longer than {SECONDS_PER_PAGE:.0f} s")
        drawing.enter(operator, operands, tuple(matrix))

    def after(operator: Any, _operands: Any, _matrix: Any, _text_matrix: Any) -> None:  # noqa: ANN401 - the library's callback
        if operator == b"Do" and drawing.outer:
            drawing.outer.pop()

    def text(text: str, matrix: Any, text_matrix: Any, font: Any, size: float) -> None:  # noqa: ANN401 - the library's callback
        if text:
            chunks.append(_chunk(text, combined(text_matrix, matrix, *reversed(drawing.outer)), font, size, figure=bool(drawing.outer)))

    page.extract_text(visitor_operand_before=before, visitor_operand_after=after, visitor_text=text)
    return chunks


def _chunk(text: str, matrix: tuple[float, ...], font: Any, size: float, *, figure: bool) -> Chunk:  # noqa: ANN401 - a font dictionary of the library
    name = str(font.get("/BaseFont", "")) if font is not None else ""
    a, b, *_, e, f = matrix
    return Chunk(
        text=mended(text.rstrip("\n")),
        x=e,
        y=f,
        size=size_of(matrix, size),
        style="mono" if _MONO.search(name) else "bold" if _BOLD.search(name) else "italic" if _ITALIC.search(name) else "",
        turned=(0 if a >= 0 else 2) if abs(b) <= abs(a) else (1 if b > 0 else 3),
        figure=figure,
        ends_line=text.endswith("\n"),
    )


def _rows(chunks: list[Chunk]) -> list[list[Chunk]]:
    """Chunks that stand on one line, joined again where the library broke a line inside."""
    rows: list[list[Chunk]] = []
    ended = True
    for chunk in chunks:
        if chunk.text.strip():
            if not ended or (rows and _continues(rows[-1], chunk)):
                rows[-1].append(chunk)
            else:
                rows.append([chunk])
            ended = False
        elif rows and chunk.text and not ended:
            rows[-1][-1] = replace(rows[-1][-1], text=rows[-1][-1].text + " ")
        ended = ended or chunk.ends_line
    return rows


def _continues(row: list[Chunk], chunk: Chunk) -> bool:
    """Whether a chunk behind a line end stands on the same line after all, right behind the text before it."""
    last = row[-1]
    gap = chunk.x - (last.x + _width(last.text, last.size))
    level = abs(chunk.y - last.y) <= _SAME_BASELINE * max(last.size, 1.0)
    return level and last.figure == chunk.figure and -2.0 * last.size < gap < 1.5 * last.size and chunk.x > last.x


def _columns_apart(rows: list[list[Chunk]], page_width: float) -> list[list[Chunk]]:
    """Put the left halves before the right ones where a page was written straight across two columns."""
    starts: dict[int, int] = {}
    for row in rows:
        for chunk in row[1:]:
            if 0.4 * page_width < chunk.x < 0.65 * page_width:
                starts[round(chunk.x)] = starts.get(round(chunk.x), 0) + 1
    if not starts:
        return rows
    middle, count = max(starts.items(), key=lambda item: (item[1], -item[0]))
    if count < _COLUMN_LINES:
        return rows
    halves = [_halves(row, middle) for row in rows]
    both = [half for half in halves if half[0] and half[1]]
    if any(sum(len(chunk.text) for half in both for chunk in half[side]) < _COLUMN_CHARS * len(both) for side in (0, 1)):
        return rows
    return _in_reading_order(halves)


def _halves(row: list[Chunk], middle: int) -> tuple[list[Chunk], list[Chunk]]:
    place = next((place for place, chunk in enumerate(row) if abs(chunk.x - middle) <= _AT_ONE_PLACE), None)
    return (row, []) if place is None else (row[:place], row[place:])


def _in_reading_order(halves: list[tuple[list[Chunk], list[Chunk]]]) -> list[list[Chunk]]:
    """Each run of split rows: its left column, then its right one; rows across the page stay between."""
    ordered: list[list[Chunk]] = []
    right: list[list[Chunk]] = []
    for place, (left, second) in enumerate(halves):
        later = any(second_later for _, second_later in halves[place + 1 : place + 4])
        if second or (right and later and _width("".join(chunk.text for chunk in left), left[0].size) < right[0][0].x - left[0].x):
            ordered.extend([left] if left else [])
            right.extend([second] if second else [])
        else:
            ordered.extend(right)
            right = []
            ordered.append(left)
    return ordered + right


def _line(row: list[Chunk], number: int) -> Line:
    """One line out of its chunks: small raised digits are marks, or powers where they belong to a number or unit."""
    size = _main_size(row)
    baseline = next(chunk.y for chunk in row if chunk.size == size)
    text, note = "", ""
    marks: list[tuple[int, str]] = []
    for chunk in row:
        raised = chunk.size <= _SMALLER * size and (chunk.y - baseline) > _RAISED * size
        if raised and _MARK.fullmatch(chunk.text.strip()):
            if text.strip():
                marks.append((len(text.rstrip()), chunk.text.strip()))
            else:
                note = chunk.text.strip()
        else:
            text += chunk.text
    stripped = _LEADERS.sub(" … ", text.strip())
    lead = len(text) - len(text.lstrip())
    placed = tuple((max(place - lead, 0), mark) for place, mark in marks)
    return Line(stripped, row[0].x, baseline, size, _width(stripped, size), _style(row), number, row[0].figure, note, placed)


def _style(row: list[Chunk]) -> str:
    total = sum(len(chunk.text.strip()) for chunk in row)
    for style in ("bold", "italic", "mono"):
        if total and sum(len(chunk.text.strip()) for chunk in row if chunk.style == style) >= _WHOLLY * total:
            return style
    return ""


def with_tables(lines: list[Line], page: PageObject, rules: Rules) -> list[Line]:
    """The lines of a page, those of each certain table as one.

    Args:
        lines: As they were drawn.
        page: The page, which is read once more in smaller pieces.
        rules: The lines drawn on it.
    """
    from pypdf.errors import PyPdfError

    try:
        texts, loose = page_texts(page)
    except failures(PyPdfError):
        return lines  # the page was read before; what cannot be read in pieces has no certain tables
    known = {word for line in lines for word in line.text.split()}
    for table in ruled_tables(texts, rules, loose, known):
        inside = [line for line in lines if _stands_in(line, table)]
        words = " ".join(cell for row in table.rows for cell in row if cell)
        if inside and letters(words) == letters("".join(_with_marks(line) for line in inside)):
            first = inside[0]
            made = replace(first, text=words, x=table.left, y=table.top, size=table.size, width=table.right - table.left, rows=table.rows)
            place = lines.index(first)
            lines = [line for line in lines if line not in inside]
            lines.insert(place, replace(made, style="", note="", marks=()))
    return lines


def _stands_in(line: Line, table: Table) -> bool:
    return not line.rows and table.left - 1 <= line.x <= table.right and table.bottom <= line.y + _SAME_BASELINE * line.size <= table.top


def _with_marks(line: Line) -> str:
    return line.text + line.note + "".join(mark for _, mark in line.marks)


def with_powers(line: Line, noted: frozenset[str]) -> str:
    """The text of a line with raised digits put back as small ones, except marks of notes that the page has."""
    text = line.text
    for place, mark in reversed(line.marks):
        if mark not in noted:
            text = text[:place] + mark.translate(SUPERSCRIPT) + text[place:]
    return text


def _main_size(row: list[Chunk]) -> float:
    """The largest size of a good part of the line: behind a small mark the library goes on reporting the mark's size."""
    sizes: dict[float, int] = {}
    for chunk in row:
        sizes[chunk.size] = sizes.get(chunk.size, 0) + len(chunk.text.strip())
    total = sum(sizes.values())
    return max(size for size, letters in sizes.items() if letters >= _GOOD_PART * total)


def _width(text: str, size: float) -> float:
    """Length in points at an average of half an em a character, one em for CJK."""
    wide = count_cjk(text)
    return size * (wide + 0.48 * (len(text) - wide))
