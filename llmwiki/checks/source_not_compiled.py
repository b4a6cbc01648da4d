"""No page rests on this source, and the tool has not looked at it yet.

Looks at the texts in `raw/`, except those in `raw/assets/`, files whose name begins with `_` and what speaks to
people and agents (README, CLAUDE, AGENTS, index). A source counts as compiled when the ledger has a record of it,
also when it was retracted or gave nothing for a page, or when a page names it: in a property, a footnote, a
`^[raw/...]` marker, a link or by its path. Index, log and other sources do not count. It is info: something is left
to do, nothing is wrong.

Why: What lies in `raw/` and was never read looks like knowledge that the wiki has.

Fix: `wiki ingest` compiles everything new in `raw/`; take away what does not belong there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.resting import resting
from llmwiki.vault.own_files import is_own
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CODE = "W406"
NAME = "source-not-compiled"
SEVERITY: Severity = "info"
PROFILES = WIKIS

_ASIDE = re.compile(r"(?:^|/)(?:_[^/]*|(?:readme|claude|agents|index|license|changelog)\.(?:md|txt))(?:/|$)|^raw/assets/", re.IGNORECASE)
_REST = re.compile(r"[^\s\[\]<>\"`|#^][^\[\]<>\"`|#^\n]*")
_EDGES = " \t\r.,;:)('’”"


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each text in ``raw/`` that neither the ledger nor a page knows."""
    records = snapshot.ledger.sources
    left = {path for path in snapshot.raw_texts if path not in records and not _ASIDE.search(path)}
    pages = [path for path in snapshot.notes if not is_own(path)]
    for names in (_rested_on, _linked, _written):
        if left:
            left -= names(snapshot, pages)
    for path in sorted(left):
        yield Mark(path, None, "no page names this source", hint="`wiki ingest` compiles what is new in raw/")


def _rested_on(snapshot: Snapshot, pages: Sequence[str]) -> set[str]:
    rests_on = resting(snapshot)
    return {source for path in pages for source in rests_on(path)}


def _linked(snapshot: Snapshot, pages: Sequence[str]) -> set[str]:
    """What links lead to; of each page only what it does not rest on."""
    rests_on = resting(snapshot)

    def find(path: str) -> list[str]:
        found = {found.path for found in snapshot.vault.targets(path) if isinstance(found, Found) and found.path.startswith(RAW)}
        return sorted(found.difference(rests_on(path)))

    column = snapshot.memo.column("raw-links", snapshot.files_mark)
    return {source for path in pages for source in column.of(path, find)}


def _written(snapshot: Snapshot, pages: Sequence[str]) -> set[str]:
    """Paths as they stand in the text: in a link, in a marker, in a property, in code; with and without their ending."""
    vault = snapshot.vault

    def find(path: str) -> list[str]:
        lines = {found[0] for part in vault.text(path).split(RAW)[1:] if (found := _REST.match(part))}
        forms = {RAW + form.strip(_EDGES) for line in lines for form in (line, line.split(None, 1)[0])}
        return sorted(forms.difference(vault.page(path).targets))  # most are the targets of links, which need not be kept twice

    column = snapshot.memo.column("raw-paths")
    written = {form for path in pages for form in column.of(path, find)}
    named = set[str]().union(*[vault.page(path).targets for path in pages])
    written |= {target for target in named if target.startswith(RAW)}
    return written | {f"{form}.md" for form in written}
