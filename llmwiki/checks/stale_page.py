"""A newer source speaks of the page's subject, and the page was not updated since.

The `updated` date is more than `stale_after_days` (SCHEMA.md, 90 by default) older than the newest source that mentions the
page's title or an alias. Age alone does not make a page stale, and neither does the date of the run. A source's date
is its `date`, else `ingested`, else what the ledger says.

Why: What the page says may be superseded; the wiki has the newer text already, but not what follows from it.

Fix: Read the source that is named, bring the page up to date (`wiki ingest` on it) and set `updated`.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W501"
NAME = "stale-page"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_FIELDS = ("date", "published", "ingested")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class _Dated(NamedTuple):
    day: date
    path: str


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that its newest mentioning source has left behind."""
    updated = {path: day for path in snapshot.pages if (day := _day(snapshot.vault.page(path).frontmatter.text("updated")))}
    newest = _newest_mentions(snapshot, updated)
    for path in sorted(newest):
        source = newest[path]
        days = (source.day - updated[path]).days
        message = f"updated {updated[path]}, {days} days before the newest source that mentions it"
        related = (Place(source.path, 1, f"dated {source.day}"),)
        yield Mark(path, snapshot.vault.page(path).frontmatter.key_span("updated"), message, related=related)


def _newest_mentions(snapshot: Snapshot, updated: dict[str, date]) -> dict[str, _Dated]:
    """The newest source that mentions each stale page; sources that can make no page stale are not read."""
    limit = timedelta(days=snapshot.schema.stale_after_days)
    oldest = min(updated.values(), default=date.max)
    sources = sorted((source for source in _sources(snapshot) if source.day - oldest > limit), reverse=True)
    found: dict[str, _Dated] = {}
    if not sources:
        return found
    from llmwiki.facts.names import NameFinder, names_of  # most vaults have no source that new

    finder = NameFinder({path: names_of(snapshot.vault, path) for path in updated})
    for source in sources:
        for path in finder.keys_in(snapshot.vault.text(source.path)):
            if source.day - updated[path] > limit:
                found.setdefault(path, source)
    return found


def _sources(snapshot: Snapshot) -> Iterator[_Dated]:
    for path in snapshot.raw_texts:
        record = snapshot.ledger.sources.get(path)
        if record and record.retracted:
            continue
        block = snapshot.vault.page(path).frontmatter
        written = [block.text(field) for field in _FIELDS] + ([record.date, record.captured] if record else [])
        day = next((day for text in written if (day := _day(text))), None)
        if day:
            yield _Dated(day, path)


def _day(text: str) -> date | None:
    """The day that ``text`` begins with, None when it begins with none."""
    found = _DAY.match(text.strip())
    try:
        return date.fromisoformat(found[0]) if found else None
    except ValueError:
        return None
