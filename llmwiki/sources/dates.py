"""Dates as people write them, made ISO."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)"), "ymd"),
    (re.compile(r"(?<!\d)(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)"), "ymd"),
    (re.compile(r"(?<!\d)(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]"), "ymd"),
    (re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)"), "ymd"),
    (re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_NAME},?\s+(\d{{4}})(?!\d)", re.IGNORECASE), "dmy"),
    (re.compile(rf"\b{_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})(?!\d)", re.IGNORECASE), "mdy"),
)
_EARLIEST = 1450
"""Printing with movable type: an earlier year is a misreading."""


def iso_date(text: str) -> str:
    """The first full date in a text as ``YYYY-MM-DD``; empty when there is none or it does not exist.

    Day and month as bare numbers (``3/4/2024``) are not guessed.
    """
    found = [(match.start(), order, match) for pattern, order in _FORMS if (match := pattern.search(text))]
    for _, order, match in sorted(found, key=lambda item: item[0]):
        parts = dict(zip(order, match.groups(), strict=True))
        month = parts["m"].lower()[:3]
        number = _MONTHS.index(month) + 1 if month in _MONTHS else int(month)
        try:
            day = date(int(parts["y"]), number, int(parts["d"]))
        except ValueError:
            continue
        if day.year >= _EARLIEST:
            return day.isoformat()
    return ""
