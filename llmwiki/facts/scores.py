"""Results of matches: 3-1, 15:13, 三比一."""

from __future__ import annotations

import re

from llmwiki.facts.numerals import CHINESE, chinese_value

_SCORE = re.compile(rf"(?<![\d.-])(\d{{1,3}}|[{CHINESE}]{{1,3}})(?:\s?[-–:：]\s?|比)(\d{{1,3}}|[{CHINESE}]{{1,3}})(?![\d.-])")


def scores_in(text: str) -> set[tuple[float, float]]:
    """The results in a text, as pairs; what only looks like one (a time, a range) is among them."""
    return {(_goals(found[1]), _goals(found[2])) for found in _SCORE.finditer(text)}


def _goals(word: str) -> float:
    return float(word) if word.isdecimal() else chinese_value(word) or 0.0
