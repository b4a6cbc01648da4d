"""Slides as a tree of HTML."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from llmwiki.sources.failures import PARSER_FAILURES
from llmwiki.sources.markup.tokens import page_token, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.html import HtmlElement

_BAND = 400_000
"""Height in EMU (about 11 mm) within which shapes count as standing side by side."""
_MAX_DEPTH = 20
_TITLES = frozenset((1, 3, 5))
"""Placeholders of type title, centred title and vertical title (PP_PLACEHOLDER)."""
_FURNITURE = frozenset((13, 15, 16))
"""Placeholders for slide number, footer and date."""


class SlideTree:
    """Collects slides.

    Attributes:
        root: The tree so far.
        first_title: The title of the first slide that has one.
    """

    def __init__(self) -> None:
        from lxml.html import Element

        self.root: HtmlElement = Element("div")
        self.first_title = ""
        self._counts = Counter[str]()

    def add(self, slide: Any, number: int) -> None:  # noqa: ANN401 - python-pptx has no types
        """Add a slide: its mark, title, shapes from top to bottom, and notes."""
        self._add("p", page_token(number))
        shapes = list(_flat(slide.shapes, 0))
        title = next((shape for shape in shapes if _placeholder(shape) in _TITLES and shape.has_text_frame), None)
        text = " ".join(plain(title.text_frame.text).split()) if title is not None else ""
        self.first_title = self.first_title or text
        if text:
            self._add("h2", text)
        for shape in sorted((shape for shape in shapes if shape is not title), key=_position):
            self._shape(shape)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            self._notes(slide.notes_slide.notes_text_frame)
        self._counts["hidden"] += slide.element.get("show") in {"0", "false"}

    def notes(self) -> tuple[str, ...]:
        """What is to be told: counts of pictures, hidden slides and parts that cannot be read."""
        said = {
            "picture": "picture{s} not part of the text",
            "hidden": "hidden slide{s} among them",
            "unread": "shape{s} of an unknown kind not read",
        }
        found = ((self._counts[name], text) for name, text in said.items() if self._counts[name])
        return tuple(f"{count:,} {text.format(s='s' * (count != 1))}" for count, text in found)

    def _add(self, tag: str, text: str) -> HtmlElement:
        from lxml.html import Element

        element = Element(tag)
        element.text = text
        self.root.append(element)
        return element

    def _shape(self, shape: Any) -> None:  # noqa: ANN401
        if _placeholder(shape) in _FURNITURE:
            return
        try:
            if getattr(shape, "has_table", False):
                self.root.append(_table([_row(row) for row in shape.table.rows]))
            elif getattr(shape, "has_chart", False):
                self._chart(shape.chart)
            elif shape.has_text_frame:
                self._text(shape.text_frame, listed=_placeholder(shape) is not None)
            elif shape.element.tag.endswith("}pic"):
                self._counts["picture"] += 1
        except PARSER_FAILURES:
            self._counts["unread"] += 1

    def _text(self, frame: Any, *, listed: bool) -> None:  # noqa: ANN401
        """Paragraphs; those of a placeholder for text are items of a list where there are more than one."""
        lines = [(min(paragraph.level, 8), text) for paragraph in frame.paragraphs if (text := _joined(paragraph))]
        deep = any(level for level, _ in lines)
        if not deep and not (listed and len(lines) > 1):
            for _, text in lines:
                self._add("p", text)
            return
        _list(self.root, lines)

    def _chart(self, chart: Any) -> None:  # noqa: ANN401
        """The figures that a chart shows, as a table."""
        if chart.has_title and chart.chart_title.has_text_frame and (text := plain(chart.chart_title.text_frame.text).strip()):
            self._add("p", text)
        series = [found for plot in chart.plots for found in plot.series]
        categories = [str(category) for plot in list(chart.plots)[:1] for category in plot.categories]
        if not series or not categories:
            self._counts["unread"] += 1
            return
        columns = [["" if value is None else f"{value:g}" for value in found.values] for found in series]
        head = ["", *(str(found.name or "") for found in series)]
        rows = zip_longest(categories, *columns, fillvalue="")
        self.root.append(_table([[(text, 1, 1) for text in row] for row in (head, *rows)]))

    def _notes(self, frame: Any) -> None:  # noqa: ANN401
        lines = [text for paragraph in frame.paragraphs if (text := _joined(paragraph))]
        if lines:
            self._add("h3", "Notes")
        for line in lines:
            self._add("p", line)


def _flat(shapes: Iterable[Any], depth: int) -> Iterator[Any]:
    """Shapes with those of groups in their place."""
    for shape in shapes:
        if shape.element.tag.endswith("}grpSp") and depth < _MAX_DEPTH:
            yield from _flat(shape.shapes, depth + 1)
        else:
            yield shape


def _placeholder(shape: Any) -> int | None:  # noqa: ANN401
    return int(shape.placeholder_format.type or 0) if getattr(shape, "is_placeholder", False) else None


def _position(shape: Any) -> tuple[int, int]:  # noqa: ANN401
    """From top to bottom in bands, from left to right in each."""
    try:
        return (shape.top or 0) // _BAND, shape.left or 0
    except PARSER_FAILURES:
        return 0, 0


def _joined(paragraph: Any) -> str:  # noqa: ANN401
    return " ".join(plain(paragraph.text.replace("\v", " ")).split())


def _list(root: HtmlElement, lines: list[tuple[int, str]]) -> None:
    """Lines with levels as nested lists."""
    from lxml.etree import SubElement

    stack = [(-1, root)]
    for level, text in lines:
        while stack[-1][0] > level:
            stack.pop()
        if stack[-1][0] < level:
            parent = stack[-1][1]
            holder = parent[-1] if parent.tag == "ul" and len(parent) else parent
            stack.append((level, SubElement(holder, "ul")))
        SubElement(stack[-1][1], "li").text = text


def _row(row: Any) -> list[tuple[str, int, int]]:  # noqa: ANN401
    """Text, width and height of each cell that is not covered by a merged one."""
    cells = []
    for cell in row.cells:
        if not cell.is_spanned:
            merged = cell.is_merge_origin
            cells.append((plain(cell.text.replace("\v", "\n")), cell.span_width if merged else 1, cell.span_height if merged else 1))
    return cells


def _table(rows: list[list[tuple[str, int, int]]]) -> HtmlElement:
    from lxml.etree import SubElement
    from lxml.html import Element

    table = Element("table")
    for row in rows:
        line = SubElement(table, "tr")
        for text, width, height in row:
            cell = SubElement(line, "td", colspan=str(width), rowspan=str(height))
            for part in text.split("\n"):
                SubElement(cell, "p").text = part
    return table
