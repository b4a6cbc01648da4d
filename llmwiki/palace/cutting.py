"""A text cut into drawers: at headings, paragraphs and sentences, never inside a code block."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from llmwiki.palace.drawer import Drawer, DrawerKind
from llmwiki.palace.estimate import LEAST, LONGEST, TARGET, estimate
from llmwiki.vault.link import Span
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from llmwiki.vault.marks import FootnoteDef, Heading

_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_ANCHOR = re.compile(r"\s*\{[^{}]*\}$")
_STOP = re.compile(r"(?<=[。！？])[”」』）]*|(?<=[.!?])[\"”’)]*[ \t]+|\n")
_RUN = re.compile(r"\S{1,200}\s*")
_ENDED = re.compile(r"[.!?。！？…][\"”」』）)*_]*[ \t]*$", re.MULTILINE)


class Cuttable(Protocol):
    """What is cut: a note (``vault.page.Page``) or a plain text (``PlainText``)."""

    @property
    def text(self) -> str:
        """All of it."""

    @property
    def body_start(self) -> int:
        """Where its properties end."""

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Its headings."""

    @property
    def code(self) -> tuple[Span, ...]:
        """Its code."""

    @property
    def comments(self) -> tuple[Span, ...]:
        """Hidden text."""

    @property
    def html_comments(self) -> tuple[Span, ...]:
        """More hidden text."""

    @property
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Its footnotes."""

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""


class _Unit(NamedTuple):
    """A piece that is not cut any further, its headings and its estimated size."""

    start: int
    end: int
    headings: tuple[str, ...]
    heads: bool
    size: int


def cut(page: Cuttable, path: str, kind: DrawerKind, wing: str = "") -> list[Drawer]:
    """Drawers of a file in order, with their ids, places and neighbours; their shelf tells them the rest.

    Cuts fall at headings, paragraphs and sentences, never inside a code block. Frontmatter and hidden text (comments) are in no drawer,
    nor are the footnotes of a page: the sources they quote have drawers of their own.
    """
    filled = _filled(list(_units(page, kind)))
    drawers = [_drawer(page, path, kind, row, group) for row, group in enumerate(filled)]
    drawers = _told_apart(drawers, wing)
    return [
        replace(drawer, before=drawers[row - 1].id if row else "", after=drawers[row + 1].id if row + 1 < len(drawers) else "")
        for row, drawer in enumerate(drawers)
    ]


def _units(page: Cuttable, kind: DrawerKind) -> Iterator[_Unit]:
    text = page.text
    left_out = [*page.comments, *page.html_comments, *(definition.span for definition in page.footnote_defs if kind == "page")]
    borders = _Borders(page)
    for start, end in _gaps(sorted(left_out), page.body_start, len(text)):
        for first, last in _paragraphs(text, start, end, borders):
            headings = borders.headings_at(first)
            heads = borders.is_heading(first)
            for begin, stop, size in _pieces(text, first, last, borders):
                yield _Unit(begin, stop, headings, heads and begin == first, size)


class _Borders:
    """Where the headings and the code blocks of a page stand."""

    def __init__(self, page: Cuttable) -> None:
        self._starts = [heading.span.start for heading in page.headings]
        self._paths: list[tuple[str, ...]] = []
        stack: list[tuple[int, str]] = []
        for heading in page.headings:
            while stack and stack[-1][0] >= heading.level:
                stack.pop()
            stack.append((heading.level, _ANCHOR.sub("", project(heading.text))))
            self._paths.append(tuple(name for _, name in stack))
        self.code = [span for span in page.code if "\n" in page.text[span.start : span.end]]
        self._code_starts = [span.start for span in self.code]

    def headings_at(self, offset: int) -> tuple[str, ...]:
        row = bisect_right(self._starts, offset) - 1
        return self._paths[row] if row >= 0 else ()

    def is_heading(self, offset: int) -> bool:
        row = bisect_right(self._starts, offset) - 1
        return row >= 0 and self._starts[row] == offset

    def headings_between(self, start: int, end: int) -> Sequence[int]:
        return self._starts[bisect_right(self._starts, start) : bisect_right(self._starts, end - 1)]

    def code_end(self, offset: int) -> int:
        """End of the code block that covers an offset, or the offset itself."""
        row = bisect_right(self._code_starts, offset) - 1
        return max(offset, self.code[row].end) if row >= 0 else offset


def _gaps(spans: Sequence[Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    for span in spans:
        if span.start > start:
            yield start, min(span.start, end)
        start = max(start, span.end)
    if start < end:
        yield start, end


def _paragraphs(text: str, start: int, end: int, borders: _Borders) -> Iterator[tuple[int, int]]:
    """Paragraphs, headings split off their front side, code blocks whole."""
    at = start
    while at < end:
        match = _PARAGRAPH.search(text, at, end)
        if match is None:
            return
        first = match.start() + len(match[0]) - len(match[0].lstrip())
        last = min(end, max(match.end(), borders.code_end(match.end() - 1)))
        cuts = [position for position in borders.headings_between(first, last) if borders.code_end(position) == position]
        for begin, stop in zip([first, *cuts], [*cuts, last], strict=True):
            yield begin, begin + len(text[begin:stop].rstrip())
        at = last


def _pieces(text: str, start: int, end: int, borders: _Borders) -> Iterator[tuple[int, int, int]]:
    """A paragraph, cut at line and sentence ends when it is too long, each piece with its estimated size.

    Lines that are whole statements, as in a chat, stay whole.
    """
    code = borders.code_end(start) >= end
    if (size := estimate(text[start:end])) <= (LONGEST if code else TARGET):
        yield start, end, size
        return
    for begin, stop in _parts(text, start, end, borders, lines_only=code):
        yield begin, stop, estimate(text[begin:stop])


def _parts(text: str, start: int, end: int, borders: _Borders, *, lines_only: bool) -> Iterator[tuple[int, int]]:
    size = 0
    begin = last = start
    for stop in _stops(text, start, end, borders, lines_only=lines_only):
        step = estimate(text[last:stop])
        if size and size + step > TARGET:
            yield from _span(text, begin, last)
            begin, size = last, 0
        last, size = stop, size + step
        if size > TARGET:
            yield from _chopped(text, begin, last)
            begin, size = last, 0
    yield from _span(text, begin, end)


def _stops(text: str, start: int, end: int, borders: _Borders, *, lines_only: bool) -> Iterator[int]:
    statements = 2 * len(_ENDED.findall(text[start:end])) > text.count("\n", start, end)
    for first, last in _lines(text, start, end):
        if not lines_only and (not statements or estimate(text[first:last]) > TARGET):
            stops = (match.end() for match in _STOP.finditer(text, first, last - 1))
            yield from (stop for stop in stops if borders.code_end(stop) == stop)
        if lines_only or last == end or borders.code_end(last) == last:
            yield last


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = min(text.find("\n", start, end) + 1 or end, end)
        yield start, stop
        start = stop


def _span(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    shown = text[start:end]
    if shown.strip():
        yield start + len(shown) - len(shown.lstrip()), start + len(shown.rstrip())


def _chopped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A run without any sentence end, cut at blanks or, without blanks, at a number of characters."""
    begin = last = start
    size = 0
    for match in _RUN.finditer(text, start, end):
        step = estimate(match[0])
        if size and size + step > TARGET:
            yield from _span(text, begin, last)
            begin, size = last, 0
        last, size = match.end(), size + step
    yield from _span(text, begin, end)


