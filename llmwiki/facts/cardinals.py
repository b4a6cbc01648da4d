"""English numbers of several words: twelve hundred and fifty, one thousand two hundred, a hundred and twenty."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.numerals import english_value

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = (
    "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    "|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|hundred|thousand|million)"
)
_RUN = re.compile(rf"\b(?:an? (?=hundred|thousand|million))?{_WORD}(?:(?:[ -]|,? and |, ){_WORD})+\b", re.IGNORECASE)
_HUNDRED, _THOUSAND, _TEN = 100, 1000, 10


class Cardinal(NamedTuple):
    """A number in words, and where it stands."""

    value: float
    start: int
    end: int


def cardinals_in(text: str) -> Iterator[Cardinal]:
    """The numbers that words make with ``hundred``, ``thousand`` and ``million``; none where the words are no one number."""
    for run in _RUN.finditer(text):
        value = _value(re.findall(r"[a-z]+", run[0].casefold()))
        if value >= _HUNDRED:
            yield Cardinal(value, run.start(), run.end())


def _value(words: list[str]) -> float:
    """What words say together; 0 where they are a list, not a number."""
    total = group = 0.0
    last, before = float("inf"), ""
    for word in words:
        size = english_value(word)
        if word == "and" and english_value(before) < _HUNDRED:
            return 0
        if size >= _THOUSAND:
            if size >= last:
                return 0
            total, group, last = total + (group or 1) * size, 0, size
        elif size == _HUNDRED:
            group = (group or 1) * size
        elif size and (group % (_HUNDRED if size >= _TEN else _TEN) or group % _HUNDRED == _TEN):
            return 0
        else:
            group += size
        before = word
    return total + group
