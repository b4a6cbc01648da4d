"""Whether a statement denies what its evidence says, or the other way round.

Only clauses with nearly the same words are compared, and only plain negations count. Where a text says no in other
words (``lacks``, ``instead of``, ``仅``, ``而非``) nothing is judged.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.denials import ASIDE, CLAUSE, ELLIPSIS, EMBEDDED, FIRST, IDIOM, NOT_BEFORE, OTHERWISE, PLAIN, REPLACED, SENTENCE_END
from llmwiki.facts.words import EMPTY, TOKEN, WIDE_EMPTY, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DEGREE = frozenset("longer yet more any anymore longe 再".split())
_REACH, _TOLD = 4, 2
"""So many words behind a denial are what it is about; in Chinese what is told begins before its 为什么, behind a verb of two characters."""
_HAN = re.compile("[\u3400-\u9fff]")
_ROOT = 5
_ALIKE = 0.7
_NEARLY_ALL = 0.9


class _Clause(NamedTuple):
    """Its text, its words that mean something, whether it denies (None where that cannot be said), and which words that is about."""

    text: str
    words: Counter[str]
    denies: bool | None
    denied: frozenset[str]


def denial_differs(statement: str, quotes: list[str]) -> str:
    """The words of the statement that its quotes deny, or that deny its quotes; empty when there are none."""
    if any(_stands_in(statement, quote) for quote in quotes):
        return ""
    wholes, theirs = _sentences(quotes), _clauses(quotes)
    for clause in _clauses([statement]):
        if _is_contrary(clause, theirs, _ALIKE):
            return clause.text
    count = len(_clauses([statement]))
    same = [whole for whole in wholes if len(_clauses([whole.text])) == count > 1]
    return next((whole.text for whole in _sentences([statement]) if _is_contrary(whole, same, _NEARLY_ALL)), "")


def denial_turned(statement: str, quotes: list[str]) -> str:
    """The clause of the statement that says no where its quotes say yes of the same thing, or the other way round; empty without one.

    Stricter than ``denial_differs``: the clauses need not have the same words, only what is denied has to stand in both.
    """
    theirs = [clause for clause in _clauses(quotes) if clause.words]
    for clause in _clauses([statement]):
        if clause.denies is None or not clause.words:
            continue
        near = _about(clause, theirs)
        if not any(_denies_too(clause, other) for other in theirs) and near and all(_is_turned(clause, other) for other in near):
            return clause.text
    return ""


def _about(clause: _Clause, others: list[_Clause]) -> list[_Clause]:
    """Of the others, those that a denial may speak of; for a clause without one, those with most of its words."""
    if clause.denies:
        return [other for other in others if clause.denied & other.words.keys()]
    best = max((_shared(clause, other) for other in others), default=0.0)
    return [other for other in others if best and _shared(clause, other) == best]


def _shared(first: _Clause, second: _Clause) -> float:
    """How much of the first the second has."""
    return sum((first.words & second.words).values()) / sum(first.words.values())


def _is_turned(clause: _Clause, other: _Clause) -> bool:
    """Whether one of two clauses denies what the other has."""
    if other.denies is None or clause.denies == other.denies:
        return False
    denying, affirming = (clause, other) if clause.denies else (other, clause)
    if NOT_BEFORE.search(denying.text) and FIRST.search(affirming.text):
        return False
    if REPLACED.search(affirming.text) and not REPLACED.search(denying.text):
        return False
    return any(_is_same(word, said) for word in denying.denied for said in affirming.words)


def _denies_too(clause: _Clause, other: _Clause) -> bool:
    """Whether both deny, and all that the other denies is spoken of: iron is not needed by lenta, which needs no iron."""
    return bool(clause.denies and other.denies and other.denied) and other.denied <= clause.words.keys()


def _is_same(word: str, other: str) -> bool:
    """Whether two stems are of one word, as a verb and as its noun: ``collect`` and ``collection``."""
    return word == other or (len(word) > _ROOT and word[: _ROOT + 1] == other[: _ROOT + 1])


def _denied(text: str) -> frozenset[str]:
    """The words that a denial is about: those behind it, up to the end of the clause or so many."""
    found = next(iter(PLAIN.finditer(text)), None)
    if found is None:
        return frozenset()
    scope, *embedded = EMBEDDED.split(text[found.end() :], maxsplit=1)
    words = [stem(word.casefold()) for word in TOKEN.findall(scope or text[found.end() :])]
    reach = _TOLD if embedded and _HAN.search(scope) else _REACH
    return frozenset([word for word in words if word not in EMPTY and word not in WIDE_EMPTY and word not in _DEGREE][:reach])


def _stands_in(statement: str, quote: str) -> bool:
    """Whether the quote has the statement as it is, from the beginning of a clause on."""
    said, whole = (" ".join(text.split()).casefold().strip(" .。!?！？") for text in (statement, quote))
    at = whole.find(said)
    return (
        at == 0
        or (at > 0 and whole[at - 1] in '，。；：、,;:.!?！？(（“"「')
        or (at > 1 and whole[at - 1] == " " and whole[at - 2] in ",;:.!?。，")
    )


def _is_contrary(clause: _Clause, others: list[_Clause], alike: float) -> bool:
    """Whether of the clauses most like this one, all say the contrary."""
    if clause.denies is None or not clause.words:
        return False
    likeness = [(_likeness(clause, other), other) for other in others if other.words]
    best = max((value for value, _ in likeness), default=0.0)
    near = [other for value, other in likeness if value >= max(best - 0.15, 0.5)]
    enough = alike if sum(clause.words.values()) > 1 else 1.0
    return best >= enough and all(other.denies is not None and other.denies != clause.denies and _meet(clause, other) for other in near)


def _meet(clause: _Clause, other: _Clause) -> bool:
    """Whether what one of two clauses denies is spoken of in the other: 支持伦讷的公爵未获邀请 does not deny that he 支持伦讷."""
    denying, affirming = (clause, other) if clause.denies else (other, clause)
    return not denying.denied or any(_is_same(word, said) for word in denying.denied for said in affirming.words)


def _likeness(first: _Clause, second: _Clause) -> float:
    """How much of the longer clause the two share; of the first alone where that denies: no circumstance more makes a yes of its no."""
    shared = sum((first.words & second.words).values())
    mine, theirs = sum(first.words.values()), sum(second.words.values())
    whole = first.denies and mine > 1 and shared >= _NEARLY_ALL * mine
    return shared / (mine if whole else max(mine, theirs))


def _clauses(texts: Iterable[str]) -> list[_Clause]:
    return [clause for text in texts for clause in _completed(CLAUSE.split(ASIDE.sub(r"\1 \3; \2", IDIOM.sub(" ", text))))]


def _completed(parts: Iterable[str]) -> Iterator[_Clause]:
    """The clauses of a text; a denial without a verb of its own has the words of the clause before."""
    before = Counter[str]()
    for part in filter(None, map(str.strip, parts)):
        clause = _clause(part)
        if before and ELLIPSIS.search(part):
            clause = clause._replace(words=clause.words | before, denied=frozenset(before))
        yield clause
        before = clause.words


def _sentences(texts: Iterable[str]) -> list[_Clause]:
    return [_clause(part.strip()) for text in texts for part in SENTENCE_END.split(IDIOM.sub(" ", text)) if part.strip()]


def _clause(text: str) -> _Clause:
    words = [found.casefold() for found in TOKEN.findall(text)]
    kept = Counter(stem(word) for word in words if word not in EMPTY and word not in WIDE_EMPTY)
    denials = len(PLAIN.findall(text))
    return _Clause(text, kept, None if OTHERWISE.search(text) else denials % 2 == 1, _denied(text))
