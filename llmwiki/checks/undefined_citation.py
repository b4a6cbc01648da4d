"""A statement points at a footnote that is not there.

A reference `[^label]` in the text has no definition `[^label]: ...` on the page. Case does not matter. In a plain Obsidian
vault it is a warning.

Why: The statement claims evidence that it does not have.

Fix: Write the footnote with its source and quote, or take the reference away and with it the statement it should prove.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W401"
NAME = "undefined-citation"
SEVERITY: Severity = "error"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each footnote reference without a definition, outside the sources."""
    return by_page(snapshot, CODE, snapshot.notes, _in_note, snapshot.is_wiki)


def _in_note(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    severity: Severity = "error" if snapshot.is_wiki else "warning"
    page = snapshot.vault.page(path)
    if not page.footnote_refs:
        return
    defined = {note.label.casefold() for note in page.footnote_defs}
    for reference in page.footnote_refs:
        if reference.label.casefold() not in defined:
            yield Mark(path, reference.span, f"footnote “{reference.label}” is not defined on this page", severity)
