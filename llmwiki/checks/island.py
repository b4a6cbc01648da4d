"""A page belongs to a group that the index does not lead to.

Looks at wikis that have an index which leads somewhere: a page is on an island when other pages link to it, and no path of
links goes from the index (or the topic map) to it. A page that no other page links to is left to orphan-page and
index-incomplete.

Why: The pages of an island lead to each other, so nothing seems wrong on any of them; but who starts at the index, as
readers and agents do, never arrives.

Fix: List the pages in the index, or link to one of them from a page that the index leads to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Place, Severity, Snapshot
from llmwiki.vault.own_files import INDEX, TOPIC_MAP

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W605"
NAME = "island"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_SHOWN = 3


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each page that is linked to, but not from where the index leads."""
    pages = frozenset(snapshot.pages)
    if not snapshot.special(INDEX) or not pages:
        return
    measures = snapshot.measures
    reached = pages & measures.reachable
    cut_off = pages - reached - frozenset(measures.outbound.get(snapshot.special(TOPIC_MAP), ())) if reached else ()
    for path in sorted(cut_off):
        origins = measures.inbound.get(path, ())
        if origins:
            named = tuple(Place(origin, 1, "links here, and cannot be reached either") for origin in origins[:_SHOWN])
            yield Mark(path, None, "no path of links leads here from the index", related=named)
