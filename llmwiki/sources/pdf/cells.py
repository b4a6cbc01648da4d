"""What stands where on a page, piece by piece, and the lines that are drawn on it: what tables are made of."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.sources.pdf.glyphs import count_cjk, mended
from llmwiki.sources.pdf.matrix import Matrix, combined, size_of

if TYPE_CHECKING:
    from pypdf import PageObject

_SECONDS = 10.0
"""Longest second reading of a page."""
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))
_WIDE_GAP = 900
"""Thousandths of an em between two letters from which they may stand in two cells."""
_WIDE_SPACE = 4.0
_SPACED = re.compile(r"\S {3,}\S")
_MOVES = frozenset((b"Td", b"TD", b"Tm", b"T*", b"'", b'"'))
_PAINTS = frozenset((b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"))
MOST_RULES = 2_000
"""Lines of one direction that are looked at; pages with more hold drawings."""
_THIN = 2.5
"""Points up to which a filled box is a line."""
_LEVEL = 0.7
_SHORT = 4.0


class Text(NamedTuple):
    """Characters that were placed together: where they begin, points from the lower left, font size, estimated width."""

    text: str
    x: float
    y: float
    size: float
    width: float


class Rule(NamedTuple):
    """A straight line along an axis: its place on the other axis, and from where to where it goes, in points."""

    at: float
    start: float
    end: float


@dataclass(slots=True)
class Rules:
    """The lines of a page.

    Attributes:
        across: Level ones by height.
        down: Upright ones by distance from the left.
    """

    across: list[Rule] = field(default_factory=list)
    down: list[Rule] = field(default_factory=list)

    def may_be_table(self) -> bool:
        """Whether there are enough for two rows of two cells, whose outer sides may be open."""
        return 3 <= len(self.across) <= MOST_RULES and 1 <= len(self.down) <= MOST_RULES  # noqa: PLR2004 - two rows have three edges


class Path:
    """Collects what is drawn on a page, operator by operator."""

    def __init__(self, left: float, bottom: float) -> None:
        self.rules = Rules()
        self._left, self._bottom = left, bottom
        self._pending: list[tuple[float, float, float, float]] = []
        self._point = (0.0, 0.0)
        self._begin = (0.0, 0.0)

    def take(self, operator: bytes, operands: Any, matrix: Matrix) -> None:  # noqa: ANN401 - as the library gives them
        """One operator of the page, with the transformation that holds for it."""
        if max(len(self._pending), len(self.rules.across), len(self.rules.down)) > MOST_RULES:
            return
        if operator in {b"re", b"m", b"l"}:
            numbers = [float(value) for value in operands if isinstance(value, int | float)]
            if len(numbers) == len(operands):
                self._draw(operator, numbers, matrix)
        elif operator == b"h":
            self._line_to(self._begin)
        elif operator in _PAINTS:
            for segment in self._pending:
                self._keep(*segment)
            self._pending.clear()
        elif operator == b"n":
            self._pending.clear()

    def _draw(self, operator: bytes, numbers: list[float], matrix: Matrix) -> None:
        if operator == b"re" and len(numbers) == 4:  # noqa: PLR2004 - x, y, width, height
            x, y, width, height = numbers
            self._box(self._placed(x, y, matrix), self._placed(x + width, y + height, matrix))
        elif operator == b"m" and len(numbers) == 2:  # noqa: PLR2004 - x, y
            self._point = self._begin = self._placed(numbers[0], numbers[1], matrix)
        elif operator == b"l" and len(numbers) == 2:  # noqa: PLR2004 - x, y
            self._line_to(self._placed(numbers[0], numbers[1], matrix))

    def _placed(self, x: float, y: float, matrix: Matrix) -> tuple[float, float]:
        a, b, c, d, e, f = matrix
        return x * a + y * c + e - self._left, x * b + y * d + f - self._bottom

    def _line_to(self, point: tuple[float, float]) -> None:
        self._pending.append((*self._point, *point))
        self._point = point

    def _box(self, one: tuple[float, float], other: tuple[float, float]) -> None:
        (x0, x1), (y0, y1) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        if y1 - y0 <= _THIN:
            self._pending.append((x0, (y0 + y1) / 2, x1, (y0 + y1) / 2))
        elif x1 - x0 <= _THIN:
            self._pending.append(((x0 + x1) / 2, y0, (x0 + x1) / 2, y1))
        else:
            self._pending += [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]

    def _keep(self, x0: float, y0: float, x1: float, y1: float) -> None:
        if abs(y1 - y0) <= _LEVEL and abs(x1 - x0) > _SHORT:
            self.rules.across.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x1 - x0) <= _LEVEL and abs(y1 - y0) > _SHORT:
            self.rules.down.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))


def page_texts(page: PageObject) -> tuple[list[Text], list[tuple[float, float]]]:
    """The text of a page in the pieces that its program placed, which are the cells of a table or parts of them.

    The library joins what stands on one line. Naming the font again wherever the pen is moved makes it tell each piece.

    Returns:
        The pieces, and the places of those that may reach over several cells: with wide gaps inside, whose width nobody knows.
    """
    from pypdf import PageObject
    from pypdf.generic import ContentStream, NameObject

    stream = ContentStream(page["/Contents"].get_object(), page.pdf, "bytes")  # strings stay bytes, whose fonts say what they mean
    stream.operations = _parted(stream.operations)
    copy = PageObject(page.pdf)
    copy.update(page)
    copy[NameObject("/Contents")] = stream
    reading = _Reading(float(page.mediabox.left), float(page.mediabox.bottom))
    copy.extract_text(visitor_operand_before=reading.before, visitor_text=reading.text)
    return reading.texts, reading.loose


class _Reading:
    """What the library tells while it reads a page."""

    def __init__(self, left: float, bottom: float) -> None:
        self.texts: list[Text] = []
        self.loose: list[tuple[float, float]] = []
        self._left, self._bottom = left, bottom
        self._end = time.monotonic() + _SECONDS
        self._spread = 0.0

    def before(self, operator: bytes, operands: Any, matrix: Any, text_matrix: Any) -> None:  # noqa: ANN401 - the library's callback
        if time.monotonic() > self._end:
            raise TimeoutError(f"took longer than {_SECONDS:.0f} s")
        if operator == b"Tw" and operands:
            self._spread = float(operands[0])
        gaps = operands[0] if operator == b"TJ" and operands else ()
        wide = any(isinstance(gap, int | float) and gap < -_WIDE_GAP for gap in gaps)
        if operator in _SHOWS and (wide or self._spread > _WIDE_SPACE):
            placed = combined(text_matrix, matrix)
            self.loose.append((placed[4] - self._left, placed[5] - self._bottom))

    def text(self, text: str, matrix: Any, text_matrix: Any, font: Any, size: float) -> None:  # noqa: ANN401 - the library's callback
        if not text.strip():
            return
        placed = combined(text_matrix, matrix)
        points = size_of(placed, size)
        words = mended(text.replace("\n", " "))
        place = placed[4] - self._left, placed[5] - self._bottom
        if _SPACED.search(text.strip()):
            self.loose.append(place)
        self.texts.append(Text(words, *place, points, _width(words.strip(), font, points)))


def _parted(operations: list[tuple[Any, bytes]]) -> list[tuple[Any, bytes]]:
    parted: list[tuple[Any, bytes]] = []
    font: Any = None
    outer: list[Any] = []
    for operands, operator in operations:
        if operator == b"Tf":
            font = operands
        elif operator == b"q":
            outer.append(font)
        elif operator == b"Q" and outer:
            font = outer.pop()
        elif operator in _MOVES and font is not None:
            parted.append((font, b"Tf"))
        parted.append((operands, operator))
    return parted


def _width(text: str, font: Any, size: float) -> float:  # noqa: ANN401 - a font dictionary of the library
    """Length in points: from the font's own table where it has one for a character, else at half an em, one em for CJK."""
    try:
        first, widths = int(font["/FirstChar"]), [float(width) for width in font["/Widths"]]
    except (KeyError, TypeError, ValueError):
        first, widths = 0, []
    total = 0.0
    for char in text:
        place = ord(char) - first
        total += widths[place] if char.isascii() and 0 <= place < len(widths) else 1000 if count_cjk(char) else 500
    return size * total / 1000
