"""A newer source speaks of the page's subject, and the page was not updated since.

The `updated` date is more than `stale_after_days` (SCHEMA.md, 90 by default) older than the newest source that mentions the
page's title or an alias. Age alone does not make a page stale, and neither does the date of the run. A source's date
is its `date`, else `ingested`, else what the ledger says.

Why: What the page says may be superseded; the wiki has the newer text already, but not what follows from it.

Fix: Read the source that is named, bring the page up to date (`wiki ingest` on it) and set `updated`.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.dated import Dated, dated_sources, day_of, written_dates
from llmwiki.checks.heads import heads, heads_of
from llmwiki.checks.mentions import Mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W501"
NAME = "stale-page"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that its newest mentioning source has left behind."""
    heads_of(snapshot, snapshot.pages)
    written_dates(snapshot)
    return _stale(snapshot)


def _stale(snapshot: Snapshot) -> Iterator[Mark]:
    known = heads(snapshot, snapshot.pages)
    updated = {path: day for path, head in known.items() if (day := day_of(head.updated))}
    newest = _newest_mentions(snapshot, updated, {path: known[path].names for path in updated})
    for path in sorted(newest):
        source = newest[path]
        days = (source.day - updated[path]).days
        message = f"updated {updated[path]}, {days} days before the newest source that mentions it"
        related = (Place(source.path, 1, f"dated {source.day}"),)
        yield Mark(path, snapshot.vault.page(path).frontmatter.key_span("updated"), message, related=related)


def _newest_mentions(snapshot: Snapshot, updated: dict[str, date], names: dict[str, tuple[str, ...]]) -> dict[str, Dated]:
    """The newest source that mentions each stale page; sources that can make no page stale are not read."""
    limit = timedelta(days=snapshot.schema.stale_after_days)
    oldest = min(updated.values(), default=date.max)
    sources = sorted((source for source in dated_sources(snapshot, snapshot.raw_texts) if source.day - oldest > limit), reverse=True)
    found: dict[str, Dated] = {}
    if not sources:
        return found
    behind = {path: names[path] for path in names if sources[0].day - updated[path] > limit}
    mentions = Mentions(snapshot, CODE, behind)
    for source in sources:
        for path in mentions.in_file(source.path):
            if source.day - updated[path] > limit:
                found.setdefault(path, source)
    return found
