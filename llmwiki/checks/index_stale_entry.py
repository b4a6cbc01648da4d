"""The index lists a page that is gone, that was archived, or that it lists already.

Looks at `index.md` of a wiki, at the root or below `wiki/`. A link there that leads to no file is this finding and
not broken-link; it is an error. An entry (a list item or table row) of a page in `_archive/`, and a second entry of
the same page in the sections of entities, concepts, comparisons and queries, are warnings. Entries below a heading
that speaks of the archive may be archived, and lists of other kinds (recent, featured) may name pages again. An alias
that stands where a page should is alias-as-target.

Why: The index is what a person or an agent reads first. It should name what is there, each page once.

Fix: Take the line out, or correct the name. Lines of the form that `wiki ingest` writes are made from the pages, so
`--fix` takes those out; a line that a person worded goes with `--unsafe-fixes`. Where one page alone has a name or
title like it, `--unsafe-fixes` leads the link there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Fix, Mark, Severity, Snapshot
from llmwiki.checks.indexed import meant, sections, whole_line, wishes
from llmwiki.checks.memo import by_page, fix_from
from llmwiki.checks.relink import lead_to
from llmwiki.vault.own_files import is_archived

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.indexed import Entry
    from llmwiki.checks.odd_links import Wish

CODE = "W302"
NAME = "index-stale-entry"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_ARCHIVE = re.compile(r"archiv|归档|存档|アーカイブ", re.IGNORECASE)


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each line of the index that leads nowhere, into the archive, or where another one leads."""
    index = snapshot.special("index.md")
    if not index:
        return
    yield from by_page(snapshot, CODE, [index], _listed, snapshot.files_mark)
    gone = wishes(snapshot, index)
    fixes = snapshot.memo.column("index-lines", snapshot.files_mark).of(index, lambda path: _takings(snapshot, path)) if gone else {}
    for wish in gone:
        near = meant(wish)
        hint = "did you mean " + " or ".join(f"“{name}”" for name in near) + "?" if near else ""
        line = fixes.get(str(wish.link.span.start))
        fix = _led(snapshot, index, wish) if len(near) == 1 else line and fix_from(*line)
        message = f"lists a page that is not there: “{wish.link.target}”"
        yield Mark(index, wish.link.span, message, "error", hint, fix=fix)


def _led(snapshot: Snapshot, index: str, wish: Wish) -> Fix | None:
    """To the one page that is meant."""
    return lead_to(snapshot, index, wish.link, meant(wish)[0], safe=False, keep_shown=not wish.near)


def _takings(snapshot: Snapshot, index: str) -> dict[str, Fix]:
    """How to take out each entry that leads nowhere, by the offset of its link."""
    entries = [entry for section in sections(snapshot, index) for entry in section.entries if not entry.target]
    return {str(entry.link.span.start): _fix(snapshot, index, entry) for entry in entries}


def _listed(snapshot: Snapshot, index: str) -> Iterator[Mark]:
    """Entries of archived pages, and second entries."""
    first: dict[str, Entry] = {}
    for section in sections(snapshot, index):
        for entry in section.entries:
            if is_archived(entry.target) and not (_ARCHIVE.search(section.heading) or _ARCHIVE.search(section.room)):
                yield Mark(index, entry.link.span, f"lists the archived page {entry.target}", fix=_fix(snapshot, index, entry))
            elif section.kind and entry.target in first:
                line = snapshot.line(index, first[entry.target].line.start)
                fix = _fix(snapshot, index, entry, is_same=entry.text == first[entry.target].text)
                yield Mark(index, entry.link.span, f"lists {entry.target} a second time, first on line {line}", fix=fix)
            elif section.kind and entry.target:
                first[entry.target] = entry


def _fix(snapshot: Snapshot, index: str, entry: Entry, *, is_same: bool = False) -> Fix:
    """Take the line out: safe where it stands there twice, or where the tool wrote it and its page is gone."""
    from llmwiki.vault.index_section import OURS  # only needed where something is wrong

    is_safe = is_same or (not entry.target and OURS.fullmatch(entry.text.rstrip()) is not None)
    edit = snapshot.edit(index, whole_line(snapshot.vault.page(index).text, entry.line), "")
    return Fix(is_safe, "take the line out of the index", (edit,))
