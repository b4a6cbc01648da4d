"""A comparison compares too little.

Counts the axes of each page in the folder of comparisons against `comparison_min_axes` (SCHEMA.md, 3 by default). Axes are
the rows of its table that say something; where the things that are compared stand in the rows (the page's title names them),
the columns are. If that is not to be told, the larger number counts; several tables are added up. A page without a table is
counted by its level-2 sections with text. Where SCHEMA.md does not name the threshold, the severity is info; by the Hermes
skill's rules, which do not have it, nothing is said then.

Why: With one or two axes there is nothing to weigh; a sentence on the page of each thing says as much.

Fix: Add the axes that a reader would choose by, as far as the sources have them, or take the page back into the pages it
compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.layout import is_asked, sections, stated
from llmwiki.checks.memo import by_page
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.vault.page import Table

CODE = "W604"
NAME = "comparison-too-narrow"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_EMPTY = frozenset({"", "-", "—", "–", "n/a", "?", "…", "not stated", "未说明"})


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each comparison with fewer axes than the schema asks for."""
    schema = snapshot.schema
    if not is_asked(snapshot, "comparison_min_axes"):
        return iter(())
    comparisons = [path for path in snapshot.pages if page_kind(path) == "comparison"]
    return by_page(snapshot, CODE, comparisons, _find, schema.comparison_min_axes, "comparison_min_axes" in schema.stated)


def _find(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page, least = snapshot.vault.page(path), snapshot.schema.comparison_min_axes
    title = f"{page.frontmatter.text('title')} {path.rpartition('/')[2].removesuffix('.md')}"
    if page.tables:
        axes = sum(_axes(table, title.casefold()) for table in page.tables)
        message = f"the comparison has {axes} ax{'i' if axes == 1 else 'e'}s, at least {least} are asked for"
    else:
        axes = sum(1 for _ in sections(page))
        message = f"the comparison has no table and {axes} section{'' if axes == 1 else 's'}, at least {least} axes are asked for"
    if axes < least:
        yield Mark(path, page.tables[0].span if page.tables else None, message, stated(snapshot, "comparison_min_axes"))


def _axes(table: Table, title: str) -> int:
    rows = [row for row in table.rows if any(_says(cell) for cell in row[1:])]
    columns = [number for number in range(1, len(table.header)) if any(len(row) > number and _says(row[number]) for row in rows)]
    if _named(table.header[1:], title):
        return len(rows)
    if _named([row[0] for row in rows], title):
        return len(columns)
    return max(len(rows), len(columns))


def _says(cell: str) -> bool:
    return cell.strip("*_ ").casefold() not in _EMPTY


def _named(cells: Sequence[str], title: str) -> bool:
    """Whether the title names two of these things."""
    plain = [cell.strip("*_`[] ").rpartition("|")[2].rstrip("]").casefold() for cell in cells]
    return sum(len(name) > 1 and name in title for name in plain) > 1
