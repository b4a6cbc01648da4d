"""Whether a word that opens a sentence, and so has a capital anyway, is a name."""

from __future__ import annotations

from collections.abc import Sequence

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.latin import SUBJECT, has_inner_mark, is_acronym
from llmwiki.scribe.stopwords import is_common, wordlist

_DERIVED = ("ed", "ing", "ly", "tion")
"""Endings of words that open sentences without being names: ``Upgrading``, ``Recently``, ``Replication``."""


def keeps_opening(word: str, rest: Sequence[str], text: str, casing: Casing) -> bool:
    """Whether the opening word of a longer run belongs to the name.

    Args:
        word: The word that opens the sentence.
        rest: The words behind it.
        text: Both as they stand.
        casing: Counts of the collection.
    """
    lower = word.lower()
    if casing.runs[text] or has_inner_mark(word) or lower in wordlist("en", "name-heads"):
        return True
    ordinary_rest = is_common(rest[0]) and not rest[0].isupper() and rest[0].lower() not in wordlist("en", "given")
    if lower in wordlist("en", "demonyms"):
        return ordinary_rest and len(rest) == 1
    if casing.inside[lower] > casing.small[lower]:
        return True
    if lower in wordlist("en", "given") and not ordinary_rest:
        return True
    if is_common(word) or casing.small[lower]:
        return ordinary_rest and not word.endswith(_DERIVED) and lower not in wordlist("en", "imperatives")
    return not word.endswith(("ing", "ly"))


def stands_alone(word: str, place: int, casing: Casing) -> bool:
    """Whether a single word seen at an opening is a name.

    It is when it has an inner capital, when it is capitalised inside sentences more often than small, when it opens
    two sentences and is no everyday word, or when it is treated like a name (``Rembrandt finished``).
    """
    lower = word.lower()
    if has_inner_mark(word) and not is_acronym(word):
        return True
    if casing.runs[word] > casing.small[lower]:
        return True
    if casing.small[lower] or is_common(word) or lower.endswith(_DERIVED):
        return False
    return place == SUBJECT or casing.inside[lower] + casing.initial[lower] > 1
