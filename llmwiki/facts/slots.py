"""The places that words give to the names beside them.

A place is named by a word and the side on which a name stands: ``X bought`` and ``bought by X`` are one place, ``bought X`` and
``X was bought`` another, ``sold it to X`` a third, ``X's student`` and ``student of X`` a fourth; 被X收购, 转给X, X的学生. Nothing
more is known of grammar.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.parts import WIDE, Part, alike
from llmwiki.facts.words import EMPTY, WIDE_EMPTY, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_ARTICLES = frozenset("the a an".split())
_PREPOSITIONS = frozenset("to from by with for against over of into in on at near through".split())
_OBJECTS = _ARTICLES | frozenset("it him her them this".split())
_BE = frozenset("is are was were be been being".split())
_BETWEEN = frozenset("has have had also later then first soon once who which that".split())
_WIDE_PREPOSITIONS = frozenset("在于从自到至向往对给与和跟同把将比以按为")
_MARKS = frozenset("了着过")
_BY = frozenset("被由受")
_TAKES = frozenset("把将")
_STOPS = frozenset([*"，。；：、,;:.!?！？（）()—而但", "and", "but", "while", "whereas"])
_BOUND = frozenset(", 、 and or & 和 与 及 或 跟 同 of from in at 's ’s 的".split()) | _ARTICLES
_OWNS = frozenset("'s ’s 的".split())
_WIDEST_GAP, _REACH, _PAIR = 4, 10, 2

Place = tuple[str, str]
"""Side or word between, and stem: ``("left", "bought")`` is who bought, ``("right", "bought")`` what was bought."""


class Holder(NamedTuple):
    """Who stands in a place: the name, the others of its phrase, and its clause."""

    names: tuple[str, ...]
    clause: int


class Places:
    """The names of a text by their places."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._clauses, clause = [], 0
        for part in parts:
            clause += part.text in _STOPS and not part.is_name
            self._clauses.append(clause)
        self.everything = self._content(None)
        self.found: Mapping[Place, list[Holder]] = defaultdict(list)
        for at, part in enumerate(parts):
            if part.is_name:
                for place in dict.fromkeys((*self._before(at), *self._behind(at))):
                    names = (part.text,) if place[0] == "owner" else self._bound(at)
                    self.found[place].append(Holder(names, self._clauses[at]))

    def only(self, place: Place) -> Holder | None:
        """Who stands in a place that the text has once."""
        return self.found[place][0] if len(self.found[place]) == 1 else None

    def has(self, place: Place, name: str) -> bool:
        """Whether a name stands in a place."""
        return any(alike(name, other) for holder in self.found.get(place, ()) for other in holder.names)

    def words(self, holder: Holder) -> frozenset[str]:
        """What the clause around a place says, without names."""
        return self._content(holder.clause)

    def beside(self, name: str, rival: str) -> frozenset[str]:
        """The words and the other names, but for one, of the clauses in which a name stands."""
        found: set[str] = set()
        for clause in {self._clauses[at] for at, part in enumerate(self._parts) if part.is_name and alike(part.text, name)}:
            others = (part.text for at, part in enumerate(self._parts) if part.is_name and self._clauses[at] == clause)
            found |= {*self._content(clause), *(other for other in others if not alike(other, name) and not alike(other, rival))}
        return frozenset(found)

    def _content(self, clause: int | None) -> frozenset[str]:
        at = [at for at in range(len(self._parts)) if clause is None or self._clauses[at] == clause]
        words = {stem(self._text(place)) for place in at if _means(self._text(place)) or self._text(place)[:1].isdecimal()}
        return frozenset(words | {pair for place in at if _means_wide(pair := self._pair(place))})

    def _text(self, at: int) -> str:
        """A token; empty for a name, and outside of the text."""
        return self._parts[at].text if 0 <= at < len(self._parts) and not self._parts[at].is_name else ""

    def _pair(self, at: int) -> str:
        return self._text(at) + self._text(at + 1)

    def _skip(self, at: int, step: int, words: frozenset[str]) -> int:
        while self._text(at) in words:
            at += step
        return at

    def _before(self, at: int) -> Iterator[Place]:
        """Places that the words before a name give it."""
        behind = self._skip(at - 1, -1, _ARTICLES | _MARKS)
        word = self._text(behind)
        if word in _PREPOSITIONS:
            verb = self._text(self._skip(behind - 1, -1, _OBJECTS))
            if _means(verb):
                yield {"by": "left", "of": "owner"}.get(word, word), stem(verb)
        elif _means(word):
            yield "right", stem(word)
        elif WIDE.match(word):
            yield from self._before_wide(at, behind)

    def _before_wide(self, at: int, behind: int) -> Iterator[Place]:
        word = self._text(behind)
        if word in _BY:
            yield from (("before", pair) for pair in self._pairs(at + 1, 1))
        elif word in _TAKES:
            yield from (("behind", pair) for pair in self._pairs(at + 1, 1))
        elif word in _WIDE_PREPOSITIONS:
            yield "to", self._pair(behind - 1)
        else:
            yield from (("behind", pair) for pair in self._pairs(at - 1, -1))
            if _means_wide(pair := self._pair(behind - 1)):
                yield "right", pair

    def _behind(self, at: int) -> Iterator[Place]:
        """Places that the words behind a name give it."""
        word = self._text(at + 1)
        before = self._text(self._skip(at - 1, -1, _ARTICLES))
        if word in _OWNS:
            owned = self._text(at + 2)
            yield "owner", self._pair(at + 2) if WIDE.match(owned) else stem(owned)
        elif word == "," and self._text(at + 2) in _ARTICLES and self._text(at + 4) in _STOPS:
            yield "right", stem(self._text(at + 3))
        elif before in _PREPOSITIONS or before in _WIDE_PREPOSITIONS or before in _BY:
            return
        elif word in _BY:
            yield from (("behind", pair) for pair in self._pairs(at + 3, 1))
        elif WIDE.match(word):
            yield from (("before", pair) for pair in self._pairs(at + 1, 1))
        else:
            ahead = self._skip(at + 1, 1, _BETWEEN)
            verb = self._text(self._skip(ahead, 1, _BE | _BETWEEN))
            if _means(verb):
                yield "right" if self._text(ahead) in _BE else "left", stem(verb)

    def _pairs(self, at: int, step: int) -> Iterator[str]:
        """The pairs of characters from a place on, up to the next name or the end of the clause."""
        for place in range(at, at + step * _REACH, step):
            if not self._text(place) or self._text(place) in _STOPS or self._text(place) in _BY:
                return
            if _means_wide(pair := self._pair(min(place, place + step))):
                yield pair

    def _bound(self, at: int) -> tuple[str, ...]:
        """A name, and the others of its phrase: those it is listed with, its owner, its place."""
        found = [self._parts[at].text]
        for step in (-1, 1):
            last = at
            for other in range(at + step, at + step * _REACH, step):
                if not 0 <= other < len(self._parts) or abs(other - last) > _WIDEST_GAP:
                    break
                if self._parts[other].is_name:
                    if not _is_bound([part.text for part in self._parts[min(last, other) + 1 : max(last, other)]]):
                        break
                    found.append(self._parts[other].text)
                    last = other
        return tuple(found)


def _is_bound(between: Sequence[str]) -> bool:
    """Whether words between two names make one phrase of them."""
    others = [word for word in between if word not in _BOUND]
    return not others or (not _OWNS.isdisjoint(between) and all(word.isalnum() for word in others))


def _means(word: str) -> bool:
    return len(word) > 1 and word.isascii() and word.isalpha() and word not in EMPTY and word not in _BETWEEN


def _means_wide(pair: str) -> bool:
    return len(pair) == _PAIR and all(WIDE.match(sign) and (sign not in WIDE_EMPTY or sign == "为") for sign in pair)
