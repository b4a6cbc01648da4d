"""A filed answer is older than what it was drawn from.

Looks at the pages in the folder of queries. An answer holds until its `expires` date, or until `query_max_age_days`
(SCHEMA.md, 90 by default) after it was `updated` (else `created`). It has expired when a page or a source that it links to
is dated after that: a page by its `updated`, a source by its `date`, else by when it was ingested. The date of the run does
not turn an answer into a warning: when it has passed and nothing that the answer rests on is newer, the severity is info.

Why: An answer is a copy of what the wiki said on one day. Who finds it later takes it for what the wiki says now.

Fix: Ask again with `wiki query --save`, which files the answer on the same page. Or read what is newer and set `updated`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.checks.dated import Dated, dated_sources, day_of
from llmwiki.checks.heads import heads
from llmwiki.vault.own_files import page_kind
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from llmwiki.vault.link import Span

CODE = "W502"
NAME = "expired-query"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


class _Term(NamedTuple):
    """How long an answer holds: the property that says so, the same in words, and the last day."""

    key: str
    words: str
    last: date


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each filed answer whose term is over."""
    answers = {path: _rests_on(snapshot, path) for path in snapshot.pages if page_kind(path) == "query"}
    days = _days(snapshot, {found for rests_on in answers.values() for found in rests_on})
    for path, rests_on in answers.items():
        term = _term(snapshot, path)
        if term is None:
            continue
        newest = max((days[found] for found in rests_on if found in days), default=None)
        if newest and newest.day > term.last:
            related = (Place(newest.path, 1, f"dated {newest.day}"),)
            yield Mark(path, _span(snapshot, path, term), f"the answer {term.words}, and what it rests on is newer", related=related)
        elif snapshot.today > term.last:
            yield Mark(path, _span(snapshot, path, term), f"the answer {term.words}, though nothing that it rests on is newer", "info")


def _rests_on(snapshot: Snapshot, path: str) -> list[str]:
    return [found.path for found in snapshot.vault.targets(path) if isinstance(found, Found) and found.path != path]


def _days(snapshot: Snapshot, paths: Collection[str]) -> dict[str, Dated]:
    """Those of these files that have a day, with it."""
    pages = heads(snapshot, [path for path in snapshot.pages if path in paths])
    updated = (Dated(day, path) for path, head in pages.items() if (day := day_of(head.updated)))
    sources = dated_sources(snapshot, [path for path in snapshot.raw_texts if path in paths])
    return {dated.path: dated for dated in (*updated, *sources)}


def _term(snapshot: Snapshot, path: str) -> _Term | None:
    properties = snapshot.vault.page(path).frontmatter
    expires = day_of(properties.text("expires"))
    if expires:
        return _Term("expires", f"expired on {expires}", expires)
    for key in ("updated", "created"):
        day = day_of(properties.text(key))
        if day:
            last = day + timedelta(days=snapshot.schema.query_max_age_days)
            return _Term(key, f"was {key} on {day} and held until {last}", last)
    return None


def _span(snapshot: Snapshot, path: str, term: _Term) -> Span | None:
    return snapshot.vault.page(path).frontmatter.key_span(term.key)
