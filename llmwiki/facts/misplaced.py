"""Who does what to whom: names that have another name's place in the evidence of a statement.

A place (``slots``) speaks only where each text has one such place, both names stand in both texts, and the clauses around it tell of
nothing that belongs elsewhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.facts.parts import alike, form_of, parts_of
from llmwiki.facts.proper_names import names_in
from llmwiki.facts.slots import Holder, Place, Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_OWN = re.compile("['’]s$")
_ADDRESSES = frozenset("Professor President King Queen Captain Colonel General Duke Count Countess Judge Bishop Doctor Dr".split())
_OPPOSITES = {"left": "right", "right": "left", "before": "behind", "behind": "before"}
_LOOSE = frozenset(("before", "behind"))
"""Sides on which a name stands somewhere in the clause, not next to the word: they speak where both names have changed places."""


def misplaced(statement: str, quote: str, names: Sequence[str]) -> tuple[str, str] | None:
    """A name, and the one that has its place in the quote; None where nothing says so.

    Args:
        statement: One sentence.
        quote: What is cited for it.
        names: Proper names that spelling does not show.
    """
    known = _known(statement, quote, names)
    if not known:
        return None
    here, there = Places(parts_of(statement, known)), Places(parts_of(quote, known))
    for place in sorted(here.found.keys() & there.found.keys()):
        mine, theirs = here.only(place), there.only(place)
        if mine and theirs and _differ(mine, theirs) and _fits(here.words(mine), there.words(theirs), there.everything):
            other = _opposite(place)
            changes = there.has(other, mine.names[0]), here.has(other, theirs.names[0])
            is_new = all(changes) or (place[0] not in _LOOSE and changes != (True, False))
            if is_new and not _keep_partners(mine.names[0], theirs.names[0], here, there):
                return mine.names[0], theirs.names[0]
    return None


def _keep_partners(one: str, other: str, here: Places, there: Places) -> bool:
    """Whether each of two names stands, in both texts, with something that the other does not stand with: A for X and B for Y."""
    for name, rival in ((one, other), (other, one)):
        mine, theirs = (side.beside(name, rival) - side.beside(rival, name) for side in (here, there))
        if mine.isdisjoint(theirs):
            return False
    return True


def _differ(mine: Holder, theirs: Holder) -> bool:
    return not any(alike(one, other) for one in mine.names for other in theirs.names)


def _fits(mine: frozenset[str], theirs: frozenset[str], everything: frozenset[str]) -> bool:
    """Whether a clause of the statement has nothing that the quote says elsewhere than in its own."""
    return not (mine & everything) - theirs


def _known(statement: str, quote: str, names: Iterable[str]) -> list[str]:
    """Names that both texts have, in whole or in part, longer ones first."""
    spelled = {*_spelled(statement), *_spelled(quote), *names}
    mine, theirs = ({name for name in spelled if _stands(name, text)} for text in (statement, quote))
    both = {name for one, others in ((mine, theirs), (theirs, mine)) for name in one if any(alike(name, other) for other in others)}
    return sorted(both, key=lambda name: (-len(name), name))


def _spelled(text: str) -> Iterator[str]:
    for name in names_in(text):
        words = name.words[1:] if name.words[0] in _ADDRESSES else name.words
        if words:
            yield _OWN.sub("", name.text[name.text.find(words[0]) :])


def _stands(name: str, text: str) -> bool:
    return re.search(form_of(name), text) is not None


def _opposite(place: Place) -> Place:
    return _OPPOSITES.get(place[0], ""), place[1]
