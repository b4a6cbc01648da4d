"""A section of the index has more entries than the rules allow.

Counts the list items and table rows with a link between two headings of `index.md`, of any level, and compares with
`index_section_max` in SCHEMA.md (50 by default). It is info.

Why: An index is read as a whole, by people and by models. A list of hundreds of names is skipped.

Fix: Split the section by first letter or by topic with headings of the next level. `wiki ingest` splits the sections
that it writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.indexed import sections
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W307"
NAME = "index-section-too-long"
SEVERITY: Severity = "info"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each section of the index that is too long."""
    index = snapshot.special("index.md")
    return by_page(snapshot, CODE, [index] if index else [], _in_index, snapshot.files_mark, snapshot.schema.index_section_max)


def _in_index(snapshot: Snapshot, index: str) -> Iterator[Mark]:
    limit = snapshot.schema.index_section_max
    for section in sections(snapshot, index):
        if len(section.entries) > limit:
            name = f"“{section.heading}”" if section.heading else "the list above the first heading"
            heading = section.span._replace(end=min(section.span.end, section.span.start + 1 + len(section.heading)))
            yield Mark(index, heading, f"{name} has {len(section.entries)} entries, {limit} are allowed")
