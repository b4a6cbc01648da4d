"""Months and days that a question names, compared with the date of a file."""

from __future__ import annotations

import re

_MONTHS = "january february march april may june july august september october november december".split()
_NAME = "|".join(f"{month[:3]}(?:{month[3:]})?" if len(month) > 3 else month for month in _MONTHS)  # noqa: PLR2004 - "may" has no shorter form
_PATTERNS = (
    re.compile(r"\b(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?\b"),
    re.compile(r"(?:(?P<year>(?:19|20)\d\d)\s*年\s*)?(?P<month>\d{1,2})\s*月(?:\s*(?P<day>\d{1,2})\s*[日号])?"),
    re.compile(
        rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<name>{_NAME})\b\.?(?:\s+(?P<late>\d{{1,2}})(?:st|nd|rd|th)?\b)?(?:,?\s+(?P<year>(?:19|20)\d\d))?",
        re.IGNORECASE,
    ),
)


def date_match(question: str, date: str) -> float:
    """2.0 when the question names the day of ``date`` (ISO), 1.0 for its month, 0.0 otherwise; a year that differs is no match."""
    if len(date) < len("2000-01"):
        return 0.0
    return max((_agreement(match, date) for pattern in _PATTERNS for match in pattern.finditer(question)), default=0.0)


def _agreement(match: re.Match[str], date: str) -> float:
    found = match.groupdict()
    month = found.get("month") or _number(found.get("name") or "")
    day = found.get("day") or found.get("late")
    if int(month) != int(date[5:7]) or (found.get("year") and found["year"] != date[:4]):
        return 0.0
    if _is_modal(match, day):
        return 0.0
    return 2.0 if day and int(day) == int(date[8:10] or 0) else 1.0


def _number(name: str) -> str:
    return str(next(row for row, month in enumerate(_MONTHS, 1) if month.startswith(name[:3].lower())))


def _is_modal(match: re.Match[str], day: str | None) -> bool:
    """``may`` in lower case and without day or year is a verb."""
    return match.groupdict().get("name") == "may" and not day and not match["year"]
