"""Decades and centuries in running text, as spans of years: the 1930s, the 19th century, 20世纪30年代."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.facts.numerals import CHINESE, chinese_value, english_value

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORDS = "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth"
_ORDINAL = rf"{_WORDS}|seventeenth|eighteenth|nineteenth|twentieth|twenty-first)"
_FORMS = re.compile(
    rf"(?P<decade>\b[12]\d\d0)(?:s\b|年代)|\b(?:(?P<nth>\d\d?)(?:st|nd|rd|th)|(?P<word>{_ORDINAL}))[- ]century"
    rf"|(?P<wide>\d\d?|[{CHINESE}]+)世纪(?:(?P<tens>\d0|[{CHINESE}]+)年代)?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.,$€£¥])[12]\d{3}(?!\d|[.,]\d|\s?[%°米公千克元吨])")
_DECADE, _CENTURY = 10, 100


class Era(NamedTuple):
    """Its first year, the year behind its last one, and where it stands in the text."""

    first: int
    end: int
    start: int
    text: str


def eras_held(statement: str, evidence: str) -> list[Era]:
    """The decades and centuries of a statement in which a year of its evidence is.

    Args:
        statement, evidence: With ASCII digits.
    """
    years = [int(found[0]) for found in _YEAR.finditer(evidence)]
    return [era for era in _eras(statement) if any(era.first <= year < era.end for year in years)]


def _eras(text: str) -> Iterator[Era]:
    for match in _FORMS.finditer(text):
        if match["decade"]:
            first, length = int(match["decade"]), _DECADE
        else:
            first, length = (_century(match) - 1) * _CENTURY, _CENTURY
            if match["tens"]:
                first, length = first + _number(match["tens"]), _DECADE
        yield Era(first, first + length, match.start(), match[0])


def _century(match: re.Match[str]) -> int:
    if match["nth"]:
        return int(match["nth"])
    return _number(match["wide"]) if match["wide"] else int(_ordinal(match["word"].casefold()))


def _ordinal(word: str) -> float:
    """``nineteenth`` is ``nineteen`` with an ending, the first twelve and ``twentieth`` are words of their own."""
    tens, _, one = word.rpartition("-")
    return english_value(one) + english_value(tens) or english_value(one.removesuffix("th")) or english_value(one.replace("ieth", "y"))


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else int(chinese_value(word) or 0)
