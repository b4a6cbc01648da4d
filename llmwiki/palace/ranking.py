"""How well drawers fit a question: coverage of its words, its dates and identifiers, and a soft limit for each file.

Parameters and their plateaus are those of the search study (sections 2 and 3): BM25 with k1 1.2 and b 0.5, squared coverage with weight 6,
a month that agrees 1, an identifier found whole 5, each further drawer of a file -0.5; here all divided by 6.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from llmwiki.palace.dates import date_match
from llmwiki.palace.drawer import Drawer, DrawerKind
from llmwiki.palace.hit import Hit
from llmwiki.palace.tokens import identifiers

_K1 = 1.2
_B = 0.5
_DATE = 1 / 6
_IDENTIFIER = 5 / 6
_SAME_FILE = 0.5 / 6
_RARE_SHARE = 0.01
_RARE = 3


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search looks at and how much it gives.

    Attributes:
        limit: Most hits.
        kind: Only pages or only sources; None for both.
        under: Only files whose path begins so.
        spread: Rank a file's further drawers lower, so that one file does not fill the list.
    """

    limit: int = 10
    kind: DrawerKind | None = None
    under: str = ""
    spread: bool = True


class Candidate(NamedTuple):
    """A drawer with the date of its file and its terms, repeated ones too."""

    drawer: Drawer
    date: str
    terms: Sequence[str]


def bm25_weight(documents: int, total: int) -> float:
    """Inverse document frequency of a term in ``documents`` of ``total`` drawers; never negative (Lucene's form)."""
    return math.log(1 + (total - documents + 0.5) / (documents + 0.5))


def rank(question: str, candidates: Sequence[Candidate], weights: Mapping[str, float], average: float, scope: Scope) -> list[Hit]:
    """Hits in order, best first.

    Args:
        question: As it was asked.
        candidates: Drawers that share a term with it.
        weights: Of the question's terms, over the whole collection.
        average: Length of a drawer in terms.
        scope: How many, and whether files are spread.
    """
    total = sum(weights.values())
    rare = _rare_identifiers(question, candidates)
    found = []
    for candidate in candidates:
        parts = {
            "words": _coverage(candidate.terms, weights, average) / total,
            "date": date_match(question, candidate.date),
            "identifier": float(any(term in rare for term in candidate.terms)),
        }
        score = parts["words"] ** 2 + _DATE * parts["date"] + _IDENTIFIER * parts["identifier"]
        found.append(Hit(candidate.drawer, score, {name: round(part, 4) for name, part in parts.items() if part}))
    found.sort(key=lambda hit: (-hit.score, hit.drawer.path, hit.drawer.position))
    return _spread(found, scope.limit) if scope.spread else found[: scope.limit]


def _coverage(terms: Sequence[str], weights: Mapping[str, float], average: float) -> float:
    counts = Counter(term for term in terms if term in weights)
    length = _K1 * (1 - _B + _B * len(terms) / average)
    return sum(weights[term] * count * (_K1 + 1) / (count + length) for term, count in counts.items())


def _rare_identifiers(question: str, candidates: Sequence[Candidate]) -> frozenset[str]:
    """Identifiers of the question that stand in few drawers."""
    asked = identifiers(question)
    if not asked:
        return frozenset()
    counts = Counter(term for candidate in candidates for term in set(candidate.terms).intersection(asked))
    most = max(_RARE, _RARE_SHARE * len(candidates))
    return frozenset(term for term, count in counts.items() if count <= most)


def _spread(found: Sequence[Hit], limit: int) -> list[Hit]:
    """Greedy choice: each drawer already listed from a file makes that file's next ones worth less."""
    rest, chosen = list(found), list[Hit]()
    listed: Counter[str] = Counter()
    while rest and len(chosen) < limit:
        best = max(range(len(rest)), key=lambda row: (rest[row].score - _SAME_FILE * listed[rest[row].drawer.path], -row))
        hit = rest.pop(best)
        listed[hit.drawer.path] += 1
        chosen.append(hit)
    return chosen
