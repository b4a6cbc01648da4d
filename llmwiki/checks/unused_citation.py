"""A footnote is defined and nothing refers to it.

A definition `[^label]: ...` whose label no reference `[^label]` on the page has; case does not matter, a footnote may
be used any number of times, and references in other footnotes count. Inline footnotes have no definition. In a plain
Obsidian vault it is info, where a footnote may be a note to oneself. Sources are left alone.

Why: The evidence is there and the statement it proved is gone, or the reference was forgotten and the statement
stands without its proof.

Fix: Refer to it where it belongs, or take it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W402"
NAME = "unused-citation"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each footnote definition without a reference, outside the sources."""
    return by_page(snapshot, CODE, snapshot.notes, _in_note, snapshot.is_wiki)


def _in_note(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    severity: Severity = "warning" if snapshot.is_wiki else "info"
    page = snapshot.vault.page(path)
    if not page.footnote_defs:
        return
    used = {reference.label.casefold() for reference in page.footnote_refs}
    for note in page.footnote_defs:
        if note.label.casefold() not in used:
            yield Mark(path, note.span, f"nothing on this page refers to the footnote “{note.label}”", severity)
