"""Which keys are one thing: star-shaped groups with the name that stays in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.identity import merge_key, vetoed
from llmwiki.scribe.notes import SourceNotes
from llmwiki.vault.chars import HAN_CHAR

TWICE = 2
TWO_LETTERS = 2


class Groups:
    """Disjoint sets of keys.

    Args:
        fixed: Keys of existing pages: they stay in the middle, and two of them are never joined.
        apart: Pairs of keys that never come into one group.
    """

    def __init__(self, fixed: Iterable[str] = (), apart: Iterable[tuple[str, str]] = ()) -> None:
        self._parent: dict[str, str] = {}
        self._fixed = frozenset(fixed)
        self._apart = tuple(apart)

    def root(self, key: str) -> str:
        """The key in the middle of the group."""
        while key in self._parent:
            key = self._parent[key]
        return key

    def join(self, other: str, middle: str) -> bool:
        """Make ``other`` another name of ``middle``; False when both are existing pages, or something keeps them apart."""
        other, middle = self.root(other), self.root(middle)
        if other == middle:
            return True
        if other in self._fixed:
            other, middle = middle, other
        if other in self._fixed or any({self.root(one), self.root(two)} == {other, middle} for one, two in self._apart):
            return False
        self._parent[other] = middle
        return True


def accepted_pairs(all_notes: Sequence[SourceNotes]) -> list[tuple[str, str]]:
    """The pairs (long, short) of keys that sources give clearly enough.

    An acronym with several expansions goes to the one seen most in each script; one of two letters to the other script's
    only where a source gives it for both: the MP of a book on chance is no MyBatis-Plus.
    """
    counts: Counter[tuple[str, str]] = Counter()
    sure: set[tuple[str, str]] = set()
    sources: dict[tuple[str, str], set[int]] = {}
    for number, notes in enumerate(all_notes):
        for long, short, _, certain in notes.pairs:
            pair = (merge_key(long), merge_key(short))
            if pair[0] and pair[1] and pair[0] != pair[1] and not vetoed(long, short):
                counts[pair] += 1
                sources.setdefault(pair, set()).add(number)
                if certain:
                    sure.add(pair)
    kept: list[tuple[str, str]] = []
    taken: dict[tuple[str, bool], tuple[str, str]] = {}
    for pair in sorted(counts, key=lambda pair: (-counts[pair], pair)):
        chinese = bool(HAN_CHAR.search(pair[0]))
        other = taken.get((pair[1], not chinese))
        foreign = len(pair[1]) == TWO_LETTERS and other is not None and sources[other].isdisjoint(sources[pair])
        if (pair in sure or counts[pair] >= TWICE) and (pair[1], chinese) not in taken and not foreign:
            taken[pair[1], chinese] = pair
            kept.append(pair)
    return sorted(kept)


def acronyms(all_notes: Sequence[SourceNotes]) -> set[str]:
    """Acronyms as written that a source spells out."""
    return {row[1] for notes in all_notes for row in notes.pairs if is_short(row[1])}
