"""A page links to one that was shelved in the archive.

Looks at links in the text of live pages that lead into `_archive/`, at the root or below `wiki/`; the index, the log,
the rules and pages in the archive itself may link there, and properties (`supersedes`) and footnotes may name what
was. A link that says `_archive/` itself is info, as whoever wrote it knew.

Why: An archived page is superseded: who follows the link reads what no longer holds, and nothing on the way says so.

Fix: Link to the page that took its place, or say in plain words that it was archived.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.vault.own_files import is_own

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W108"
NAME = "link-to-archived"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link in a live page's text that leads into the archive."""
    for odd in snapshot.odd_links.having("archived"):
        if not is_own(odd.path) and odd.link.kind not in {"property", "footnote"}:
            severity: Severity = "info" if "_archive/" in odd.link.target else "warning"
            yield Mark(odd.path, odd.link.span, f"leads to the archived page {odd.files[0]}", severity)
