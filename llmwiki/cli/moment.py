"""The time that commands put into records."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """ISO time for records, fixed by ``SOURCE_DATE_EPOCH``. Raises ConfigError when that is no time."""
    from llmwiki.config import fixed_moment  # `wiki --help` needs no settings

    return (fixed_moment() or datetime.now(UTC)).isoformat(timespec="seconds")
