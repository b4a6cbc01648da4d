"""A note cut at its headings, for the three files that the tool keeps in order: schema, index, log."""

from __future__ import annotations

from typing import NamedTuple

from llmwiki.vault.parse import parse


class Section(NamedTuple):
    """A heading and the text up to the next heading of any level.

    Attributes:
        heading: Heading text, empty for what stands before the first heading.
        level: 1 to 6, 0 before the first heading.
        start: Offset of the heading line (code points).
        body: Offset behind the heading line.
        end: Offset of the next heading, or the end of the text.
    """

    heading: str
    level: int
    start: int
    body: int
    end: int


class Line(NamedTuple):
    r"""One line without its ``\n`` (a ``\r`` stays); ``number`` starts at 1, ``inert`` is inside code or a comment."""

    text: str
    number: int
    start: int
    inert: bool


def cut(text: str) -> tuple[Section, ...]:
    """The sections of a note in order; together they cover the text after the frontmatter."""
    page = parse(text)
    marks = [(page.body_start, page.body_start, "", 0)]
    for heading in page.headings:
        start = text.rfind("\n", 0, heading.span.start) + 1
        stop = text.find("\n", heading.span.end)
        marks.append((start, len(text) if stop < 0 else stop + 1, heading.text, heading.level))
    ends = [mark[0] for mark in marks[1:]] + [len(text)]
    return tuple(Section(heading, level, start, body, end) for (start, body, heading, level), end in zip(marks, ends, strict=True))


def lines(text: str) -> list[Line]:
    """All lines of a note, with those inside code blocks and comments marked."""
    page = parse(text)
    spans = sorted([*page.code, *page.html_comments, *page.comments])
    found: list[Line] = []
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        while spans and spans[0].end <= start:
            spans.pop(0)
        first = start + len(line) - len(line.lstrip())
        found.append(Line(line, number, start, bool(spans) and spans[0].start <= first < spans[0].end))
        start += len(line) + 1
    return found


def newline_of(text: str) -> str:
    r"""The line end a text uses: that of its first line, ``\n`` when it has none."""
    stop = text.find("\n")
    return "\r\n" if stop > 0 and text[stop - 1] == "\r" else "\n"
