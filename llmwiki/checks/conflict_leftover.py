"""A conflict was left behind: marks of git in a note, or the second copy that a sync client made of a file.

In the text of notes: a line that begins with `<<<<<<< `, below it a line `=======`, and below that one that begins with
`>>>>>>> `. Code is passed over, so a note may explain such marks in a code block; a conflict in the properties counts. The
severity is error.

In the names of files, attachments too: the forms of Syncthing, Dropbox, Nextcloud, ownCloud, Obsidian Sync, Seafile and
Nutstore, and, where the original lies beside them, of OneDrive (`note-DESKTOP-AB12CDE.md`) and `git mergetool`
(`note.md.orig`). Plain numbers (`note 2.md`, `note (1).md`) are not taken for copies: people name files so. The severity is
warning. In a wiki the sources are left out, and a copy of a page is no page for the other checks.

Why: Both versions of a passage stand in the note, and git takes that for settled. A second copy is found by search, may be
linked, and holds changes that the first lacks.

Fix: Keep what is right of both sides and delete the lines with marks. Compare the copy with its original, carry over what is
missing, and delete the copy.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Place, Severity, Snapshot
from llmwiki.checks.by_names import by_names
from llmwiki.checks.memo import by_page
from llmwiki.checks.renames import folded_paths, judged_files
from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.page import Page

CODE = "W215"
NAME = "conflict-leftover"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

# One of these is in every name that a conflict makes; most vaults have no such name.
_HINTS = ("conflict", "冲突副本", "競合コピー", ".orig", "-desktop-", "-laptop-", "_backup_", "_base_", "_local_", "_remote_")
_OURS = r"(?m)^<<<<<<<(?: [^\r\n]*)?\r?$"
_REST = r"(?ms)^=======\r?$.*?^>>>>>>>(?: [^\r\n]*)?$"


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each conflict in a note, and each file that is a copy."""
    return by_page(snapshot, CODE, snapshot.notes, _in_note, more=by_names(snapshot, CODE, _copies))


def _in_note(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    if "<<<<<<<" in page.text:
        for first, last in _conflicts(page):
            yield Mark(path, first, f"a conflict of git was left unsettled, down to line {page.line_column(last)[0]}", "error")


def _conflicts(page: Page) -> Iterator[tuple[Span, int]]:
    """The first line of each conflict, and where its last one ends. Only the first can tell whether all stands in code."""
    done = 0
    for ours in re.finditer(_OURS, page.text):
        if ours.start() < done or any(span.start <= ours.start() < span.end for span in page.code):
            continue
        rest = re.compile(_REST).search(page.text, ours.end())
        if rest is None:
            return
        done = rest.end()
        yield Span(ours.start(), ours.start() + len(ours[0].rstrip("\r"))), done


def _copies(snapshot: Snapshot) -> Iterator[Mark]:
    suspects = _suspects(judged_files(snapshot))
    if not suspects:
        return
    from llmwiki.checks.conflict_names import conflict_copy  # its patterns are rarely needed

    files = frozenset(snapshot.vault.files)
    for path in suspects:
        copy = conflict_copy(path, files)
        if copy:
            related = (Place(copy.original, 1, "the original"),) if copy.original in files else ()
            name = copy.original.rpartition("/")[2]
            yield Mark(path, None, f"a copy of “{name}” that {copy.maker} left after a conflict", related=related)


def _suspects(files: tuple[str, ...]) -> list[str]:
    """Files with one of the hints in their path; looked for in all paths at once before each is."""
    folded = folded_paths(files)
    hints = [hint for hint in _HINTS if hint in folded]
    names = folded.split("\0") if hints else []
    return sorted({path for hint in hints for path, name in zip(files, names, strict=True) if hint in name})
