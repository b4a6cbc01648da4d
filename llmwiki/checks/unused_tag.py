"""A tag of the taxonomy is on no page.

The finding stands at the tag in SCHEMA.md. Tags in properties and in the text count, in any case, and a nested tag
(`#model/open`) uses the one above it. A young wiki has tags that wait for their pages: nothing is said before there are
20 pages, and three for each tag.

Why: The taxonomy is read with every page that is written; tags that nobody uses make the choice harder.

Fix: Take the tag out of SCHEMA.md, or put it on the pages it was meant for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.tour import Question
from llmwiki.vault.link import Span
from llmwiki.vault.own_files import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W213"
NAME = "unused-tag"
SEVERITY: Severity = "info"
PROFILES = WIKIS

_FEW_PAGES = 20
_PAGES_A_TAG = 3


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each tag of the taxonomy that no page has."""
    tags = snapshot.schema.tags
    if not tags or len(snapshot.pages) < max(_FEW_PAGES, _PAGES_A_TAG * len(tags)):
        return iter(())
    return _unused(snapshot, _tags(snapshot))


def _unused(snapshot: Snapshot, tags_of: Question) -> Iterator[Mark]:
    unused = _left(snapshot, tags_of)
    if unused and (path := snapshot.special(SCHEMA)):
        places = _places(snapshot.vault.text(path), unused)
        for tag in unused:
            yield Mark(path, places.get(tag), f"no page has the tag “{tag}”")


def _tags(snapshot: Snapshot) -> Question:
    """The tags of each page, those above nested ones too."""

    def find(path: str) -> list[str]:
        names = {tag.name.casefold() for tag in snapshot.vault.page(path).tags}
        nested = [name.split("/") for name in names if "/" in name]
        return sorted(names.union("/".join(parts[:count]) for parts in nested for count in range(1, len(parts))))

    return Question(snapshot.tour, snapshot.memo.column("tags"), snapshot.pages, find)


def _left(snapshot: Snapshot, tags_of: Question) -> list[str]:
    unused = {tag.casefold() for tag in snapshot.schema.tags}
    for path in snapshot.pages:
        unused.difference_update(tags_of.of(path))
        if not unused:
            break
    return [tag for tag in snapshot.schema.tags if tag.casefold() in unused]


def _places(text: str, tags: list[str]) -> dict[str, Span]:
    """Where the taxonomy lists each tag."""
    from llmwiki.vault.schema import read_schema

    found: dict[str, Span] = {}
    for room in _rooms(text):
        known = frozenset(read_schema(text[room.start : room.end]).tags)
        for tag in tags:
            item = rf"(?m)^\s*[-*+][^\n]*?(?<![\w/-])(#?{re.escape(tag)})(?![\w/-])(?![^\n]*[:：])"
            place = re.compile(item).search(text, room.start, room.end) if tag in known - found.keys() else None
            if place:
                found[tag] = Span(*place.span(1))
    return found


def _rooms(text: str) -> list[Span]:
    """The sections of level 1 and 2 with all that is below them."""
    from llmwiki.vault.sections import cut

    starts = [section.start for section in cut(text) if section.level <= 2]  # noqa: PLR2004 - as the schema is read
    return [Span(start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
