"""The date a sentence names, for putting facts in order."""

from __future__ import annotations

import re

_MONTH_NAMES = (
    "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september|oct october|nov november|dec december"
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES.split("|"), 1) for name in names.split()}
_NAMES = ("", *(names.split()[-1].capitalize() for names in _MONTH_NAMES.split("|")))
_BEFORE_YEAR = "in|since|by|until|from|between|of|during|around|circa|early|late|mid|summer|winter|spring|autumn|fall|year"
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_YEAR = r"((?:1[0-9]|20)\d{2})"
_PATTERNS = (
    (re.compile(rf"\b{_YEAR}-(\d{{2}})-(\d{{2}})\b"), "ymd"),
    (re.compile(rf"{_YEAR}\s*年\s*(\d{{1,2}})\s*月(?:\s*(\d{{1,2}})\s*[日号])?"), "ymd"),
    (re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? {_MONTH},? {_YEAR}\b", re.IGNORECASE), "dmy"),
    (re.compile(rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}\b", re.IGNORECASE), "mdy"),
    (re.compile(rf"\b{_MONTH},? {_YEAR}\b", re.IGNORECASE), "my"),
    (re.compile(rf"{_YEAR}\s*年(?![代级份])"), "y"),
    (re.compile(rf"\b(?:{_BEFORE_YEAR})[ -]{_YEAR}\b(?!s)", re.IGNORECASE), "y"),
    (re.compile(rf"\({_YEAR}\b"), "y"),
)


def date_in_words(iso: str, *, chinese: bool) -> str:
    """An ISO date, month or year as a sentence has it: ``10 March 2026``, ``2026年3月10日``."""
    year, month, day = (*(int(part) for part in iso.split("-")), 0, 0)[:3]
    if chinese:
        return f"{year}年" + (f"{month}月" if month else "") + (f"{day}日" if day else "")
    return " ".join(filter(None, (str(day or ""), _NAMES[month], str(year))))


def first_date(text: str) -> str:
    """The first calendar date or year in ``text`` as ``2026-03-12``, ``2026-03`` or ``2026``; empty when none."""
    found = [(match.start(), order, match) for pattern, order in _PATTERNS if (match := pattern.search(text))]
    if not found:
        return ""
    _, order, match = min(found, key=lambda item: (item[0], -len(item[2].group())))
    return _iso(dict(zip(order, match.groups(), strict=True)))


def _iso(parts: dict[str, str | None]) -> str:
    month, day = parts.get("m"), parts.get("d")
    date = parts["y"] or ""
    if month:
        date += f"-{_MONTHS.get(month.lower()) or int(month):02d}"
    return f"{date}-{int(day):02d}" if month and day else date
