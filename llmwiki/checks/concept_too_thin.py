"""A concept page has too few sections.

Counts the level-2 sections with text on the pages in the folder of concepts against `concept_min_sections` (SCHEMA.md, 3 by
default). Sections that only lead elsewhere do not count (Related, See also, Sources, References), nor do empty ones, those
with nothing but a comment, and footnotes. On a page without level-2 headings, the headings of the highest level that occurs
twice count. Where SCHEMA.md does not name the threshold, and for a page that `wiki ingest` made and that lost a source since, the
severity is info; by the Hermes skill's rules, which do not have it, nothing is said then.

Why: A concept that fills one paragraph is better told where it is used; a page of its own promises more than it holds.

Fix: Say what the sources say of its history, limits, uses or open questions, or move the text to a page that speaks of it
and take this one away.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.layout import is_asked, sections, stated
from llmwiki.checks.memo import by_page
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W603"
NAME = "concept-too-thin"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each concept page with fewer sections than the schema asks for."""
    schema = snapshot.schema
    if not is_asked(snapshot, "concept_min_sections"):
        return iter(())
    concepts = [path for path in snapshot.pages if page_kind(path) == "concept"]
    marks = by_page(snapshot, CODE, concepts, _find, schema.concept_min_sections, "concept_min_sections" in schema.stated)
    return (mark._replace(severity="info") if snapshot.wrote(mark.path) else mark for mark in marks)


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    least = snapshot.schema.concept_min_sections
    count = sum(1 for _ in islice(sections(snapshot.vault.page(path)), least))
    if count < least:
        have = f"{count} section{'' if count == 1 else 's'} with text" if count else "no section with text"
        yield Mark(path, None, f"the concept has {have}, at least {least} are asked for", stated(snapshot, "concept_min_sections"))
