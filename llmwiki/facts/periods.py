"""How often something is said to be: a second, per hour, every day; 每秒, 每天. One period in another's place changes what is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS = {
    "second": "second s 秒",
    "minute": "minute min 分钟",
    "hour": "hour h 小时 hourly",
    "day": "day 天 日 daily",
    "week": "week 周 星期 weekly",
    "month": "month 月 monthly",
    "year": "year 年 yearly annually",
}
_PERIOD_OF = {word: period for period, words in _WORDS.items() for word in words.split()}
_PERIOD = re.compile(
    r"\b(?:an?|per|each|every)\s+(second|minute|hour|day|week|month|year)\b|(?<=\w)/\s?(second|minute|hour|day|week|month|year|s|min|h)\b"
    r"|\b(hourly|daily|weekly|monthly|yearly|annually)\b|每[一个]?(秒|分钟|小时|[天日周月年]|星期)",
    re.IGNORECASE,
)


def period_replaced(statement: str, quotes: Sequence[str]) -> str:
    """A period of a statement with a number that its quotes do not have, while the statement lacks one of theirs; empty: none."""
    mine, theirs = _periods(statement), _periods("\n".join(quotes))
    gained = [text for period, text in mine.items() if period not in theirs]
    is_replaced = gained and not theirs.keys() <= mine.keys() and any(sign.isdecimal() for sign in statement)
    return gained[0] if is_replaced else ""


def _periods(text: str) -> dict[str, str]:
    """The periods of a text, each as it is written first."""
    found: dict[str, str] = {}
    for match in _PERIOD.finditer(text):
        word = next(group for group in match.groups() if group)
        found.setdefault(_PERIOD_OF[word.casefold()], match[0])
    return found
