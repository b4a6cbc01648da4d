"""A page rests on little.

Speaks of pages with `confidence: low`, and of those that rest on one source alone while at least five other pages link to
them. A page that names its `confidence` has weighed its evidence, and is left alone otherwise; so are filed answers and
comparisons, which rest on the pages they are drawn from. Pages without any source are another check's.

Why: What other pages build on ought to stand on more than one leg. Wrong or outdated, a single source takes all of them
along.

Fix: Look for a second source and `wiki ingest` it; where there is none, say so with `confidence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.resting import resting
from llmwiki.checks.tour import Question
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CODE = "W513"
NAME = "weak-evidence"
SEVERITY: Severity = "info"
PROFILES = WIKIS

_LOW = frozenset({"low", "very low", "低"})
_MUCH = 5
_ITSELF = frozenset({"entity", "concept"})


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield pages of low confidence, and those on one source that others build on."""

    def find(path: str) -> str:
        return snapshot.vault.page(path).frontmatter.text("confidence").strip()

    return _weak(snapshot, Question(snapshot.tour, snapshot.memo.column("confidence"), snapshot.pages, find), resting(snapshot))


def _weak(snapshot: Snapshot, confidence_of: Question, sources_of: Callable[[str], list[str]]) -> Iterator[Mark]:
    pages = frozenset(snapshot.pages)
    for path in snapshot.pages:
        confidence = confidence_of.of(path)
        if confidence.casefold() in _LOW:
            span = snapshot.vault.page(path).frontmatter.key_span("confidence")
            yield Mark(path, span, f"the page says that its confidence is {confidence}")
        elif not confidence and page_kind(path) in _ITSELF and len(sources := sources_of(path)) == 1:
            builders = sum(origin in pages for origin in snapshot.measures.inbound.get(path, ()))
            if builders >= _MUCH:
                yield Mark(path, None, f"{builders} pages link here, and the page rests on one source alone, “{sources[0]}”")
