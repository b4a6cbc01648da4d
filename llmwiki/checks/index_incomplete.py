"""A page is not listed in the index.

Every page in the folders of entities, concepts, comparisons and queries should be linked from `index.md`, by a
wikilink or a Markdown link; copies that a sync client left are another matter, and so is a page that a broken link of
the index means (index-stale-entry). The finding stands at the page that is left out and names the section it belongs
in.

Why: The index is what a person or an agent reads first; a page that is not in it is found by luck.

Fix: Add a line `- [[page|Title]]: summary` to its section. `--fix` puts in the line that `wiki ingest` would, where
the index has the section and there is room in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Fix, Mark, Place, Severity, Snapshot
from llmwiki.checks.indexed import meant, wishes
from llmwiki.checks.memo import fix_from
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CODE = "W301"
NAME = "index-incomplete"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that ``index.md`` does not link to."""
    index = snapshot.special("index.md")
    listed = _linked_from(snapshot, index) if index else set()
    missing = [path for path in snapshot.pages if path not in listed]
    if missing and index:
        named = {meant(wish)[0] for wish in wishes(snapshot, index) if len(meant(wish)) == 1}
        missing = [path for path in missing if path not in named]
    if not missing:
        return
    sections = _sections(snapshot, index) if index else {}
    fixes = _fixes(snapshot, index, missing) if index else {}
    for path in missing:
        section = sections.get(page_kind(path))
        message = "not listed in index.md" if index else "not listed: the vault has no index.md"
        yield Mark(path, None, message, related=(section,) if section else (), fix=fixes.get(path))


def _fixes(snapshot: Snapshot, index: str, missing: Sequence[str]) -> dict[str, Fix]:
    def find(path: str) -> dict[str, Fix]:
        from llmwiki.checks.index_adding import additions  # brings the whole index builder with it

        return additions(snapshot, path, missing)

    pages = [(path, snapshot.vault.digest(path)) for path in missing]
    column = snapshot.memo.column("index-additions", snapshot.files_mark, snapshot.schema.index_section_max, pages)
    return {path: fix_from(*row) for path, row in column.of(index, find).items()}


def _linked_from(snapshot: Snapshot, index: str) -> set[str]:
    return {found.path for found in snapshot.vault.targets(index) if isinstance(found, Found)}


def _sections(snapshot: Snapshot, index: str) -> dict[str, Place]:
    """Where the pages of each kind are listed."""

    def find(path: str) -> dict[str, tuple[int, str]]:
        from llmwiki.vault.index import kind_of  # brings the whole index builder with it

        found: dict[str, tuple[int, str]] = {}
        for heading in snapshot.vault.page(path).headings:
            kind = kind_of(heading.text)
            if kind:
                found.setdefault(kind, (snapshot.line(path, heading.span.start), heading.text.strip()))
        return found

    known = snapshot.memo.column("index-sections").of(index, find)
    return {kind: Place(index, line, f"belongs under “{name}”") for kind, (line, name) in known.items()}
