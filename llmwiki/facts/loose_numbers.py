"""All that a text may mean by a number: what evidence is taken to hold when a statement is weighed against it."""

from __future__ import annotations

import re

from llmwiki.facts.composed import composed_in
from llmwiki.facts.moments import moments_in
from llmwiki.facts.numbers import Number, numbers_in
from llmwiki.facts.numerals import chinese_value, english_value
from llmwiki.facts.scores import scores_in

_LETTERS = re.compile(r"[A-Za-z]+")
_GLUED = re.compile(r"\d+(?:\.\d+)?")
_VERSION = re.compile(r"\d+(?:\.\d+){2,}")
_YEARS = re.compile(r"(?<!\d)((?:1\d|20)\d\d)\s?[-–—/]\s?(\d\d)(?![\d-])")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})(?::\d\d)?\s*([ap])\.?m\b|(?:下午|晚上)\s*(\d{1,2})|(?<!\d)(\d\d):\d\d", re.IGNORECASE)
_ONE_IN = re.compile(
    r"(?:\bone|\b1|一|1) ?(?:[a-z]+ )?(?:in|out of) ([a-z]+|\d+)\b|([二三四五六七八九十])分之一"
    r"|每([二三四五六七八九十]|\d+)\w{1,4}?[就中里]?有一",
    re.IGNORECASE,
)
_TENTHS = re.compile("([一二两三四五六七八九])成(?![为立功本员长果就年熟绩交分型品套天对])")
_WORDS = (
    ("half|一半|半数", 50),
    ("third|三分之一", 100 / 3),
    ("two[- ]thirds|三分之二", 200 / 3),
    ("quarter|四分之一", 25),
    ("three[- ]quarters|四分之三", 75),
    ("fifth|五分之一", 20),
    ("tenth|十分之一", 10),
    ("double|twice|翻倍|翻番|加倍", 2),
    ("triple", 3),
    ("dozen", 12),
    ("decade", 10),
    ("century|centuries", 100),
    ("half a million", 5e5),
    ("half a billion", 5e8),
)
_FORMS = tuple((re.compile(words), value) for words, value in _WORDS)
_NOON = 12


def values_in(text: str) -> list[Number]:
    """The numbers of a text, with those in names, versions, clock times, fractions in words and ranges of years, and the months of dates.

    Args:
        text: From ``plain_digits``.
    """
    stated = numbers_in(text)
    starts = {number.start for number in stated}
    glued = [(float(found[0]), found.start()) for found in _GLUED.finditer(text)]
    bare = [value for value, start in glued if start not in starts]
    bare += [float(part) for found in _VERSION.finditer(text) for part in found[0].split(".")]
    bare += [float(found[1][:2] + found[2]) for found in _YEARS.finditer(text)]
    bare += [float(moment.month) for moment in moments_in(text)]
    bare += [goals for score in scores_in(text) for goals in score]
    bare += _in_words(text.casefold())
    bare += [value for found in _LETTERS.finditer(text) if found.start() not in starts and (value := english_value(found[0].lower()))]
    return [*stated, *composed_in(text), *(Number(value, None, "", 0, soft=False, noun="") for value in bare)]


def _in_words(text: str) -> list[float]:
    values = [value for form, value in _FORMS if form.search(text)]
    for found in _CLOCK.finditer(text):
        hour = float(found[1] or found[3] or found[4])
        values += [hour + _NOON, hour - _NOON] if hour <= _NOON or found[4] else []
    shares = [_number(found[1] or found[2] or found[3]) for found in _ONE_IN.finditer(text)]
    values += [10 * _number(found[1]) for found in _TENTHS.finditer(text)]
    return [*values, *(100 / many for many in shares if many)]


def _number(word: str) -> float:
    if word.isdecimal():
        return float(word)
    return (english_value(word) if word.isascii() else chinese_value(word)) or 0.0
