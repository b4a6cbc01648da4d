"""Two files have paths that differ only in case or in the form of their accents.

`Notes.md` and `notes.md`, or `café.md` once with one character `é` and once with `e` and an accent. Attachments are looked at
as well; in a wiki the sources are not. The finding stands at each file behind the first of a group.

Why: On macOS and Windows both are one file: `git clone` writes one over the other, and sync clients make conflict
copies. Obsidian takes a link to either for the same.

Fix: Rename one of them, or join the two notes.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Place, Severity, Snapshot
from llmwiki.checks.by_names import by_names
from llmwiki.checks.renames import folded_paths, judged_files
from llmwiki.vault.places import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W207"
NAME = "name-clash"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each file whose path another file has but for case and normal form."""
    return by_names(snapshot, CODE, _clashes)


def _clashes(snapshot: Snapshot) -> Iterator[Mark]:
    files = judged_files(snapshot)
    if len(set(folded_paths(files).split("\0"))) == len(files):
        return
    first: dict[str, str] = {}
    for path in files:
        known = first.setdefault(fold(path), path)
        if known != path:
            difference = "case" if unicodedata.normalize("NFC", known) != unicodedata.normalize("NFC", path) else "the form of its accents"
            yield Mark(path, None, f"the path differs from “{known}” only in {difference}", related=(Place(known, 1, "the other file"),))
