"""Which keys are one thing: star-shaped groups with the name that stays in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.identity import merge_key, vetoed
from llmwiki.scribe.notes import SourceNotes
from llmwiki.vault.chars import HAN_CHAR

TWICE = 2
TWO_LETTERS = 2
CLEARLY = 3
"""One of two meanings is meant when it is given so many times as often as the other."""


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
    only where a source gives it for both: the MP of a book on chance is no MyBatis-Plus. Of two names in the other language of
    which one has a qualifier more (binary tree, complete binary tree) the one seen more is meant.
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
    names: dict[str, list[str]] = {}
    torn = _torn(counts)
    for pair in sorted(counts, key=lambda pair: (-counts[pair], len(pair[1]), pair)):
        chinese = bool(HAN_CHAR.search(pair[0]))
        other = taken.get((pair[1], not chinese))
        foreign = len(pair[1]) == TWO_LETTERS and other is not None and sources[other].isdisjoint(sources[pair])
        qualified = any(vetoed(pair[1], name) for name in names.get(pair[0], ()))
        if pair[1] in torn and chinese:
            continue
        if (pair in sure or counts[pair] >= TWICE) and (pair[1], chinese) not in taken and not foreign and not qualified:
            taken[pair[1], chinese] = pair
            names.setdefault(pair[0], []).append(pair[1])
            kept.append(pair)
    return sorted(kept)


def _torn(counts: Mapping[tuple[str, str], int]) -> set[str]:
    """Short names that sources give to two Chinese things about as often: MPC is 多方安全计算 to one and 模型预测控制 to another."""
    users: dict[str, list[tuple[str, int]]] = {}
    for (long, short), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if HAN_CHAR.search(long) and not HAN_CHAR.search(short):
            others = users.setdefault(short, [])
            if not any(long in other or other in long for other, _ in others):
                others.append((long, count))
    return {short for short, found in users.items() if len(found) > 1 and found[1][1] * CLEARLY > found[0][1]}


def acronyms(all_notes: Sequence[SourceNotes]) -> set[str]:
    """Acronyms as written that a source spells out."""
    return {row[1] for notes in all_notes for row in notes.pairs if is_short(row[1])}
