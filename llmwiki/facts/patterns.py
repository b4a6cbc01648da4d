"""The sentences that facts are read from, English and Chinese.

Only wordings that name their subject and their predicate. A pattern must match the whole statement, so that a condition,
a version or a comparison anywhere in it keeps the statement from being read.
"""

from __future__ import annotations

import re

from llmwiki.facts.pattern import DATE_MARK, Pattern, Reads
from llmwiki.facts.patterns_en import ENGLISH
from llmwiki.facts.patterns_zh import CHINESE

__all__ = ["DATE_MARK", "LATIN_PATTERNS", "PATTERNS", "SIGNS", "Pattern", "Reads", "likely"]

LATIN_PATTERNS = ENGLISH
"""Those that fit an English sentence; a Chinese one may hold English words, and is matched against all."""
PATTERNS = (*ENGLISH, *CHINESE)
SIGNS = (*dict.fromkeys(sign for pattern in PATTERNS for sign in pattern.signs), ":", "：")
SIGN = re.compile("|".join(map(re.escape, SIGNS)))
"""Without one of these (colons for labelled lines) a sentence fits no wording."""


def _by_sign(patterns: tuple[Pattern, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The signs of some patterns, each with the places of those that have it."""
    signs = dict.fromkeys(sign for pattern in patterns for sign in pattern.signs)
    return tuple((sign, tuple(place for place, pattern in enumerate(patterns) if sign in pattern.signs)) for sign in signs)


_BY_SIGN, _BY_LATIN_SIGN = _by_sign(PATTERNS), _by_sign(LATIN_PATTERNS)


def likely(text: str, *, wide: bool) -> list[Pattern]:
    """The patterns of which a sign stands in a text, in their order; of the English ones alone when the text is not ``wide``."""
    places: set[int] = set()
    for sign, found in _BY_SIGN if wide else _BY_LATIN_SIGN:
        if sign in text:
            places.update(found)
    return [PATTERNS[place] for place in sorted(places)]
