"""A page names a source that is not in the vault.

Looks at the links and paths in the `sources` property and at the links in footnotes. Web addresses and
plain words in `sources` are left alone.

Why: What the page says cannot be traced any more; a source that was moved or removed takes the proof with it.

Fix: Put the source back under `raw/`, correct the path, or retract it properly with `wiki retract`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.evidence import missing_supports
from llmwiki.checks.memo import by_page

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W403"
NAME = "missing-source"
SEVERITY: Severity = "error"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each named source that leads to no file."""
    return by_page(snapshot, CODE, snapshot.notes, _in_note, snapshot.files_mark)


def _in_note(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    for support in missing_supports(snapshot, path):
        near = " or ".join(f"“{name}”" for name in support.missing.near)
        hint = f"did you mean {near}?" if near else ""
        yield Mark(path, support.span, f"source is not in the vault: “{support.written}”", hint=hint)
