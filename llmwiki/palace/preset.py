"""The preset ``mempalace``: the search that the original's articles describe, for those who compare.

Drawers by distance and by words are put together; score = 0.6 x similarity + 0.4 x BM25 (k1 1.5, b 0.75, over the candidates, scaled from
the least to the most of them). The five files whose closets lie nearest come closer by 0.40, 0.25, 0.15, 0.08 and 0.04; a closet farther
than 1.5 does not count. A closet lies in the middle of its file's drawers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.database import storable
from llmwiki.palace.finding import candidates_of, hits_of
from llmwiki.palace.hit import Hit
from llmwiki.palace.matching import Candidate
from llmwiki.palace.ranking import Ranked
from llmwiki.palace.tokens import question_terms
from llmwiki.palace.words import found_by_words

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.nearness import Matrix, Point
    from llmwiki.palace.ranking import Scope

_VECTOR, _WORDS = 0.6, 0.4
_K1, _B = 1.5, 0.75
BOOSTS = (0.40, 0.25, 0.15, 0.08, 0.04)
_FARTHEST_CLOSET = 1.5
_POOL = 3
"""Candidates of each kind for every hit that is wanted."""

_PREVIEW = 200
"""Characters of a closet that are shown."""


class Distances(NamedTuple):
    """Cosine distances, from 0 to 2: of drawers by number, of closets by the number of their file."""

    drawers: Mapping[int, float]
    closets: Mapping[int, float]


def find_as_mempalace(connection: sqlite3.Connection, matrix: Matrix, question: tuple[str, Point], scope: Scope) -> list[Hit]:
    """Hits, best first; ``why`` has ``distance``, ``closet_boost``, ``effective_distance``, ``similarity`` and ``bm25``.

    Args:
        connection: The records.
        matrix: The vectors in memory.
        question: As it was asked, and as a point.
        scope: Which drawers, how many, and how far at most; files are not spread.
    """
    text, point = storable(question[0]), question[1]
    distances = Distances(*matrix.distances(connection, point, scope.where))
    terms = question_terms(text)
    nearest = sorted(distances.drawers, key=lambda number: (distances.drawers[number], number))[: _POOL * scope.limit]
    numbers = dict.fromkeys([*nearest, *found_by_words(connection, terms, scope.where)[: _POOL * scope.limit]])
    near = [number for number in numbers if not scope.farthest or distances.drawers.get(number, 2.0) <= scope.farthest]
    candidates = candidates_of(connection, near)
    ranked = _ranked(candidates, _scaled(_bm25(terms, candidates)), distances)
    hits = hits_of(connection, ranked[: scope.limit])
    return [_told(connection, hit, item) for hit, item in zip(hits, ranked, strict=False)]


def _ranked(candidates: Sequence[Candidate], words: Sequence[float], distances: Distances) -> list[Ranked]:
    order = sorted((distance, file) for file, distance in distances.closets.items() if distance <= _FARTHEST_CLOSET)
    boosts = {file: boost for (_, file), boost in zip(order, BOOSTS, strict=False)}
    ranked = []
    for candidate, bm25 in zip(candidates, words, strict=True):
        distance = distances.drawers.get(candidate.number, 2.0)
        boost = boosts.get(candidate.file, 0.0)
        effective = min(2.0, max(0.0, distance - boost))
        similarity = max(0.0, 1 - effective)
        parts = {"similarity": similarity, "bm25": bm25, "distance": distance, "effective_distance": effective, "closet_boost": boost}
        score = _VECTOR * similarity + _WORDS * bm25
        ranked.append(
            Ranked(candidate.number, candidate.file, candidate.place, score, {name: round(part, 4) for name, part in parts.items()})
        )
    return sorted(ranked, key=lambda item: (-item.score, item.place))


def _bm25(terms: Sequence[str], candidates: Sequence[Candidate]) -> list[float]:
    """Okapi BM25 with Lucene's weights; the candidates are the collection."""
    held = [candidate.terms.split(" ") for candidate in candidates]
    count = len(held)
    average = sum(map(len, held)) / count if count else 1.0
    counts = [Counter(filter(set(terms).__contains__, own)) for own in held]
    weights = {}
    for term in terms:
        documents = sum(term in found for found in counts)
        weights[term] = math.log(1 + (count - documents + 0.5) / (documents + 0.5))
    scores = []
    for own, found in zip(held, counts, strict=True):
        length = _K1 * (1 - _B + _B * len(own) / average)
        scores.append(sum(weights[term] * times * (_K1 + 1) / (times + length) for term, times in found.items()))
    return scores


def _scaled(scores: Sequence[float]) -> list[float]:
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - low) / (high - low) if high > low else 0.0 for score in scores]


def _told(connection: sqlite3.Connection, hit: Hit, ranked: Ranked) -> Hit:
    """The hit with how it was matched and what its file's first closet says."""
    row = connection.execute("SELECT lines FROM closets WHERE file = ? ORDER BY position LIMIT 1", (ranked.file,)).fetchone()
    matched = "drawer+closet" if ranked.why["closet_boost"] else "drawer"
    return Hit(hit.drawer, hit.score, hit.why, hit.copies, {"matched_via": matched, "closet_preview": row[0][:_PREVIEW] if row else ""})
