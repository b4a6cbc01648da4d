"""A tag is not in the taxonomy of SCHEMA.md.

Looks at the tags of pages in the folders of entities, concepts, comparisons and queries, in properties and in the
text. Case does not matter, and a nested tag (`#model/open`) is known when the tag above it is. A SCHEMA.md without
tags allows every tag.

Why: A taxonomy of twenty tags finds pages; two hundred spellings of them find none.

Fix: Use a tag of the taxonomy, or add the new one to SCHEMA.md first.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CODE = "W212"
NAME = "unknown-tag"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each tag of a page that the taxonomy does not know."""
    find = partial(_on_page, known={tag.casefold(): tag for tag in snapshot.schema.tags})
    return by_page(snapshot, CODE, snapshot.pages if snapshot.schema.tags else (), find, snapshot.schema.tags)


def _on_page(snapshot: Snapshot, path: str, known: Mapping[str, str]) -> Iterator[Mark]:
    for tag in snapshot.vault.page(path).tags:
        name = tag.name.casefold()
        if name not in known and not _is_below(name, known):
            hint = _hint(name, known)
            yield Mark(path, tag.span, f"tag “{tag.name}” is not in the taxonomy of SCHEMA.md", hint=hint)


def _is_below(tag: str, known: Mapping[str, str]) -> bool:
    """Whether a tag above this one is known."""
    parts = tag.split("/")
    return any("/".join(parts[:count]) in known for count in range(1, len(parts)))


def _hint(tag: str, known: Mapping[str, str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(tag, known, 2, 0.7)
    return "did you mean " + " or ".join(f"#{known[name]}" for name in near) + "?" if near else ""
