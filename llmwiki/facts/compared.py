"""Whether a statement compares two things as its evidence does, or the other way round: longer than, less than, 比, 低于.

What is faster than another thing is what that is slower than: a comparison with the opposite word and its sides exchanged says the same.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.words import content

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLAUSE = re.compile(r"[;:!?，；。：！？]|,(?!\d)|\.(?:\s|$)|\b(?:but|while|whereas|and)\b|而|但")
_THAN = re.compile(r"\b(?P<more>(?:more|less|fewer)(?:\s+[\w-]+){0,3}?|[a-z]{2,}er|worse)\s+than\s+(?P<behind>.+)", re.IGNORECASE)
_BEHIND = re.compile(r"\s+(?:by|in|on|at|for|since|until|when|because|with)\b.*")
_OWN = re.compile("['’]s\\b")
_TWO_OF = r"[\u3400-\u9fffA-Za-z0-9+.#-]{2,}"
_WORDS = "比|不如|不及|[低高快慢优大小早晚多少重强弱]于"
_THAN_WIDE = re.compile(rf"(?<!\d)(?P<more>{_WORDS})(?P<behind>{_TWO_OF})")
_EMPTY_SIGNS = re.compile(r"[“”\"‘’《》「」\s]")
_IN_TAIL = re.compile(r"[更还要略稍也都了的\d.]")
_SHORTEST = 2
_PAIRS = (
    "more less|more fewer|higher lower|faster slower|quicker slower|larger smaller|bigger smaller|greater smaller"
    "|longer shorter|taller shorter|older younger|older newer|earlier later|heavier lighter|stronger weaker|better worse"
    "|richer poorer|deeper shallower|wider narrower|broader narrower|thicker thinner|warmer colder|warmer cooler|hotter colder"
    "|hotter cooler|nearer farther|nearer further|closer farther|closer further|harder easier|harder softer|brighter darker"
    "|brighter dimmer|louder quieter"
)
_WIDE_PAIRS = "高低 高矮 大小 多少 快慢 早晚 早迟 长短 强弱 优劣 重轻 宽窄 深浅 厚薄 好差 远近 热冷 亮暗 贵廉 难易 费省"
_OPPOSITE = frozenset(
    pair for row in (*(row.split() for row in _PAIRS.split("|")), *_WIDE_PAIRS.split()) for pair in ((row[0], row[1]), (row[1], row[0]))
)


class _Compared(NamedTuple):
    """What is compared, by which word, and what it is compared with, in Chinese with what is said of it."""

    what: str
    more: str
    than: str


class Comparisons(NamedTuple):
    """What a statement compares as its quote does, and the first pair that it has the other way round; the sides of each."""

    same: tuple[tuple[str, str], ...] = ()
    turned: tuple[str, str] | None = None


def comparisons(statement: str, quote: str) -> Comparisons:
    """The comparisons of a statement that its quote has too.

    Args:
        statement: One sentence.
        quote: What is cited for it.
    """
    same: list[tuple[str, str]] = []
    turned: list[tuple[str, str]] = []
    for read, agree in ((_english, _agrees), (_chinese, _agrees_wide)):
        theirs = list(read(quote))
        for mine in read(statement) if theirs else ():
            found = [verdict for other in theirs if (verdict := agree(mine, other)) is not None]
            if found:
                (same if any(found) else turned).append((mine.what.strip(), mine.than.strip()))
    return Comparisons(tuple(same), turned[0] if turned else None)


def _english(text: str) -> Iterator[_Compared]:
    """The comparisons of an English text; one without its first thing has that of the one before."""
    before = None
    for clause in _CLAUSE.split(text):
        if found := _THAN.search(clause):
            what, more = clause[: found.start()], " ".join(found["more"].casefold().split())
            than = _BEHIND.sub("", found["behind"])
            before = _Compared(what if content(what) or not before else before.what, more, than)
            yield before


def _agrees(mine: _Compared, other: _Compared) -> bool | None:
    """Whether two comparisons say the same; None where they are not of the same two things."""
    degree = _degree(mine.more, other.more)
    here, there = ([content(_OWN.sub("", side)) for side in (one.what, one.than)] for one in (mine, other))
    own = here[0] - here[1], here[1] - here[0]
    theirs = there[0] - there[1], there[1] - there[0]
    straight = [bool(own[side] & theirs[side]) for side in (0, 1)]
    crossed = [bool(own[side] & theirs[1 - side]) for side in (0, 1)]
    is_crossed = all(crossed) and not straight[1]  # the first sides may share what is said of both: their price
    is_of_one = own[0] <= theirs[0] or theirs[0] <= own[0]  # and not of two things that both need it
    if degree is None or is_crossed == (all(straight) and is_of_one and not any(crossed)):
        return None
    return degree != is_crossed


def _degree(more: str, other: str) -> bool | None:
    """Whether two words of degree are the same (True) or opposites (False); what ``more`` is said of may be left out in one."""
    (first, *mine), (second, *theirs) = more.split(), other.split()
    if mine and theirs and mine != theirs:
        return None
    return True if first == second else False if (first, second) in _OPPOSITE else None


def _chinese(text: str) -> Iterator[_Compared]:
    """The comparisons of a Chinese text; one that begins its clause has the first thing of the one before."""
    before = ""
    for clause in _CLAUSE.split(_EMPTY_SIGNS.sub("", text)):
        if found := _THAN_WIDE.search(clause):
            before = clause[: found.start()] if len(clause[: found.start()]) >= _SHORTEST else before
            yield _Compared(before, found["more"], found["behind"])


def _agrees_wide(mine: _Compared, other: _Compared) -> bool | None:
    """Whether two comparisons say the same, by the beginnings of what they compare with; None where they are not of the same two things."""
    first, second = _shared(mine.than, other.what), _shared(other.than, mine.what)
    is_crossed = min(len(first), len(second)) >= _SHORTEST and first not in mine.what and second not in other.what
    behind = _shared(mine.than, other.than)
    is_straight = len(behind) >= _SHORTEST and len(_shared(mine.what, other.what)) >= _SHORTEST
    if is_crossed == is_straight:
        return None
    signs = [_signs(one, end) for one, end in ((mine, first if is_crossed else behind), (other, second if is_crossed else behind))]
    if signs[0] & signs[1]:
        return is_straight
    return is_crossed if any(pair in _OPPOSITE for pair in product(*signs)) else None


def _signs(compared: _Compared, thing: str) -> set[str]:
    """The characters that say what one thing is more than the other: before 于, or behind the other thing."""
    if compared.more in ("不如", "不及"):
        return {compared.more}
    return set(_IN_TAIL.sub("", compared.more.strip("比于") or compared.than[len(thing) :]) or compared.than[-1])


def _shared(beginning: str, text: str) -> str:
    """The longest beginning of the one that the other has."""
    return next((beginning[:length] for length in range(len(beginning), 0, -1) if beginning[:length] in text), "")
