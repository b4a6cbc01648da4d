"""What the words of a question say of a drawer: how much of it they cover, whether its date agrees, whether an identifier stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from llmwiki.palace.dates import date_match
from llmwiki.palace.tokens import identifiers

_K1 = 1.2
_B = 0.5
_RARE_SHARE = 0.01
_RARE = 3


class Candidate(NamedTuple):
    """A drawer by its number, with its file, its place (wing, path, position), the file's date and title, and its terms, repeated ones too.

    ``terms`` are one text with a blank between each two: few of them are asked for, so that they are looked for and not taken apart.
    """

    number: int
    file: int
    place: tuple[str, str, int]
    date: str
    title: str
    terms: str


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


class Matched(NamedTuple):
    """A candidate with what the words say of it: ``words``, ``date`` and ``identifier``; nothing where they are not asked."""

    candidate: Candidate
    parts: Mapping[str, float]


class Matching:
    """The words of one question, ready to be looked for in many drawers.

    Args:
        asked: The question.
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._total = sum(asked.weights.values())
        self._sought = [(weight, term, f" {term} ", f" {term} {term} ") for term, weight in asked.weights.items()]
        self._rare = [f" {term} " for term in _rare_identifiers(asked)]
        self._dates: dict[str, float] = {}

    def of(self, candidates: Iterable[Candidate]) -> list[Matched]:
        """The candidates with what the words say of each."""
        return [Matched(candidate, self._parts(candidate)) for candidate in candidates]

    def _parts(self, candidate: Candidate) -> dict[str, float]:
        terms = f" {candidate.terms} "
        if candidate.date not in self._dates:
            self._dates[candidate.date] = date_match(self._asked.text, candidate.date)
        return {
            "words": self._coverage(terms) / self._total if self._total else 0.0,
            "date": self._dates[candidate.date],
            "identifier": float(any(term in terms for term in self._rare)),
        }

    def _coverage(self, terms: str) -> float:
        """BM25 of a drawer whose terms have a blank before and behind each."""
        length = _K1 * (1 - _B + _B * (terms.count(" ") - 1) / self._asked.average)
        found = 0.0
        for weight, term, once, twice in self._sought:
            count = terms.count(once)
            if count:
                if twice in terms:  # two in a row share a blank, and only then it has to be looked at more closely
                    count = terms.split(" ").count(term)
                found += weight * count * (_K1 + 1) / (count + length)
        return found


def unmatched(candidates: Iterable[Candidate]) -> list[Matched]:
    """The candidates where no words are asked."""
    return [Matched(candidate, {}) for candidate in candidates]


def _rare_identifiers(asked: Asked) -> frozenset[str]:
    """Identifiers of the question that stand in few drawers."""
    most = max(_RARE, _RARE_SHARE * asked.total)
    return frozenset(term for term in identifiers(asked.text) if 0 < asked.documents.get(term, 0) <= most)
