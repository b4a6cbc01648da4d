"""Candidates as the question sees them whether two are one thing: names, and one sentence that says what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.definition import strength
from llmwiki.scribe.rejects import refusal
from llmwiki.vault.chars import HAN_CHAR

if TYPE_CHECKING:
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.prose import Reading

_GRADES = {"strong": 0, "fair": 1, "none": 2}
_LOOKED_AT = 40
_LONGEST = 240
_FAR = 20
_FEWEST = 2
MOST = 2_000
"""So many things are compared, pages and those of the most sentences first: their nearness fits into 16 MB."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What may be another name of something.

    Attributes:
        key: Merging key, as the groups of names have it.
        name: Its title.
        others: Other names that pages and sources give it.
        said: A sentence that says what it is, or at least begins with it; empty: no source has one.
        source: Where that stands.
        count: Sentences that name it.
        is_page: Whether it has a page.
    """

    key: str
    name: str
    others: tuple[str, ...] = ()
    said: str = ""
    source: str = ""
    count: int = 0
    is_page: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Its title and its other names."""
        return (self.name, *self.others)

    @property
    def is_chinese(self) -> bool:
        """Whether its title has Chinese characters."""
        return bool(HAN_CHAR.search(self.name))


def things(candidates: Sequence[Candidate], readings: Sequence[Reading]) -> list[Thing]:
    """Those candidates that have a page or may deserve one, by key.

    Args:
        candidates: All of a collection.
        readings: Its sources.
    """
    by_source = {reading.source: reading for reading in readings}
    wanted = [one for one in candidates if one.known or (one.sentences >= _FEWEST and (one.own or one.specific))]
    wanted = sorted(wanted, key=lambda one: (not one.known, -one.sentences, one.key))[:MOST]
    return sorted((_thing(one, by_source) for one in wanted), key=lambda thing: thing.key)


def namesake_things(candidates: Sequence[Candidate], readings: Sequence[Reading]) -> list[tuple[Thing, Thing]]:
    """Names that two sources define, as the first two have them, by key."""
    by_source = {reading.source: reading for reading in readings}
    found = []
    for candidate in candidates:
        defined = [replace(candidate, evidence=(entry,)) for entry in candidate.evidence if entry.definition]
        if len(defined) > 1:
            found.append((_thing(defined[0], by_source), _thing(defined[1], by_source)))
    return found


def _thing(candidate: Candidate, readings: Mapping[str, Reading]) -> Thing:
    _, said, source = min(_sayings(candidate, readings), default=((), "", ""))
    return Thing(candidate.key, candidate.title, candidate.aliases, said, source, candidate.sentences, candidate.known)


def _sayings(candidate: Candidate, readings: Mapping[str, Reading]) -> Iterator[tuple[tuple[object, ...], str, str]]:
    """Sentences on a candidate with their rank and source, the lowest rank being the one that says most of what it is."""
    for entry in candidate.evidence:
        prose = readings[entry.source].prose
        for mention in () if prose.poor else entry.mentions[:_LOOKED_AT]:
            sentence = prose.sentences[mention.sentence]
            text = sentence.text
            grade = _GRADES[strength(text, mention.start, mention.end, item=sentence.kind == "item")]
            rank = (
                len(text) > _LONGEST,
                grade,
                bool(refusal(sentence)),
                mention.adjunct,
                mention.start > _FAR,
                entry.source,
                mention.sentence,
            )
            yield rank, text[:_LONGEST], entry.source
