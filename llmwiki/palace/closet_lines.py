"""The line format of closets, as MemPalace has it: ``topic|entity;entity|2026-05-30:L3-L9|→id,id``; the third field is optional."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

LINE_MOST = 1500
"""Characters of a closet, so of a line too."""

ENTITIES_MOST = 5
_TOPIC_MOST, _ENTITY_MOST = 160, 60
_ARROW = "→"
_LOCATOR = re.compile(r"\d{4}-\d\d-\d\d:L\d+-L\d+")
_DIVIDERS = str.maketrans({"|": "/", "→": ">", **dict.fromkeys("\n\r\t\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " ")})
_DIVIDER_OF_ENTITIES = str.maketrans({";": ","})


class Line(NamedTuple):
    """One pointer.

    Attributes:
        topic: What the drawers speak of; a quote stands in its marks.
        entities: Names that stand in them.
        locator: Date and lines, ``2026-05-30:L3-L9``, or empty.
        drawers: Ids.
    """

    topic: str
    entities: tuple[str, ...]
    locator: str
    drawers: tuple[str, ...]

    def __str__(self) -> str:
        fields = [self.topic, ";".join(self.entities), *([self.locator] if self.locator else []), _ARROW + ",".join(self.drawers)]
        return "|".join(fields)


def locator(date: str, first: int, last: int) -> str:
    """The third field; empty without a whole ISO date, since the format has no lines without one."""
    found = f"{date[:10]}:L{first}-L{last}"
    return found if _LOCATOR.fullmatch(found) else ""


def clean_topic(text: str) -> str:
    """A text that can stand as a topic: on one line, without the signs that divide fields; may be empty."""
    return " ".join(text.translate(_DIVIDERS).split())[:_TOPIC_MOST].rstrip()


def clean_entity(name: str) -> str:
    """A name that can stand among entities; may be empty."""
    return " ".join(name.translate(_DIVIDERS).translate(_DIVIDER_OF_ENTITIES).split())[:_ENTITY_MOST].rstrip()


def fitted(line: Line) -> Iterator[Line]:
    """A line as one or more that are not longer than a closet, each with a part of the drawers."""
    room = LINE_MOST - len(str(line._replace(drawers=())))
    held: list[str] = []
    size = 0
    for drawer in line.drawers:
        if held and size + len(drawer) > room:
            yield line._replace(drawers=tuple(held))
            held, size = [], 0
        held.append(drawer)
        size += len(drawer) + 1
    yield line._replace(drawers=tuple(held))


def packed(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines in closets, filled up in order; no line is cut."""
    closet: list[Line] = []
    size = 0
    for line in lines:
        length = len(str(line)) + 1
        if closet and size + length - 1 > LINE_MOST:
            yield closet
            closet, size = [], 0
        closet.append(line)
        size += length
    if closet:
        yield closet


class ReadCloset(NamedTuple):
    """The pointers of a closet, and the lines that are none."""

    lines: list[Line]
    rest: list[str]


def read_closet(text: str) -> ReadCloset:
    """The lines of any closet, ours or another's; blanks around fields do not count, bars in a topic are kept."""
    lines: list[Line] = []
    rest: list[str] = []
    for written in text.splitlines():
        line = read_line(written)
        if line:
            lines.append(line)
        elif written.strip():
            rest.append(written)
    return ReadCloset(lines, rest)


def read_line(text: str) -> Line | None:
    """One pointer, or None where there is no topic, or no arrow with an id behind it."""
    head, arrow, ids = text.rpartition(_ARROW)
    drawers = tuple(filter(None, (name.strip() for name in ids.split(","))))
    fields = [field.strip() for field in head.rstrip().removesuffix("|").split("|")]
    if not arrow or not drawers or not fields[0]:
        return None
    where = fields.pop() if len(fields) > 1 and _LOCATOR.fullmatch(fields[-1]) else ""
    entities = fields.pop() if len(fields) > 1 else ""
    return Line("|".join(fields), tuple(filter(None, (name.strip() for name in entities.split(";")))), where, drawers)
