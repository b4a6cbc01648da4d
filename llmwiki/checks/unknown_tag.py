"""A tag is not in the taxonomy of SCHEMA.md.

Looks at the tags of pages in the folders of entities, concepts, comparisons and queries, in properties and in the
text. Case does not matter, and a nested tag (`#model/open`) is known when the tag above it is. A SCHEMA.md without
tags allows every tag.

Why: A taxonomy of twenty tags finds pages; two hundred spellings of them find none.

Fix: Use a tag of the taxonomy, or add the new one to SCHEMA.md first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W212"
NAME = "unknown-tag"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each tag of a page that the taxonomy does not know."""
    return by_page(snapshot, CODE, snapshot.pages if snapshot.schema.tags else (), _on_page, snapshot.schema.tags)


def _on_page(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    from difflib import get_close_matches

    known = {tag.casefold(): tag for tag in snapshot.schema.tags}
    for tag in snapshot.vault.page(path).tags:
        if not _is_known(tag.name.casefold(), known):
            near = get_close_matches(tag.name.casefold(), known, 2, 0.7)
            hint = "did you mean " + " or ".join(f"#{known[name]}" for name in near) + "?" if near else ""
            yield Mark(path, tag.span, f"tag “{tag.name}” is not in the taxonomy of SCHEMA.md", hint=hint)


def _is_known(tag: str, known: dict[str, str]) -> bool:
    parts = tag.split("/")
    return any("/".join(parts[:count]) in known for count in range(1, len(parts) + 1))
