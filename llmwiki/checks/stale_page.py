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
from llmwiki.checks.heads import heads
from llmwiki.checks.mentions import Mentions

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
    known = heads(snapshot, snapshot.pages)
    updated = {path: day for path, head in known.items() if (day := _day(head.updated))}
    newest = _newest_mentions(snapshot, updated, {path: known[path].names for path in updated})
    for path in sorted(newest):
        source = newest[path]
        days = (source.day - updated[path]).days
        message = f"updated {updated[path]}, {days} days before the newest source that mentions it"
        related = (Place(source.path, 1, f"dated {source.day}"),)
        yield Mark(path, snapshot.vault.page(path).frontmatter.key_span("updated"), message, related=related)


def _newest_mentions(snapshot: Snapshot, updated: dict[str, date], names: dict[str, tuple[str, ...]]) -> dict[str, _Dated]:
    """The newest source that mentions each stale page; sources that can make no page stale are not read."""
    limit = timedelta(days=snapshot.schema.stale_after_days)
    oldest = min(updated.values(), default=date.max)
    sources = sorted((source for source in _sources(snapshot) if source.day - oldest > limit), reverse=True)
    found: dict[str, _Dated] = {}
    if not sources:
        return found
    mentions = Mentions(snapshot, CODE, names)
    for source in sources:
        for path in mentions.in_file(source.path):
            if source.day - updated[path] > limit:
                found.setdefault(path, source)
    return found


def _sources(snapshot: Snapshot) -> Iterator[_Dated]:
    def find(path: str) -> list[str]:
        block = snapshot.vault.page(path).frontmatter
        return [text for field in _FIELDS if (text := block.text(field))]

    column = snapshot.memo.column("source-dates")
    for path in snapshot.raw_texts:
        record = snapshot.ledger.sources.get(path)
        if record and record.retracted:
            continue
        written = [*column.of(path, find), *((record.date, record.captured) if record else ())]
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
