"""Quantities as people write them: a hedge, a number, a scale word, a unit or a noun."""

from __future__ import annotations

import re
from math import inf

from llmwiki.facts.units import MONEY, NUMERALS, SCALES, UNITS, Unit, split_period
from llmwiki.facts.values import Value

_HEDGES = {
    "about": r"about|around|approximately|approx\.|roughly|nearly|almost|some|~|≈|约为?|大约|近|将近|接近",
    "least": r"more than|over|at least|above|超过|逾|至少|多于|不少于|≥|>",
    "most": r"up to|at most|less than|under|fewer than|below|最多|不超过|少于|至多|≤|<",
}
_HEDGE = "|".join(f"(?P<{name}>{words})" for name, words in _HEDGES.items())
_TAILS = {"about": "左右|上下|or so", "least": "以上|or more", "most": "以下|or less|or fewer"}
_TAIL = re.compile("(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _TAILS.items()) + ")$")

_MEASURE = "个种层款座所位家台项条名张枚部"
_NUMERAL = "|".join(sorted((word for word in NUMERALS if word.isascii()), key=len, reverse=True))
_FORM = re.compile(
    rf"(?:(?:{_HEDGE})\s*)?"
    rf"(?P<money>{'|'.join(map(re.escape, MONEY))})?\s*"
    rf"(?:(?P<digits>\d+(?:,\d{{3}})*(?:\.\d+)?)|(?P<word>(?:{_NUMERAL})\b|[一二两三四五六七八九十](?=[{_MEASURE}])))"
    r"(?:\s*(?P<scale>(?:thousand|million|billion|trillion|bn)\b|万亿|[十百千]?[万亿]|[百千](?=[\u4e00-\u9fff]|$))"
    r"|(?P<letter>(?-i:[KMBT])(?![\w/])))?"
    r"\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_CLASSIFIER = re.compile(rf"[{_MEASURE}](?=[\u4e00-\u9fff])")
_NOT_A_NOUN = r"(?!(?:of|in|to|for|the|and|or|more|other|from|with|by|as|on|at|that|than|new|additional)\b)"
_NOUN = re.compile(rf"{_NOT_A_NOUN}[a-z][a-z-]+(?: {_NOT_A_NOUN}[a-z][a-z-]+){{0,2}}|[\u4e00-\u9fff]{{1,6}}", re.IGNORECASE)

_HALF = 0.499
_ABOUT = 0.1
_FLOAT = 1e-9
_EXACT_DIGITS = 3


def read_quantity(text: str, *, noun: bool = False, exact: bool = False) -> Value | None:
    """The quantity that ``text`` is.

    Args:
        text: The whole of it must be the quantity.
        noun: Whether a plain noun may take the place of a unit (``12 layers``).
        exact: Whether the number was set by somebody, so that a round one is not a rounded one (``port 4000``).

    Returns:
        An interval in the base unit, or None when it is no quantity or its unit is not known.
    """
    found = _FORM.fullmatch(text.strip())
    if not found:
        return None
    tail = _TAIL.search(found["rest"])
    rest = found["rest"][: tail.start()] if tail else found["rest"]
    unit = _unit(found["money"] or "", rest.strip(), noun=noun)
    if unit is None:
        return None
    low, high = _interval(
        found,
        _hedge(found) or (_hedge(tail) if tail else ""),
        exact=exact or (unit.discrete and len(found["digits"] or "") <= _EXACT_DIGITS),
    )
    return Value("quantity", text.strip(), low * unit.low * (1 - _FLOAT), high * unit.high * (1 + _FLOAT), unit.base)


def _hedge(found: re.Match[str]) -> str:
    return next((name for name in _HEDGES if found[name]), "")


def _unit(money: str, rest: str, *, noun: bool) -> Unit | None:
    written, period = split_period(rest)
    unit = UNITS.get(written) or UNITS.get(written.lower())
    if not written:
        unit = UNITS[money] if money else Unit("", 1, 1, discrete=True)
    elif unit is None and noun and not money and _NOUN.fullmatch(_CLASSIFIER.sub("", written, count=1)):
        unit = Unit(_singular(_CLASSIFIER.sub("", written, count=1)), 1, 1, discrete=True)
    if unit is None or (money and unit.base != UNITS[money].base):
        return None
    return unit._replace(base=f"{unit.base}/{period}") if period else unit


def _singular(noun: str) -> str:
    word = noun.casefold()
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _interval(found: re.Match[str], hedge: str, *, exact: bool) -> tuple[float, float]:
    """All numbers that would be written so."""
    digits = (found["digits"] or "").replace(",", "")
    scale = SCALES[(found["scale"] or found["letter"] or "").lower()] if found["scale"] or found["letter"] else 1.0
    number = (float(digits) if digits else NUMERALS[found["word"].lower()]) * scale
    half = 0.0 if exact and scale == 1 and "." not in digits else _HALF * _step(digits, scale) * scale
    if hedge == "about":
        half = max(half, _ABOUT * number)
    return (0.0 if hedge == "most" else number - half, inf if hedge == "least" else number + half)


def _step(digits: str, scale: float) -> float:
    """The value of the last digit that counts: 0.1 of ``8.9``, 1 of ``330``, 100 of ``300``, 1000 of ``213000``."""
    whole, _, decimals = digits.partition(".")
    if decimals:
        return 10.0 ** -len(decimals)
    zeros = len(whole) - len(whole.rstrip("0"))
    rounded = zeros > 1 or scale > 1 or len(whole) > _EXACT_DIGITS
    return 10.0**zeros if rounded else 1.0
