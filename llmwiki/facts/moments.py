"""Months and days in running text, with or without their year."""

from __future__ import annotations

import re
from typing import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(?P<d{0}>\d\d?)(?:st|nd|rd|th)?(?!\d)"
_FORMS = re.compile(
    r"(?<!\d)(?P<y1>\d{4})[-/.](?P<m1>0?[1-9]|1[0-2])(?:[-/.](?P<d1>0?[1-9]|[12]\d|3[01]))?(?!\d|[-/.]\d)"
    r"|(?:(?<!\d)(?P<y2>\d{4})\s*年\s*)?(?<!\d)(?P<m2>1[0-2]|0?[1-9])\s*月(?:份|\s*(?P<d2>\d\d?)\s*[日号])?"
    rf"|\b{_DAY.format(3)}\s+(?:of\s+)?(?P<n3>{_NAME}),?(?:\s+(?P<y3>\d{{4}}))?(?!\d)"
    rf"|(?<![A-Za-z])(?P<n4>{_NAME})(?:\s+{_DAY.format(4)}(?!\s?%))?(?:,?\s+(?P<y4>\d{{4}}))?(?![\dA-Za-z])"
)
_LEADS = re.compile(
    r"(?:in|of|since|until|by|from|to|through|during|before|after|between|and|early|late|mid|last|next|every|each|on)[- ]$", re.IGNORECASE
)


class Moment(NamedTuple):
    """A date that is not only a year; 0 stands for what is not said."""

    year: int
    month: int
    day: int
    text: str
    start: int


def moments_in(text: str) -> list[Moment]:
    """The dates in a text, in order.

    Args:
        text: With ASCII digits.
    """
    return [moment for match in _FORMS.finditer(text) if (moment := _moment(text, match))]


def without(text: str, moments: list[Moment]) -> str:
    """The text with blanks in the place of these dates."""
    for moment in moments:
        end = moment.start + len(moment.text)
        text = f"{text[: moment.start]}{' ' * len(moment.text)}{text[end:]}"
    return text


def _moment(text: str, match: re.Match[str]) -> Moment | None:
    parts = {name[0]: group for name, group in match.groupdict().items() if group}
    name = parts.get("n", "")
    # A verb at the head of a sentence is no month, and neither is a person's name.
    alone = name in ("May", "March", "April", "June", "Mar", "Jun", "Jan") and "y" not in parts and "d" not in parts
    if alone and not _LEADS.search(text[: match.start()]):
        return None
    month = _MONTHS.index(name[:3].casefold()) + 1 if name else int(parts["m"])
    return Moment(int(parts.get("y", 0)), month, int(parts.get("d", 0)), match[0], match.start())
