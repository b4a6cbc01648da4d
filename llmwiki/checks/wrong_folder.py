"""A page lies in the folder of another kind than its `type` says.

`type: entity` belongs in `entities/`, concept in `concepts/`, comparison in `comparisons/`, query in `queries/`, each at the root
or under `wiki/`. A comparison that answers a question may lie in either of the last two. A page of one of these types
that lies beside the index, in no folder, is told when the vault keeps such pages in a folder. `type: summary`, other
types, other folders and the archive are left alone.

Why: Folder and type are read for the same thing by the index, the graph's colours, and agents; where they differ, one half
of the tools counts the page as something else.

Fix: Correct the `type`, or move the page in Obsidian, so that its links follow; `wiki lint --unsafe-fixes` moves it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.renames import Renames
from llmwiki.checks.tour import Question
from llmwiki.vault.own_files import NESTED, PAGE_FOLDERS, is_own, page_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CODE = "W214"
NAME = "wrong-folder"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

# The Hermes skill files an answer in queries/ or comparisons/.
_EITHER = frozenset({"comparison", "query"})


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page whose type and folder differ."""
    paths = [*snapshot.pages, *_loose(snapshot)]
    return _misplaced(snapshot, paths, _types(snapshot, paths))


def _misplaced(snapshot: Snapshot, paths: Sequence[str], types: Question) -> Iterator[Mark]:
    suspects = [(path, said) for path in paths if (said := types.of(path))]
    folders = _folders(snapshot) if suspects else {}
    renames = Renames(snapshot)
    for path, said in suspects:
        kind, root = page_kind(path), NESTED if path.startswith(NESTED) else ""
        folder = folders.get((root, said), "")
        if kind or folder:
            where = f"the page lies in {path.rpartition('/')[0]}/" if kind else "the page lies in no folder"
            span = snapshot.vault.page(path).frontmatter.key_span("type")
            target = f"{folder or root + PAGE_FOLDERS[said]}/{_inside(path)}"
            yield Mark(path, span, f"type is {said}, but {where}", fix=renames.fix(path, target))


def _types(snapshot: Snapshot, paths: Sequence[str]) -> Question:
    """The type of each page that belongs in another folder."""

    def find(path: str) -> str:
        said = snapshot.vault.page(path).frontmatter.text("type").strip().casefold()
        kind = page_kind(path)
        return "" if said == kind or said not in PAGE_FOLDERS or {kind, said} == _EITHER else said

    return Question(snapshot.tour, snapshot.memo.column(CODE), paths, find)


def _loose(snapshot: Snapshot) -> list[str]:
    """Notes at the root or directly in ``wiki/`` that are not the tool's own."""
    return [path for path in snapshot.notes if "/" not in path.removeprefix(NESTED) and not is_own(path)]


def _folders(snapshot: Snapshot) -> dict[tuple[str, str], str]:
    """Root and kind of pages to the folder that the vault keeps such pages in, as it is spelled there."""
    found: dict[tuple[str, str], str] = {}
    for path in snapshot.pages:
        root = NESTED if path.startswith(NESTED) else ""
        found.setdefault((root, page_kind(path)), root + path.removeprefix(root).partition("/")[0])
    return found


def _inside(path: str) -> str:
    """The path below the page folder, or the name where it lies in none."""
    return path.removeprefix(NESTED).partition("/")[2] if page_kind(path) else path.rpartition("/")[2]
