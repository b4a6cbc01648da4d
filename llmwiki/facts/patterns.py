"""The sentences that facts are read from, English and Chinese.

Only wordings that name their subject and their predicate. A pattern must match the whole statement, so that a condition,
a version or a comparison anywhere in it keeps the statement from being read.
"""

from __future__ import annotations

from llmwiki.facts.pattern import DATE_MARK, Pattern, Reads
from llmwiki.facts.patterns_en import ENGLISH
from llmwiki.facts.patterns_zh import CHINESE

__all__ = ["DATE_MARK", "LATIN_PATTERNS", "PATTERNS", "SIGNS", "Pattern", "Reads", "likely"]

LATIN_PATTERNS = ENGLISH
"""Those that fit an English sentence; a Chinese one may hold English words, and is matched against all."""
PATTERNS = (*ENGLISH, *CHINESE)
SIGNS = (*dict.fromkeys(sign for pattern in PATTERNS for sign in pattern.signs), ":", "：")
"""Without one of these (colons for labelled lines) a sentence fits no wording."""

_BY_SIGN = {sign: [place for place, pattern in enumerate(PATTERNS) if sign in pattern.signs] for sign in SIGNS}


def likely(text: str, *, wide: bool) -> list[Pattern]:
    """The patterns of which a sign stands in a text, in their order; of the English ones alone when the text is not ``wide``."""
    places = {place for sign, found in _BY_SIGN.items() if sign in text for place in found}
    return [PATTERNS[place] for place in sorted(places) if wide or place < len(LATIN_PATTERNS)]
