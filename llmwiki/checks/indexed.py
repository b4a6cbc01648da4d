"""What index.md lists: its sections and the entries in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.link import Span
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.checks.base import Snapshot
    from llmwiki.checks.odd_links import Wish
    from llmwiki.vault.link import Link
    from llmwiki.vault.page import Page

_ENTRY = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])[ \t]|\s*\|")
_ROOM_LEVEL = 2


class Entry(NamedTuple):
    """A list item or table row that leads to a page.

    Attributes:
        line: The whole line, without its end.
        text: That line.
        link: The first link in it.
        target: The file it leads to; empty when there is none.
    """

    line: Span
    text: str
    link: Link
    target: str


class Section(NamedTuple):
    """A heading and the entries below it, up to the next heading of any level.

    Attributes:
        heading: As written; empty above the first one.
        kind: What the section of level 1 or 2 around it lists: entity, concept, comparison, query or nothing.
        room: Text of that heading.
    """

    heading: str
    kind: str
    room: str
    span: Span
    entries: tuple[Entry, ...]


def sections(snapshot: Snapshot, index: str) -> list[Section]:
    """The sections of the index, in order; cut once a run."""
    if index not in snapshot.known_sections:
        snapshot.known_sections[index] = _sections(snapshot, index)
    return snapshot.known_sections[index]


def _sections(snapshot: Snapshot, index: str) -> list[Section]:
    from llmwiki.vault.index import kind_of  # only needed where the index is new

    page = snapshot.vault.page(index)
    entries = list(_entries(snapshot, index, page))
    opened = [("", 0, Span(0, 0)), *((heading.text.strip(), heading.level, heading.span) for heading in page.headings)]
    ends = [*(span.start for _, _, span in opened[1:]), len(page.text)]
    found: list[Section] = []
    room = ""
    for (heading, level, span), end in zip(opened, ends, strict=True):
        room = heading if level <= _ROOM_LEVEL else room
        own = tuple(entry for entry in entries if span.start <= entry.link.span.start < end)
        found.append(Section(heading, kind_of(room), room, Span(span.start, end), own))
    return found


def wishes(snapshot: Snapshot, index: str) -> list[Wish]:
    """Links of the index that lead to nothing; aliases in the place of names and attachments are the business of other checks."""
    return [wish for wish in snapshot.odd_links.wishes if wish.path == index and not wish.owners and not wish.is_attachment]


def meant(wish: Wish) -> Sequence[str]:
    """The pages that a link which leads nowhere may mean: those with a name like it, else those whose title it is."""
    return wish.near or wish.titled


def _entries(snapshot: Snapshot, index: str, page: Page) -> Iterator[Entry]:
    """Of each line that is an item or a row, the first link."""
    seen = -1
    for link, found in snapshot.vault.resolved(index):
        if link.kind not in {"wikilink", "markdown", "embed"}:
            continue
        start = page.text.rfind("\n", 0, link.span.start) + 1
        if start != seen and _ENTRY.match(page.text, start):
            seen = start
            end = page.text.find("\n", start)
            line = Span(start, end if end >= 0 else len(page.text))
            yield Entry(line, page.text[line.start : line.end].rstrip("\r"), link, found.path if isinstance(found, Found) else "")


def whole_line(text: str, line: Span) -> Span:
    """A line with its end; the last line of a file with the end of the line before it."""
    if line.end < len(text):
        return Span(line.start, line.end + 1)
    before = line.start - 1 if line.start else 0
    return Span(before - 1 if before and text[before - 1] == "\r" else before, line.end)