def _filled(units: Sequence[_Unit]) -> list[list[_Unit]]:
    """Units side by side up to the target; a heading begins a new group unless the one before it is very small."""
    groups: list[list[_Unit]] = []
    size = 0
    for unit in units:
        full = size + unit.size > TARGET
        if not groups or full or (unit.heads and size >= LEAST):
            groups.append([])
            size = 0
        groups[-1].append(unit)
        size += unit.size
    return groups


def _drawer(page: Cuttable, path: str, kind: DrawerKind, position: int, group: Sequence[_Unit]) -> Drawer:
    start, end = group[0].start, group[-1].end
    text = page.text[start:end]
    lines = (page.line_column(start)[0], page.line_column(max(start, end - 1))[0])
    return Drawer("", path, kind, group[0].headings, lines, start, end, text, position)


def _told_apart(drawers: Sequence[Drawer], wing: str) -> list[Drawer]:
    """Drawers with their ids; equal pieces of a file are counted."""
    seen: dict[tuple[tuple[str, ...], str], int] = {}
    named = []
    for drawer in drawers:
        key = (drawer.headings, drawer.text)
        seen[key] = seen.get(key, 0) + 1
        parts = (wing, drawer.path, *drawer.headings, drawer.text, str(seen[key]))
        digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
        named.append(replace(drawer, id=f"d{digest[:20]}"))
    return named
