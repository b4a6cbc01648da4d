"""A page has grown too long.

Counts the lines of pages in the folders of entities, concepts, comparisons and queries against `page_max_lines` (SCHEMA.md,
200 by default). Properties, footnote definitions and blank lines at either end do not count: that a page cites much is no
reason to split it. The index, the log, SCHEMA.md and the sources are never too long. Where SCHEMA.md does not name the
threshold, the severity is info.

Why: A long page speaks of several things. Readers skim it, agents spend their context on it, and two people who work on it
meet in the same file.

Fix: Move a section that stands by itself to a page of its own and leave one sentence with a link behind, or raise
`page_max_lines`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.layout import sections, stated
from llmwiki.checks.memo import by_page
from llmwiki.vault.extent import body_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W601"
NAME = "page-too-long"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page with more lines than the schema allows."""
    schema = snapshot.schema
    return by_page(snapshot, CODE, snapshot.pages, _find, schema.page_max_lines, "page_max_lines" in schema.stated)


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page, most = snapshot.vault.page(path), snapshot.schema.page_max_lines
    if page.text.count("\n") + page.text.count("\r") < most:
        return
    lines = body_lines(page)
    if lines > most:
        longest = max(sections(page), key=lambda section: len(section.text.splitlines()), default=None)
        hint = f"the longest section is “{longest.heading}”, {len(longest.text.splitlines())} lines" if longest else ""
        yield Mark(path, None, f"the page has {lines} lines, {most} are allowed", stated(snapshot, "page_max_lines"), hint)
