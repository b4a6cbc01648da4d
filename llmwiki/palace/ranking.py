"""How well drawers fit a question: nearness and coverage of its words, its dates and identifiers, and a soft limit for each file.

In standard deviations of nearness (``palace.scale``): squared coverage (BM25 with k1 1.2 and b 0.5 by the weight of all terms) counts 6, a
month that agrees 1, a day 2, an identifier found whole 8, each further drawer of a file -0.4. All is divided by 6, so that coverage alone
gives scores near 1. Chosen on the tuning halves of ``benchmarks/locomo.py``, ``multilingual.py`` and ``identifiers.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Literal, NamedTuple

from llmwiki.palace.dates import date_match
from llmwiki.palace.store.base import EVERYWHERE, Where
from llmwiki.palace.tokens import identifiers

_K1 = 1.2
_B = 0.5
_UNIT = 1 / 6
_IDENTIFIER = 8
_SAME_FILE = 0.4
_RARE_SHARE = 0.01
_RARE = 3


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


class Candidate(NamedTuple):
    """A drawer by its number, with its file, its place (wing, path, position), the file's date, and its terms, repeated ones too."""

    number: int
    file: int
    place: tuple[str, str, int]
    date: str
    terms: Sequence[str]


class Asked(NamedTuple):
    """A question with what the collection tells of it.

    Attributes:
        text: As it was asked.
        weights: Of its terms, over the whole collection.
        documents: In how many drawers each identifier of it stands.
        total: Drawers of the collection.
        average: Length of a drawer in terms.
    """

    text: str
    weights: Mapping[str, float]
    documents: Mapping[str, int]
    total: int
    average: float


class Ranked(NamedTuple):
    """A drawer's number with its score and its parts."""

    number: int
    file: int
    place: tuple[str, str, int]
    score: float
    why: dict[str, float]


def rank(
    asked: Asked, candidates: Sequence[Candidate], nearness: Mapping[int, float], scope: Scope, *, by_words: bool = True
) -> list[Ranked]:
    """Drawers in order, best first.

    Args:
        asked: The question.
        candidates: Drawers that share a term with it or lie near.
        nearness: Number to standardised cosine; a drawer without a vector counts as an average one.
        scope: How many, and whether files are spread.
        by_words: Whether words count at all.
    """
    rare = _rare_identifiers(asked)
    found = []
    for candidate in candidates:
        parts = {"vector": nearness.get(candidate.number, 0.0)}
        if by_words:
            parts |= _word_parts(asked, candidate, rare)
        score = parts["vector"] * _UNIT
        score += parts.get("words", 0.0) ** 2 + _UNIT * parts.get("date", 0.0) + _IDENTIFIER * _UNIT * parts.get("identifier", 0.0)
        found.append(
            Ranked(candidate.number, candidate.file, candidate.place, score, {name: round(part, 4) for name, part in parts.items() if part})
        )
    found.sort(key=lambda ranked: (-ranked.score, ranked.place))
    return _spread(found, scope.limit) if scope.spread else found[: scope.limit]


def _word_parts(asked: Asked, candidate: Candidate, rare: frozenset[str]) -> dict[str, float]:
    total = sum(asked.weights.values())
    return {
        "words": _coverage(candidate.terms, asked.weights, asked.average) / total if total else 0.0,
        "date": date_match(asked.text, candidate.date),
        "identifier": float(bool(rare) and any(term in rare for term in candidate.terms)),
    }


def _coverage(terms: Sequence[str], weights: Mapping[str, float], average: float) -> float:
    counts = Counter(filter(weights.__contains__, terms))
    length = _K1 * (1 - _B + _B * len(terms) / average)
    return sum(weights[term] * count * (_K1 + 1) / (count + length) for term, count in counts.items())


def _rare_identifiers(asked: Asked) -> frozenset[str]:
    """Identifiers of the question that stand in few drawers."""
    most = max(_RARE, _RARE_SHARE * asked.total)
    return frozenset(term for term in identifiers(asked.text) if 0 < asked.documents.get(term, 0) <= most)


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
