"""The name in a link fits several files.

Obsidian takes the file beside the note, else the one with the shortest path, and says nothing of the others; the
finding names the one it takes and its rivals. A link that gives the whole path is never ambiguous (in a wiki below
`wiki/` the path from there), and a Markdown link that leads to a file by its path from the note is as plain. In a
wiki sources and archived pages are no rivals of pages, nor pages of sources where a source is meant; that a link to a
page ends at a source is always told. In plain Obsidian vaults, where equal names are normal, the severity is info and
a link to the file beside it is left alone; in `log.md` it is info too.

Why: A file that is added, moved or renamed elsewhere can take the link over without a trace, and other tools choose
otherwise. Where two paths are equally long, or a part of a path fits a file below the note's own folder, nobody has
told which one Obsidian takes; there is no fix then.

Fix: Write the path: `[[notes/Plan|Plan]]`. `--unsafe-fixes` does so for the file that Obsidian takes today; look
first whether it is the one that was meant.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, RAW, Mark, Place, Severity, Snapshot
from llmwiki.checks.odd_links import is_evidence
from llmwiki.checks.relink import spell
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import NESTED, is_archived

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from llmwiki.checks.odd_links import OddLink

CODE = "W102"
NAME = "ambiguous-link"
SEVERITY: Severity = "warning"
PROFILES = EVERYWHERE

_SHOWN = 5


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each link whose name more than one file has."""
    log = snapshot.special("log.md")
    for odd in snapshot.odd_links.having("ambiguous"):
        rivals = _rivals(snapshot, odd)
        if rivals and not _is_plain(snapshot, odd):
            severity: Severity = "warning" if snapshot.is_wiki and odd.path != log else "info"
            yield _mark(snapshot, odd, rivals, severity)


def _rivals(snapshot: Snapshot, odd: OddLink) -> tuple[str, ...]:
    chosen, *others = odd.files
    if not snapshot.is_wiki:
        return tuple(others)
    is_evident = is_evidence(snapshot, odd.link)
    if chosen.startswith(RAW) == is_evident and not is_archived(chosen):
        others = [path for path in others if path.startswith(RAW) == is_evident and not is_archived(path)]
    return tuple(others)


def _is_plain(snapshot: Snapshot, odd: OddLink) -> bool:
    """Whether the chosen file is the one that the link names from where it stands, or from the root of a wiki below ``wiki/``."""
    if snapshot.is_wiki and fold(odd.files[0]).removeprefix(NESTED) in {fold(odd.link.target), fold(f"{odd.link.target}.md")}:
        return "/" in odd.link.target
    written = posixpath.normpath(posixpath.join(posixpath.dirname(odd.path), odd.link.target))
    is_beside = fold(odd.files[0]) in {fold(written), fold(f"{written}.md")}
    return is_beside and (odd.link.kind == "markdown" or not (snapshot.is_wiki or "/" in odd.link.target))


def _mark(snapshot: Snapshot, odd: OddLink, rivals: Sequence[str], severity: Severity) -> Mark:
    chosen, name = odd.files[0], odd.link.target
    related = tuple(Place(path, 1, "fits too") for path in rivals[:_SHOWN])
    if not _is_known(odd, rivals):
        message = f"“{name}” fits {len(rivals) + 1} files, and nobody has told which one Obsidian takes; here it is {chosen}"
        return Mark(odd.path, odd.link.span, message, severity, "write the path of the one that is meant", related)
    whole = chosen if name.lower().endswith(".md") else snapshot.vault.resolver.path_text(chosen, odd.path)
    fix = spell(snapshot, odd.path, odd.link, whole, safe=False)
    return Mark(odd.path, odd.link.span, f"“{name}” fits {len(rivals) + 1} files; Obsidian takes {chosen}", severity, "", related, fix)


def _is_known(odd: OddLink, rivals: Sequence[str]) -> bool:
    """Whether people have seen what Obsidian does: a bare name prefers its own folder, and one path shorter than all others wins."""
    chosen = odd.files[0]
    is_beside = posixpath.dirname(chosen) == posixpath.dirname(odd.path)
    return (is_beside and "/" not in odd.link.target) or all(len(chosen) < len(path) for path in rivals)
