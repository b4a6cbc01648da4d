"""Numbers that several words make together: six and a half hours, 两个半小时, three dozen, one in five, 2 hours 15 minutes.

Each is read in addition to its parts, since a text may mean these by themselves as well.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from llmwiki.facts.cardinals import cardinals_in
from llmwiki.facts.numbers import MEASURE, MEASURES, Number, numbers_in
from llmwiki.facts.numerals import CHINESE, chinese_value, english_value
from llmwiki.facts.units import UNITS, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

_SMALL = (
    "(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
    "|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
)
_ENGLISH = rf"\b(?:\d+(?:\.\d+)?|{_SMALL})\b"
_NUMERAL = rf"(?:\d+|[{CHINESE}]+)"
_UNIT = rf"(?:{MEASURE})"
_SHARES = {"half": 0.5, "quarter": 0.25, "three quarters": 0.75}
_SHARE = "half|quarter|three quarters"
_AND_A_HALF = re.compile(
    rf"(?P<whole>{_ENGLISH}|\ban?\b(?= {_UNIT}))(?:[ -](?P<first>{_UNIT}))? and (?:an? )?(?P<share>{_SHARE})\b(?:[ -](?P<unit>{_UNIT}))?",
    re.IGNORECASE,
)
_PART_OF = re.compile(rf"\b(?P<whole>)(?P<share>{_SHARE})(?: of)? an? (?P<unit>{_UNIT})", re.IGNORECASE)
_WIDE_HALF = re.compile(rf"(?P<whole>{_NUMERAL})(?:(?P<first>{_UNIT})|个|倍|分(?=半钟))?半(?:(?P<unit>{_UNIT})|(?P<minute>钟))?")
_HALF_UNIT = re.compile(rf"(?<![上下前后大多过个{CHINESE}])(?P<whole>)半(?P<unit>{_UNIT})(?<![天日])")
_DOZENS = re.compile(rf"(?P<many>{_ENGLISH}|\bhalf an?|\ba) dozen\b", re.IGNORECASE)
_UNIT_BEHIND = re.compile(rf"[ -]{_UNIT}")
_OF = re.compile(
    rf"(?P<some>{_ENGLISH})(?: [a-z]+)? (?:in|out of|of)(?: the| its| their| all)? (?P<all>{_ENGLISH})"
    rf"|每(?P<whole>{_NUMERAL})[\u4e00-\u9fff]{{1,6}}?[就中里]*有(?P<part>{_NUMERAL})",
    re.IGNORECASE,
)
# A unit that is only written so behind a larger one.
_BEHIND = {("second", "分"): Unit("second", 60, 60)}
_JOINT = re.compile(r"(?:,? and |, | |零|又)?")
_HUNDRED, _DOZEN = 100, 12


def composed_in(text: str) -> list[Number]:
    """The numbers of a text that are made of several, each with the whole of its words.

    Args:
        text: From ``plain_digits``.
    """
    found = [*_halves(text), *_dozens(text), *_in_words(text), *_shares(text)]
    return [*found, *_measured_twice(text, numbers_in(text))]


def _number(value: float, unit: Unit | None, text: str, start: int) -> Number:
    return Number(value, unit, text, start, soft=False, noun="")


def _value(word: str) -> float:
    """The value of digits or a number word; a missing one is none, and ``a`` is one."""
    folded = word.casefold()
    if not folded or folded in ("a", "an"):
        return float(bool(folded))
    if folded[0].isdecimal():
        return float(folded)
    return english_value(folded) if folded.isascii() else chinese_value(folded) or 0.0


def _halves(text: str) -> Iterator[Number]:
    for form in (_AND_A_HALF, _PART_OF, _WIDE_HALF, _HALF_UNIT):
        for match in form.finditer(text):
            parts = match.groupdict("")
            unit = parts["unit"] or parts.get("first", "") or ("分钟" if parts.get("minute") else "")
            share = _SHARES[parts.get("share", "half").casefold()]
            yield _number(_value(parts["whole"]) + share, MEASURES.get(unit), match[0], match.start())


def _dozens(text: str) -> Iterator[Number]:
    for match in _DOZENS.finditer(text):
        many = 0.5 if match["many"].casefold().startswith("half") else _value(match["many"])
        yield _number(many * _DOZEN, None, match[0], match.start())


def _in_words(text: str) -> Iterator[Number]:
    for cardinal in cardinals_in(text):
        unit = _UNIT_BEHIND.match(text, cardinal.end)
        end = unit.end() if unit else cardinal.end
        yield _number(cardinal.value, MEASURES[unit[0][1:]] if unit else None, text[cardinal.start : end], cardinal.start)


def _shares(text: str) -> Iterator[Number]:
    """So many of so many, as per cent."""
    for match in _OF.finditer(text):
        some, every = (_value(match[one] or match[other]) for one, other in (("some", "part"), ("all", "whole")))
        if 0 < some < every:
            yield _number(_HUNDRED * some / every, UNITS["%"], match[0], match.start())


def _measured_twice(text: str, numbers: list[Number]) -> Iterator[Number]:
    """A measure in a larger and a smaller unit: 2 hours 15 minutes, 2小时15分."""
    for larger, smaller in pairwise(numbers):
        behind = larger.start + len(larger.text)
        end = smaller.start + len(smaller.text)
        if larger.unit is None or not _JOINT.fullmatch(text[behind : smaller.start]):
            continue
        unit = smaller.unit or _BEHIND.get((larger.unit.base, text[end : end + 1]))
        if unit and unit.base == larger.unit.base and unit.high < larger.unit.low and smaller.value * unit.high < larger.unit.low:
            value = larger.value * larger.unit.high / unit.high + smaller.value
            yield _number(value, unit, text[larger.start : end if smaller.unit else end + 1], larger.start)
