"""Whether a name says enough by itself to be the subject of a page."""

from __future__ import annotations

import re
from typing import NamedTuple

from llmwiki.scribe.casing import PROPER_SIGHTINGS, Casing
from llmwiki.scribe.latin import has_inner_mark, is_acronym
from llmwiki.scribe.stopwords import is_common, wordlist
from llmwiki.vault.chars import HAN, HAN_CHAR

_SHORT_HAN = 3
_WIDE_HAN = 4
_SHORT_ACRONYM = 4


class Proof(NamedTuple):
    """What sources say of a name.

    Attributes:
        spelled_out: Some source spells the acronym out.
        named: It was seen as a proper name rather than a term.
        presented: A title, heading, definition, list, bold text or link has it: what 开发环境 needs and 乐观事务 has.
        titled: A title or definition has it.
    """

    spelled_out: bool = False
    named: bool = False
    presented: bool = False
    titled: bool = False


def is_specific(title: str, casing: Casing, proof: Proof) -> bool:
    """The specificity test.

    True for Latin names of two words and more that are not all generic, with an inner capital or digit, never in small
    letters, or capitalised far more often than not; for acronyms that a source spells out; for Chinese proper names and for
    terms of four characters and two words, of three characters in no dictionary, or mixed with Latin.
    """
    if HAN_CHAR.search(title):
        return proof.named or _is_specific_chinese(title, presented=proof.presented)
    words = title.split()
    if len(words) > 1:
        return not all(word.lower() in wordlist("en", "generic") or word.lower() in wordlist("en", "function") for word in words)
    if is_acronym(title, _SHORT_ACRONYM):
        return proof.spelled_out or (has_inner_mark(title) and casing.proper(title))
    if "-" in title:
        return not all(is_common(part) for part in title.split("-"))
    if casing.foreign[title.lower()] >= PROPER_SIGHTINGS and proof.titled and proof.named:
        return True
    return has_inner_mark(title) or casing.never_small(title) or casing.proper(title)


def _is_specific_chinese(title: str, *, presented: bool) -> bool:
    import rjieba

    from llmwiki.scribe.names_zh import segment

    if re.search(r"[A-Za-z]", title):
        return True
    text = re.sub(rf"[^{HAN}]", "", title)
    words = segment(text)
    if text in wordlist("zh", "generic") or len(text) < _SHORT_HAN:
        return False
    if not presented and len(text) <= _WIDE_HAN and words[-1].text in wordlist("zh", "generic") | wordlist("zh", "generic-heads"):
        return False
    return (len(text) >= _WIDE_HAN and len(words) > 1) or not rjieba.has_word(text)
