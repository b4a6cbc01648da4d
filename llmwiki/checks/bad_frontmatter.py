"""The frontmatter is broken, or a field of a page is missing or of the wrong kind.

In every vault: invalid YAML, a key twice, a tab, a date that no calendar has (a link without quotes belongs to
unquoted-property-link). In a wiki also, for pages in the folders of entities, concepts, comparisons and queries: `title`,
`type`, `created`, `updated`, `tags` and `sources` must be there; `type` is one of entity, concept, comparison, query,
summary; dates are written YYYY-MM-DD; `confidence` is high, medium or low. Where a wiki of profile `hermes` has no SCHEMA.md,
nobody has laid down these fields, and only the form of dates counts. Blocks with placeholders of templates (`{{...}}`,
`<% ... %>`) are left alone.

Why: Obsidian shows a broken block as text and forgets all its properties; a page without dates and sources cannot be
checked for age or evidence.

Fix: Mend the line that is named. Put quotes around text that holds a colon, a bracket or a hash sign.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.checks.unquoted_property_link import UNQUOTED
from llmwiki.vault.link import Span
from llmwiki.vault.own_files import SCHEMA, page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.frontmatter import Problem
    from llmwiki.vault.page import Page

CODE = "W211"
NAME = "bad-frontmatter"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

# The six fields that the Hermes skill demands; the article's pages have them too.
_REQUIRED = ("title", "type", "created", "updated", "tags", "sources")
_DATES = ("created", "updated")
_CHOICES = {
    "type": ("entity", "concept", "comparison", "query", "summary"),
    "confidence": ("high", "medium", "low"),
}
# Problems that leave the rest of the block as it was meant; the second one is told by unquoted-property-link.
_READABLE = frozenset({"impossible-date", UNQUOTED})
_TEXTS = frozenset({"title", *_DATES, *_CHOICES})
_LISTS = frozenset({"tags", "sources", "aliases"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_PLACEHOLDER = re.compile(r"\{\{|<%")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield problems of each block, and of the fields where the block can be read."""
    by_rule = snapshot.profile == "llmwiki" or bool(snapshot.special(SCHEMA))
    return by_page(snapshot, CODE, snapshot.notes, partial(_in_note, by_rule=by_rule), snapshot.is_wiki, by_rule)


def _in_note(snapshot: Snapshot, path: str, *, by_rule: bool) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    block = page.frontmatter
    if block.problems and not _is_template(page):
        yield from (_problem(path, problem) for problem in block.problems if problem.kind != UNQUOTED)
    if snapshot.is_wiki and page_kind(path) and all(problem.kind in _READABLE for problem in block.problems):
        yield from _fields(path, page, by_rule=by_rule)


def _is_template(page: Page) -> bool:
    block = page.frontmatter.span
    return block is not None and bool(_PLACEHOLDER.search(page.text, block.start, block.end))


def _problem(path: str, problem: Problem) -> Mark:
    severity: Severity = "warning" if problem.kind in _READABLE else "error"
    hint = "put quotes around text that begins with a sign, or holds a colon and a space" if problem.kind == "invalid-yaml" else ""
    return Mark(path, Span(problem.offset, problem.offset), problem.message, severity, hint)


def _fields(path: str, page: Page, *, by_rule: bool) -> Iterator[Mark]:
    block = page.frontmatter
    missing = [key for key in _REQUIRED if by_rule and key not in block.data]
    if missing:
        span = Span(block.span.start, block.span.start) if block.span else None
        yield Mark(path, span, f"missing in the frontmatter: {', '.join(missing)}")
    for key in block.data if by_rule else [key for key in _DATES if key in block.data]:
        wrong = _wrong(key, block.data[key])
        if wrong:
            yield Mark(path, block.key_span(key), f"“{key}” {wrong}")


def _wrong(key: str, value: object) -> str:
    """What is wrong with a field, empty when nothing is."""
    if key in _LISTS:
        return "must be a list" if isinstance(value, dict) else ""
    if key not in _TEXTS:
        return ""
    if not isinstance(value, str):
        return "has no value" if value is None else "must be one line of text"
    if key in _DATES and not _DATE.fullmatch(value.strip()):
        return f"must be a date like 2026-01-31, not “{value}”"
    if key in _CHOICES and value.strip().lower() not in _CHOICES[key]:
        return f"must be one of {', '.join(_CHOICES[key])}, not “{value}”"
    return ""
