"""Points in time as exports write them, made UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_ZONED = re.compile(r"Z$|[+-]\d\d:?\d\d$|^[\d.]+$")
_MILLISECONDS = 1e11
"""Seconds reach this number in the year 5138, milliseconds reached it in 1973."""


def moment(value: object) -> datetime | None:
    """A point in time out of ISO text (without a zone: UTC) or seconds or milliseconds since 1970; None for anything else."""
    if isinstance(value, str) and value[:4].isdigit() and value[4:5] == "-":
        return _iso(value)
    try:
        number = float(value) if isinstance(value, int | float | str) else 0.0
        return datetime.fromtimestamp(number / 1000 if number >= _MILLISECONDS else number, UTC) if number > 0 else None
    except (ValueError, OverflowError, OSError):
        return None


def shown(value: object) -> str:
    """A point in time for a heading, e.g. ``2025-12-09 19:47Z``; without the Z where no zone is named, empty when there is none."""
    found = moment(value)
    zone = "" if isinstance(value, str) and found and not _ZONED.search(value) else "Z"
    return f"{found:%Y-%m-%d %H:%M}{zone}" if found else ""


def day(value: object) -> str:
    """The ISO date of a point in time, by UTC; empty when there is none."""
    found = moment(value)
    return found.date().isoformat() if found else ""


def _iso(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
