"""Whether a statement compares two things the other way round than its evidence: longer than, as against, 比, 低于."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from llmwiki.facts.words import content

_CLAUSE = re.compile(r"[;:!?，；。：！？]|,(?!\d)|\.(?:\s|$)|\b(?:but|while|whereas|and)\b|而|但")
_THAN = re.compile(r"\b(?P<more>(?:more|less|fewer)(?:\s+[\w-]+){0,3}?|[a-z]{2,}er|worse)\s+than\s+(?P<behind>.+)", re.IGNORECASE)
_BEHIND = re.compile(r"\s+(?:by|in|on|at|for|since|until|when|because|with)\b.*")
_TWO_OF = r"[\u3400-\u9fffA-Za-z0-9+.#-]{2,}"
_WORDS = "比|不如|不及|[低高快慢优大小早晚多少重强弱]于"
_THAN_WIDE = re.compile(rf"(?<!\d)(?P<more>{_WORDS})(?P<behind>{_TWO_OF})")
_EMPTY_SIGNS = re.compile(r"[“”\"‘’《》「」\s]")
_IN_TAIL = re.compile(r"[更还要略稍\d.]")
_SHORTEST = 2


class _Compared(NamedTuple):
    """What is compared, by which word, and what it is compared with, in Chinese with what is said of it."""

    what: str
    more: str
    than: str


def turned_round(statement: str, quote: str) -> tuple[str, str] | None:
    """What a statement compares with what, where its quote has it the other way round; None without such a comparison.

    Args:
        statement: One sentence.
        quote: What is cited for it.
    """
    theirs = list(_english(quote))
    for mine in _english(statement):
        same = [other for other in theirs if other.more == mine.more]
        if same and all(_is_turned(mine, other) for other in same):
            return mine.what.strip(), mine.than.strip()
    wide = list(_chinese(quote))
    for mine in _chinese(statement):
        same = [other for other in wide if other.more == mine.more]
        if any(_is_turned_wide(mine, other) for other in same):
            return mine.what, mine.than
    return None


def _english(text: str) -> Iterator[_Compared]:
    for clause in _CLAUSE.split(text):
        if found := _THAN.search(clause):
            yield _Compared(clause[: found.start()], " ".join(found["more"].casefold().split()), _BEHIND.sub("", found["behind"]))


def _is_turned(mine: _Compared, other: _Compared) -> bool:
    """Whether each side has words of the other's other side, and none of its own side that the two sides do not share."""
    here = content(mine.what), content(mine.than)
    there = content(other.what), content(other.than)
    own = here[0] - here[1], here[1] - here[0]
    theirs = there[0] - there[1], there[1] - there[0]
    stays = own[0] & theirs[0] or own[1] & theirs[1]
    return bool(own[0] & theirs[1] and own[1] & theirs[0]) and not stays


def _chinese(text: str) -> Iterator[_Compared]:
    for clause in _CLAUSE.split(_EMPTY_SIGNS.sub("", text)):
        if found := _THAN_WIDE.search(clause):
            yield _Compared(clause[: found.start()], found["more"], found["behind"])


def _is_turned_wide(mine: _Compared, other: _Compared) -> bool:
    """Whether what each compares with begins as the other's thing does, and the same is said of it behind that."""
    first, second = _shared(mine.than, other.what), _shared(other.than, mine.what)
    if min(len(first), len(second)) < _SHORTEST or first in mine.what or second in other.what:
        return False
    tails = [set(_IN_TAIL.sub("", text)) for text in (mine.than[len(first) :], other.than[len(second) :])]
    return mine.more != "比" or not tails[0].isdisjoint(tails[1])


def _shared(beginning: str, text: str) -> str:
    """The longest beginning of the one that the other has."""
    return next((beginning[:length] for length in range(len(beginning), 0, -1) if beginning[:length] in text), "")
