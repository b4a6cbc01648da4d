"""Yes or no, read from the first token of a reply or from its first word."""

from __future__ import annotations

import re
from collections.abc import Iterable

from llmwiki.llm.reading import Unfit

_YES = frozenset({"yes", "是", "是的", "对"})
_NO = frozenset({"no", "否", "不", "不是", "不对"})
_WORD = re.compile(r"[\W_]*(yes\b|no\b|是的?|对|否|不)", re.IGNORECASE)
UNSURE = 0.5


def chance_of_yes(first: Iterable[tuple[str, float]]) -> float | None:
    """Probability of yes against no, summed over the ways to write them; None where the first token is neither."""
    yes = no = 0.0
    for token, probability in first:
        word = token.strip().lower()
        yes += probability if word in _YES else 0.0
        no += probability if word in _NO else 0.0
    return yes / (yes + no) if yes + no > 0 else None


def word_of_yes(text: str) -> float:
    """1.0 for yes, 0.0 for no, 0.5 for anything else."""
    match = _WORD.match(text)
    if match is None:
        return UNSURE
    return 1.0 if match[1].lower() in _YES else 0.0


def read_answer(text: str) -> float:
    """The probability that somebody's answer to a yes/no question tells, as a number or a word. Raises Unfit when it tells none."""
    try:
        return read_chance(text.strip())
    except ValueError:
        if _WORD.match(text):
            return word_of_yes(text)
        raise Unfit("neither yes nor no, nor a probability from 0 to 1") from None


def read_chance(text: str) -> float:
    """A probability that was written down. Raises ValueError when it is none."""
    chance = float(text)
    if not 0 <= chance <= 1:
        raise ValueError("no probability")
    return chance
