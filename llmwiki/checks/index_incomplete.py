"""A page is not listed in the index.

Every page in the folders of entities, concepts, comparisons and queries should be linked from `index.md`, by a
wikilink or a Markdown link. The finding stands at the page that is left out and names the section it belongs in.

Why: The index is what a person or an agent reads first; a page that is not in it is found by luck.

Fix: Add a line `- [[page|Title]]: summary` to its section. `wiki ingest` keeps the index complete by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W301"
NAME = "index-incomplete"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that ``index.md`` does not link to."""
    index = snapshot.special("index.md")
    listed = _linked_from(snapshot, index) if index else set()
    sections = _sections(snapshot, index) if index else {}
    for path in snapshot.pages:
        if path not in listed:
            section = sections.get(page_kind(path))
            message = "not listed in index.md" if index else "not listed: the vault has no index.md"
            yield Mark(path, None, message, related=(section,) if section else ())


def _linked_from(snapshot: Snapshot, index: str) -> set[str]:
    return {found.path for found in snapshot.vault.targets(index) if isinstance(found, Found)}


def _sections(snapshot: Snapshot, index: str) -> dict[str, Place]:
    """Where the pages of each kind are listed."""
    from llmwiki.vault.index import KINDS, SECTIONS  # brings the whole index builder with it

    kinds = {names[kind].casefold(): kind for names in SECTIONS.values() for kind in KINDS}
    found: dict[str, Place] = {}
    for heading in snapshot.vault.page(index).headings:
        kind = kinds.get(heading.text.strip().casefold(), "")
        if kind:
            found.setdefault(kind, Place(index, snapshot.line(index, heading.span.start), f"belongs under “{heading.text.strip()}”"))
    return found
