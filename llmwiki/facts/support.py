"""What of a statement its quotes do not hold: numbers, units, dates, names, and whether it denies.

The check is made of spelling alone and needs no model. It is built to keep silent where a paraphrase may be right: a small
number in words may count a list, a name may stand for a pronoun, a no may be said in other words. What it cannot see is a
statement that turns the meaning around with the same numbers and names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.facts.composed import composed_in
from llmwiki.facts.eras import Era, eras_held
from llmwiki.facts.loose_numbers import values_in
from llmwiki.facts.moments import Moment, moments_in, without
from llmwiki.facts.naming import missing_names
from llmwiki.facts.negation import denial_differs
from llmwiki.facts.numbers import Number, numbers_in, plain_digits
from llmwiki.facts.units import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Kind = Literal["number", "unit", "date", "name", "negation", "order"]

_ABOUT = re.compile(
    r"(?:about|around|approximately|roughly|nearly|almost|some|~|≈|约为?|大约|近|将近|接近|circa|ca\.|c\.)\s*$", re.IGNORECASE
)
_LEAST = re.compile(r"(?:more than|over|at least|above|exceed\w*|超过|逾|至少|多于|不少于|≥|>)\s*$", re.IGNORECASE)
_MOST = re.compile(r"(?:up to|at most|less than|under|fewer than|below|within|最多|不超过|少于|至多|≤|<)\s*$", re.IGNORECASE)
_ABOUT_TAIL = re.compile(r"\s*(?:左右|上下|余|多|or so|\+)")
_NEAR = 0.12
_LEADING = 1.6
_TENTH = 1e-6
_LARGE = 1000
_WINDOW = 16
_POUNDS = ("pound", "pounds")
_NEXT_CENTURIES = 2200
_NO_NOUNS = frozenset(
    ["", "and", "or", "but", "with", "when", "while", "by", "to", "the", "until", "after", "befor", "as", "on", "in", "at"]
)


class Gap(NamedTuple):
    """Something that a statement says and its quotes do not: its kind, and the words."""

    kind: Kind
    text: str


class Evidence(NamedTuple):
    """What a statement rests on.

    Attributes:
        quotes: Plain texts of all quotes that are cited for it.
        names: What the statement may take from where it stands: titles and aliases of its page and sources, their dates.
        around: The sentences of the sources beside the quotes.
        whole: The texts of the sources; empty when they are not known.
    """

    quotes: tuple[str, ...]
    names: tuple[str, ...] = ()
    around: str = ""
    whole: str = ""


def unsupported(statement: str, evidence: Evidence) -> tuple[Gap, ...]:
    """What of a statement its evidence does not hold; empty when nothing speaks against it.

    Args:
        statement: One sentence in plain text, without footnotes.
        evidence: What is cited for it, and where it stands.
    """
    said = plain_digits(statement)
    quotes = [plain_digits(quote) for quote in evidence.quotes]
    held = plain_digits(" \n".join([*evidence.quotes, *evidence.names, evidence.around]))
    gaps = [*_dates(said, held), *_numbers(said, held)]
    gaps += [Gap("name", name) for name in missing_names(said, quotes, evidence.names, evidence.whole)]
    denied = denial_differs(said, quotes)
    return (*gaps, Gap("negation", denied)) if denied else tuple(gaps)


def _dates(said: str, held: str) -> Iterator[Gap]:
    stated = moments_in(said)
    if not stated:
        return
    known = moments_in(held)
    loose = {number.value for number in values_in(held)}
    for moment in stated:
        if not any(_agree(moment, other, loose) for other in known):
            yield Gap("date", moment.text.strip())


def _agree(moment: Moment, other: Moment, loose: set[float]) -> bool:
    """Whether nothing in two dates differs, and what only the statement says stands elsewhere in the evidence."""
    pairs = [(moment.year, other.year), (moment.month, other.month), (moment.day, other.day)]
    return all(mine in (0, theirs) or (not theirs and mine in loose) for mine, theirs in pairs)


def _numbers(said: str, held: str) -> Iterator[Gap]:
    bare = without(said, moments_in(said))
    stated = numbers_in(bare)
    if not stated:
        return
    known = values_in(held)
    moments = moments_in(held)
    years = [Number(float(moment.year), None, "", 0, soft=False, noun="") for moment in moments]
    measured = [*values_in(without(held, moments)), *years]  # the number of a month measures nothing
    held_whole: list[Number | Era] = [*eras_held(bare, held), *(number for number in composed_in(bare) if _is_held(number, measured, bare))]
    for number in stated:
        if any(whole.start <= number.start < whole.start + len(whole.text) for whole in held_whole):
            continue
        if number.soft and number.unit is None:
            if _is_miscounted(number, known):
                yield Gap("number", number.text)
            continue
        fit = known if number.unit is None else [other for other in measured if not (other.soft and other.unit is None and other.noun)]
        alike = [other for other in fit if _is_value(number.value, other.value, number, bare)]
        if all(_unit_differs(number, other) for other in alike) and not any(_converts(number, other, bare) for other in fit):
            yield Gap("unit" if alike else "number", number.text)


def _is_held(number: Number, known: Sequence[Number], text: str) -> bool:
    """Whether the evidence has a number, in whatever unit of its measure."""
    fit = [other for other in known if not (other.soft and other.unit is None and other.noun)]
    return any(
        _converts(number, other, text) or (_is_value(number.value, other.value, number, text) and not _unit_differs(number, other))
        for other in fit
    )


def _is_miscounted(number: Number, known: Sequence[Number]) -> bool:
    """Whether the evidence counts the same thing otherwise."""
    if not number.noun or any(other.value == number.value for other in known):
        return False
    return any(other.noun[:4] == number.noun[:4] for other in known if other.noun)


def _unit_differs(number: Number, other: Number) -> bool:
    """Whether two equal numbers have units that are known and cannot be the same."""
    if number.unit is None or other.unit is None:
        return False
    if any(one.unit == UNITS["£"] and two.text.endswith(_POUNDS) for one, two in ((number, other), (other, number))):
        return False
    return number.unit.base != other.unit.base or number.unit.low > other.unit.high or other.unit.low > number.unit.high


def _converts(number: Number, other: Number, text: str) -> bool:
    """Whether a number of the evidence is the stated one in another unit of the same measure."""
    if number.unit is None or other.unit is None or number.unit.base != other.unit.base:
        return False
    factors = other.unit.low / number.unit.low, other.unit.high / number.unit.high
    return any(_is_value(number.value, other.value * factor, number, text) for factor in factors)


def _is_value(stated: float, real: float, number: Number, text: str) -> bool:
    if abs(stated - real) <= _TENTH * max(abs(real), 1e-9):
        return True
    if _is_year(number, text):
        return False
    before, behind = text[max(number.start - _WINDOW, 0) : number.start], text[number.start + len(number.text) :][:_WINDOW]
    if _ABOUT.search(before) or _ABOUT_TAIL.match(behind):
        return abs(stated - real) <= _NEAR * max(stated, real)
    if _LEAST.search(before):
        return stated <= real <= stated * _LEADING
    if _MOST.search(before):
        return real <= stated <= real * _LEADING
    return _rounds_to(real, stated)


def _is_year(number: Number, text: str) -> bool:
    """Whether a number can only be a year: what is from about 1998 is not from 1968."""
    end = number.start + len(number.text)
    is_bare = number.unit is None and len(number.text) == len("1998") and number.text.isdecimal() and number.value < _NEXT_CENTURIES
    return is_bare and (number.noun in _NO_NOUNS or text[end : end + 1] == "年")


def _rounds_to(real: float, stated: float) -> bool:
    """Whether a large number or one with decimals was given with fewer digits."""
    mine, theirs = _digits(stated), _digits(real)
    if len(mine) >= len(theirs) or not (stated >= _LARGE or real != int(real)):
        return False
    return len(mine) > 0 and float(f"{real:.{len(mine) - 1}e}") == stated


def _digits(value: float) -> str:
    """The digits that count, without zeros at either end."""
    return f"{value:.12g}".partition("e")[0].replace(".", "").strip("0")
