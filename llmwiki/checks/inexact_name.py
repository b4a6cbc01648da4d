"""A link is spelled otherwise than the file it leads to, in case or in how its letters are encoded.

Obsidian does not mind: `[[vector search]]` leads to `Vector Search.md`, and an é of one code point to an é of two.
Speaks of links that lead to a file whose name, or whose part of the path that the link gives, differs from what is
written. Since people write links in lower case in the middle of sentences and Obsidian follows them, this is off in
plain Obsidian vaults unless it is selected.

Why: Git on Linux, web site generators, most other Markdown tools and agents that open files by name take the two for
different names.

Fix: Spell the link as the file. `--fix` does so and keeps what readers see: `[[Vector Search|vector search]]`; where
the name fits several files, ambiguous-link has the fix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.odd_links import exact_target
from llmwiki.checks.relink import spell
from llmwiki.vault.linkpath import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.odd_links import OddLink

CODE = "W107"
NAME = "inexact-name"
SEVERITY: Severity = "info"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link that only a reader without regard to case and encoding follows."""
    for odd in snapshot.odd_links.having("inexact"):
        yield _mark(snapshot, odd)


def _mark(snapshot: Snapshot, odd: OddLink) -> Mark:
    exact = exact_target(odd.link.target.replace("\\", "/"), odd.files[0])
    differs = "in case" if _folded(exact) == _folded(odd.link.target) else "in the encoding of its letters"
    message = f"“{odd.link.target}” differs {differs} from the file {odd.files[0]}"
    found = snapshot.vault.resolver.resolve(odd.link.target, odd.path)
    fix = None if getattr(found, "rivals", ()) else spell(snapshot, odd.path, odd.link, exact, safe=True)
    return Mark(odd.path, odd.link.span, message, fix=fix)


def _folded(target: str) -> str:
    return target.lower() if fold(target) else target
