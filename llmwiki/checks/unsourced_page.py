"""A page says things and names no source for any of them.

Looks at the pages in the folders of entities, concepts and comparisons. A page has a source when its properties name
one (`sources`, `source`, `url` and the like), when it has a footnote or a `^[raw/...]` marker, a link into `raw/`, or
a web address. Answers (`type: query` or `summary`, `status: derived`) rest on other pages, and pages without any text
are stubs; both are left alone, as are copies that a sync client left, index and README files.

Why: Nobody can tell what was read from what was made up.

Fix: Name the source in `sources` and cite it where it is used, or take the page out of the wiki.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.page import Page

CODE = "W407"
NAME = "unsourced-page"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_PROPERTIES = ("sources", "source", "source_url", "source_path", "source_urls", "url", "urls", "references", "citations", "来源", "出处")
_DERIVED = ("query", "summary")
_ASIDE = ("readme.md", "index.md")


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that rests on nothing."""
    pages = [path for path in snapshot.pages if page_kind(path) != "query" and not _is_aside(path)]
    return by_page(snapshot, CODE, pages, _in_page, snapshot.files_mark)


def _is_aside(path: str) -> bool:
    name = path.rpartition("/")[2].casefold()
    return name in _ASIDE or name.startswith("_")


def _in_page(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    properties = page.frontmatter
    if any(properties.data.get(name) for name in _PROPERTIES):
        return
    if properties.text("type") in _DERIVED or properties.text("status") == "derived" or properties.problems:
        return
    if not _cites(page) and not _leads_to_a_source(snapshot, path) and page.text[page.body_start :].strip():
        yield Mark(path, None, "names no source and cites none")


def _cites(page: Page) -> bool:
    body = page.text[page.body_start :]
    return bool(page.footnote_defs) or "^[" in body or "http://" in body or "https://" in body


def _leads_to_a_source(snapshot: Snapshot, path: str) -> bool:
    return any(isinstance(found, Found) and found.path.startswith(RAW) for found in snapshot.vault.targets(path))
