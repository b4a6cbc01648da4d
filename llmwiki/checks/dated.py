"""The days that pages and sources give themselves, for the checks of freshness."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.tour import Question

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


def written_dates(snapshot: Snapshot) -> Question:
    """The dates that each source says it has."""

    def find(path: str) -> list[str]:
        block = snapshot.vault.page(path).frontmatter
        found = [text for field in _FIELDS if (text := block.text(field))]
        snapshot.vault.let_go(path)
        return found

    return Question(snapshot.tour, snapshot.memo.column("source-dates"), snapshot.raw_texts, find)


def dated_sources(snapshot: Snapshot, paths: Iterable[str]) -> Iterator[Dated]:
    """Those of these sources that were not retracted, each with its ``date``, else when it was ``ingested``, else what the ledger says."""
    written_in = written_dates(snapshot)
    for path in paths:
        record = snapshot.ledger.sources.get(path)
        if record and record.retracted:
            continue
        written = [*written_in.of(path), *((record.date, record.captured) if record else ())]
        day = next((day for text in written if (day := day_of(text))), None)
        if day:
            yield Dated(day, path)
