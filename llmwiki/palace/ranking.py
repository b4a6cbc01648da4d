"""How well drawers fit a question: nearness and coverage of its words, its dates and identifiers, and a soft limit for each file.

In standard deviations of nearness (``palace.scale``): squared coverage (BM25 with k1 1.2 and b 0.5 by the weight of all terms) counts 6, a
month that agrees 1, a day 2, an identifier found whole 8, each further drawer of a file -0.4. Where no vectors tell what a text is about, a
title that the question names counts 1. All is divided by 6, so that coverage alone gives scores near 1. Chosen on the tuning halves of
``benchmarks/locomo.py``, ``multilingual.py`` and ``identifiers.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Literal, NamedTuple

from llmwiki.palace.matching import Asked, Matched
from llmwiki.palace.store.base import EVERYWHERE, Where
from llmwiki.palace.tokens import document_terms

_UNIT = 1 / 6
_IDENTIFIER = 8
_SAME_FILE = 0.4
_DIGITS = 6
"""Decimals of a score: a product of many numbers differs in its last ones with the row it stands in, and copies shall be equal."""

_NAMED = 0.2
"""Share of a question's weight from which on a title that has it counts as named: a name among other words."""

_NAME_PARTS = 2
"""A name is known by one of two parts."""

_TITLES_KEPT = 10_000


Preset = Literal["", "mempalace"]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search looks at and how much it gives.

    Attributes:
        limit: Most hits.
        where: Which drawers; all of them by default.
        spread: Rank a file's further drawers lower, so that one file does not fill the list.
        neighbours: Drawers before and behind each hit whose text is joined to it.
        preset: ``mempalace`` searches as the original's articles say (``palace.preset``); empty: as this module does.
        farthest: Cosine distance beyond which the preset leaves drawers out; 0: none.
    """

    limit: int = 10
    where: Where = EVERYWHERE
    spread: bool = True
    neighbours: int = 0
    preset: Preset = ""
    farthest: float = 0.0


class Ranked(NamedTuple):
    """A drawer's number with its score and its parts."""

    number: int
    file: int
    place: tuple[str, str, int]
    score: float
    why: dict[str, float]


def rank(asked: Asked, matched: Sequence[Matched], nearness: Mapping[int, float], scope: Scope, *, by_words: bool = True) -> list[Ranked]:
    """Drawers in order, best first.

    Args:
        asked: The question.
        matched: Drawers that share a term with it or lie near, and what its words say of each.
        nearness: Number to standardised cosine; a drawer without a vector counts as an average one.
        scope: How many, and whether files are spread.
        by_words: Whether words count at all.
    """
    found = []
    titled = by_words and not nearness
    for candidate, told in matched:
        parts = {"vector": nearness.get(candidate.number, 0.0), **told}
        if titled:
            parts["title"] = _named(_title_terms(candidate.title), asked.weights)
        score = parts["vector"] * _UNIT + parts.get("words", 0.0) ** 2
        score += _UNIT * (parts.get("date", 0.0) + parts.get("title", 0.0) + _IDENTIFIER * parts.get("identifier", 0.0))
        found.append(Ranked(candidate.number, candidate.file, candidate.place, round(score, _DIGITS), parts))
    found.sort(key=lambda ranked: (-ranked.score, ranked.place))
    chosen = _spread(found, scope.limit) if scope.spread else found[: scope.limit]
    return [ranked._replace(why={name: round(part, 4) for name, part in ranked.why.items() if part}) for ranked in chosen]


def _named(title: frozenset[str], weights: Mapping[str, float]) -> float:
    """How surely a question names a title: with half of the title's terms and a fifth of its own weight surely."""
    shared = [term for term in weights if term in title]
    if not shared:
        return 0.0
    share = sum(weights[term] for term in shared) / sum(weights.values())
    return min(1.0, share / _NAMED) * min(1.0, _NAME_PARTS * len(shared) / len(title))


@lru_cache(_TITLES_KEPT)
def _title_terms(title: str) -> frozenset[str]:
    return frozenset(document_terms(title))


def _spread(found: Sequence[Ranked], limit: int) -> list[Ranked]:
    """Greedy choice: each drawer already listed from a file makes that file's next ones worth less."""
    chosen: list[Ranked] = []
    listed: Counter[int] = Counter()
    waiting = [(-ranked.score, row, 0) for row, ranked in enumerate(found)]
    heapify(waiting)
    while waiting and len(chosen) < limit:
        _, row, seen = heappop(waiting)
        ranked = found[row]
        if seen == listed[ranked.file]:
            listed[ranked.file] += 1
            chosen.append(ranked)
        else:  # drawers of its file were chosen since it was put there
            seen = listed[ranked.file]
            heappush(waiting, (_SAME_FILE * _UNIT * seen - ranked.score, row, seen))
    return chosen
