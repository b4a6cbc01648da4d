"""Dates as people write them, as intervals of days."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from functools import lru_cache

from llmwiki.facts.values import Value

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
_FORMS = (
    r"(?P<y>\d{4})[-/](?P<m>\d\d?)(?:[-/](?P<d>\d\d?))?(?!\d)",
    r"(?P<y>\d{4})\s*年(?:\s*(?P<m>\d\d?)\s*月(?:份|\s*(?P<d>\d\d?)\s*[日号])?)?",
    rf"(?P<d>\d\d?)(?:st|nd|rd|th)?\s+(?P<name>{_NAME}),?\s+(?P<y>\d{{4}})(?!\d)",
    rf"(?P<name>{_NAME})\s+(?:(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s+)?(?P<y>\d{{4}})(?!\d)",
    r"(?P<y>1\d{3}|20\d\d)(?![\d.%年])",
)
_COMPILED = tuple(re.compile(form, re.IGNORECASE) for form in _FORMS)

DATE = "(?:" + "|".join(re.sub(r"\(\?P<\w+>", "(?:", form) for form in _FORMS) + ")"
"""A pattern without groups of its own that matches any of the written forms."""


@lru_cache(maxsize=1024)
def read_date(text: str) -> Value | None:
    """The date that ``text`` is, as an interval of days; None when it is none or no calendar has it."""
    for form in _COMPILED:
        found = form.fullmatch(text.strip())
        if found:
            return _value(text.strip(), found)
    return None


def iso(text: str) -> str:
    """ISO form of a written date, as exact as it is: ``March 2026`` gives ``2026-03``; empty when it is no date."""
    for form in _COMPILED:
        found = form.fullmatch(text.strip())
        if found and _value(text, found):
            year, month, day = _numbers(found)
            return f"{year:04}" + (f"-{month:02}" if month else "") + (f"-{day:02}" if day else "")
    return ""


def _numbers(found: re.Match[str]) -> tuple[int, int, int]:
    parts = found.groupdict()
    name = (parts.get("name") or "")[:3].casefold()
    month = _MONTHS.index(name) + 1 if name else int(parts.get("m") or 0)
    return int(parts["y"]), month, int(parts.get("d") or 0)


def _value(text: str, found: re.Match[str]) -> Value | None:
    year, month, day = _numbers(found)
    try:
        first = date(year, month or 1, day or 1)
        last = date(year, month or 12, day or monthrange(year, month or 12)[1])
    except (ValueError, IndexError):
        return None
    return Value("date", text, first.toordinal(), last.toordinal(), "day")
