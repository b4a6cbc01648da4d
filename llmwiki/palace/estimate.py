"""How long a text is for a model, without asking one: ids of drawers must not change with the model."""

from __future__ import annotations

import re

from llmwiki.palace.cjk import SPACELESS

TARGET = 240
"""Tokens a drawer is filled up to: between the measured sizes of 220 and 350, where search finds most (search study, section 7)."""

LEAST = 60
"""A drawer with fewer tokens is joined to its neighbour when both have room."""

_PART = re.compile(rf"(?P<wide>[{SPACELESS}])|(?P<word>[^\W\d_{SPACELESS}]+)|(?P<digits>\d+)|(?P<sign>[^\s\w])|_")
_WORD_LETTERS = 6
_DIGITS = 3


def estimate(text: str) -> int:
    """Tokens of a text for multilingual subword vocabularies, rather too many than too few.

    A Han character or a sign counts one, a word one for each six letters begun, digits one for each three begun.
    """
    total = 0
    for match in _PART.finditer(text):
        size = match.end() - match.start()
        if match["word"]:
            total += -(-size // _WORD_LETTERS)
        elif match["digits"]:
            total += -(-size // _DIGITS)
        else:
            total += 1
    return total
