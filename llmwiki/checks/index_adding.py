"""Where index.md takes the entry of a page that it lacks, and how the entry reads: as the index builder would write it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import Fix
from llmwiki.checks.indexed import Section, sections
from llmwiki.vault.index_entry import index_entry
from llmwiki.vault.index_section import OUR_HEADING, SectionWriter
from llmwiki.vault.link import Span
from llmwiki.vault.order import initial, sort_key
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.sections import newline_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.index_section import Entry


class _New(NamedTuple):
    """A page to be listed, and the offset where its line goes."""

    at: int
    entry: Entry
    room: str


def additions(snapshot: Snapshot, index: str, paths: Iterable[str]) -> dict[str, Fix]:
    """The fix for each page that has a place in the index; pages that go to one place share one fix, which lists them in order.

    A section that would grow too long is left to the builder, which splits it; so is a section that has to be made.
    """
    shown = sections(snapshot, index)
    text = snapshot.vault.page(index).text
    new = [item for path in paths if (item := _place(snapshot, index, shown, path))]
    found: dict[str, Fix] = {}
    for at, group in groupby(sorted(new, key=lambda item: (item.at, sort_key(item.entry.title), item.entry.path)), lambda item: item.at):
        items = list(group)
        lines = _lines(items, text)
        gap = newline_of(text) if at and text[at - 1] != "\n" else ""
        edit = snapshot.edit(index, Span(at, at), gap + (lines.removesuffix(newline_of(text)) if gap else lines))
        title = "list it in the index" if len(items) == 1 else f"list {len(items)} pages in the index"
        found |= {item.entry.path: Fix(safe=True, title=title, edits=(edit,)) for item in items}
    return found


def _lines(items: list[_New], text: str) -> str:
    newline = newline_of(text)
    written = ""
    for item in items:
        language = "en" if item.room.isascii() else "zh"
        written += SectionWriter((), 0, language, "").line(item.entry) + newline
    return written


def _place(snapshot: Snapshot, index: str, shown: list[Section], path: str) -> _New | None:
    kind = page_kind(path)
    entry = index_entry(snapshot.vault, path, kind, index)
    rooms = [section for section in shown if section.kind == kind]
    home = _home(rooms, entry)
    if home is None or len(home.entries) >= snapshot.schema.index_section_max:
        return None
    later = next(
        (other for other in home.entries if sort_key(_title(other.link.display or other.link.target)) > sort_key(entry.title)), None
    )
    at = later.line.start if later else _end(snapshot.vault.page(index).text, home.span)
    return _New(at, entry, rooms[0].room)


def _title(shown: str) -> str:
    return shown.rpartition("/")[2]


def _home(rooms: list[Section], entry: Entry) -> Section | None:
    """The section itself, or in one that is split by letters, the part of the page's letter."""
    if not rooms:
        return None
    letters = [section for section in rooms[1:] if OUR_HEADING.fullmatch(f"### {section.heading}")]
    if not letters or rooms[0].entries:
        return rooms[0]
    return next((section for section in letters if section.heading.partition(" ")[0] == initial(entry.title)), None)


def _end(text: str, span: Span) -> int:
    """Behind the last line of a section that is not empty."""
    stop = len(text[: span.end].rstrip())
    after = text.find("\n", stop)
    return after + 1 if after >= 0 else len(text)
