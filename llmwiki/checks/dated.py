"""The days that pages and sources give themselves, for the checks of freshness."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.checks.base import Snapshot

_FIELDS = ("date", "published", "ingested")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Dated(NamedTuple):
    """A file and its day; they sort by day."""

    day: date
    path: str


def day_of(text: str) -> date | None:
    """The day that ``text`` begins with, None when it begins with none."""
    found = _DAY.match(text.strip())
    try:
        return date.fromisoformat(found[0]) if found else None
    except ValueError:
        return None


def dated_sources(snapshot: Snapshot, paths: Iterable[str]) -> Iterator[Dated]:
    """Those of these sources that were not retracted, each with its ``date``, else when it was ``ingested``, else what the ledger says."""

    def find(path: str) -> list[str]:
        block = snapshot.vault.page(path).frontmatter
        found = [text for field in _FIELDS if (text := block.text(field))]
        snapshot.vault.let_go(path)
        return found

    column = snapshot.memo.column("source-dates")
    for path in paths:
        record = snapshot.ledger.sources.get(path)
        if record and record.retracted:
            continue
        written = [*column.of(path, find), *((record.date, record.captured) if record else ())]
        day = next((day for text in written if (day := day_of(text))), None)
        if day:
            yield Dated(day, path)
