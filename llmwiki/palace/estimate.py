"""How long a text is for a model, without asking one: ids of drawers must not change with the model."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from llmwiki.vault.chars import HAN, KANA

TARGET = 240
"""Tokens a drawer is filled up to: between the measured sizes of 220 and 350, where search finds most (search study, section 7)."""

LEAST = 60
"""A drawer with fewer tokens is joined to its neighbour when both have room."""

LONGEST = TARGET * 3 // 2
"""Tokens of the longest drawer, a code block that is not cut. With 60 more for a context line and a fifth for what the estimate misses
it stays within the 512 that models of the BERT family read at once."""

_MARKED = "\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_PART = re.compile(
    rf"(?P<wide>[{HAN}{KANA}\uac00-\ud7af\u1100-\u11ff]+)|(?P<latin>[A-Za-z{_MARKED}]+)|(?P<digits>\d+)"
    r"|(?P<eastern>[\u0400-\u052f\u0620-\u064a\u066e-\u06d3]+)|(?P<alphabet>[\u0370-\u03ff\u0530-\u058f\u05d0-\u05ea\u10a0-\u10ff\u1200-\u137f]+)"
    r"|(?P<indic>[\u0900-\u0dff\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff]+)|(?P<thai>[\u0e00-\u0e7f]+)|(?P<sign>[!-/:-@\[-`{-~]+|[^\sA-Za-z\d])"
)
_ANY = re.compile(re.sub(r"\?P<\w+>", "?:", _PART.pattern))
_KEPT = 65_536
"""Runs whose tokens are remembered: texts use the same words again and again."""

_LETTERS = {"wide": 1.0, "digits": 2.0, "eastern": 3.0, "alphabet": 2.0, "indic": 1.5, "thai": 2.0, "sign": 1.0}
"""Characters that share a token, fewer than the vocabularies of multilingual E5 and USE put into one on the average."""

_WORD = 6
"""Letters of a Latin word that share a token."""

_LONG = 18
"""A word with more letters is mostly none: its further letters count two a token, as in a key or a sequence of genes."""

_HUMP = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]")
_HUMP_LETTERS = 4
_NAME, _NAME_HUMP = 4, 2.5
"""A word of so many letters whose humps have fewer than two and a half on the average is no name but a key, as in base64."""


def estimate(text: str) -> int:
    """Tokens of a text for multilingual subword vocabularies, rather too many than too few.

    A Han character or a sign counts one, a Latin word one for each six letters begun, other scripts by their table. Capitals, humps and
    letters with marks cost more, as they do in the vocabularies. Text of every kind that
    the tests know has at most a fifth more tokens for E5; for USE, which cuts nothing, the letters it does not know count one each.
    """
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return sum(map(_tokens, _ANY.findall(plain)))


@lru_cache(_KEPT)
def _tokens(part: str) -> int:
    """Tokens of a run of one kind."""
    match = _PART.match(part)
    kind = (match.lastgroup if match else None) or "sign"
    return _latin(part) if kind == "latin" else int(-(-len(part) // _LETTERS[kind]))


def _latin(word: str) -> int:
    letters = len(word)
    if not word.isascii():
        return _small(letters) + sum(not letter.isascii() for letter in word) // 2
    if letters == 1 or word[1:].islower():
        return _small(letters)
    humps = _HUMP.findall(word)
    if _NAME <= letters < _NAME_HUMP * len(humps):
        return -(-letters * 3 // 4)
    return sum(-(-len(hump) // (2 if hump.isupper() else _HUMP_LETTERS)) for hump in humps)


def _small(letters: int) -> int:
    """Tokens of a word in small letters."""
    return -(-min(letters, _LONG) // _WORD) + max(0, letters - _LONG + 1) // 2
