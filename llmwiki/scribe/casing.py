"""How each Latin word is written: small, capitalised inside a sentence, capitalised at its start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from llmwiki.scribe.latin import POSSESSIVE, Token, is_capitalised, is_opening
from llmwiki.scribe.stopwords import is_common
from llmwiki.vault.chars import HAN_CHAR

PROPER_SIGHTINGS = 4
"""Capitalised this often inside sentences, and at least three times as often as small, a word is a name of its own."""

PROPER_RATIO = 3

CaseCounts = Mapping[str, Sequence[int]]
"""Lower-case word -> [small, capital inside a sentence, capital at the start, with a possessive, inside Chinese]."""


@dataclass(slots=True)
class Casing:
    """Counts over a collection.

    Attributes:
        small, inside, initial: Sightings by lower-case word.
        owning: How many of the capitalised ones had a possessive.
        foreign: How many of those inside stood in Chinese, where no small letters stand against them.
        runs: Sightings of whole capitalised runs that stand inside a sentence.
        forms: Merging keys of long names that a title, heading, link or expansion confirms.
        acronyms: Acronyms that a source spells out.
    """

    small: Counter[str] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)
    initial: Counter[str] = field(default_factory=Counter)
    owning: Counter[str] = field(default_factory=Counter)
    foreign: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    forms: set[str] = field(default_factory=set)
    acronyms: set[str] = field(default_factory=set)

    def add(self, counts: CaseCounts, runs: Iterable[str] = ()) -> None:
        """Count one source in."""
        for word, (small, inside, initial, owning, foreign) in counts.items():
            self.small[word] += small
            self.inside[word] += inside
            self.initial[word] += initial
            self.owning[word] += owning
            self.foreign[word] += foreign
        self.runs.update(runs)

    def mostly_small(self, word: str) -> bool:
        """More often small than capitalised inside sentences; an everyday word never seen inside counts as small."""
        lower = word.lower()
        if self.inside[lower] == 0:
            return self.small[lower] > 0 or is_common(lower)
        return self.small[lower] > self.inside[lower]

    def never_small(self, word: str) -> bool:
        """No sighting in small letters, neither here nor in everyday English."""
        return self.small[word.lower()] == 0 and not is_common(word)

    def proper(self, word: str) -> bool:
        """A word that is capitalised so often inside sentences that it is a name here (React, Handbook).

        Chinese sentences prove nothing of everyday words: theirs (Key, Value) have no small letters to stand against.
        """
        lower = word.lower()
        inside = self.inside[lower] - (self.foreign[lower] if is_common(word) else 0)
        return inside >= PROPER_SIGHTINGS and inside >= PROPER_RATIO * self.small[lower]


def count_cases(sentence: str, tokens: Sequence[Token], counts: dict[str, list[int]]) -> None:
    """Add the words of one sentence to ``counts``; code and identifiers do not count."""
    chinese = bool(HAN_CHAR.search(sentence))
    for token in tokens:
        if token.code or "_" in token.text or not (token.text[0].isalpha() or is_capitalised(token.text)):
            continue
        bare = POSSESSIVE.sub("", token.text)
        count = counts.setdefault(bare.lower(), [0, 0, 0, 0, 0])
        if not is_capitalised(bare):
            count[0] += 1
            continue
        count[2 if not chinese and is_opening(sentence, token.start) else 1] += 1
        count[3] += bare != token.text
        count[4] += chinese
