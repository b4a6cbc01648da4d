"""Text to the terms of the word index; questions go the same way, so that both meet."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from llmwiki.palace.cjk import SPACELESS, index_terms, query_terms
from llmwiki.palace.stems import STOP_WORDS, stem
from llmwiki.vault.chars import INVISIBLE

TOKENS_VERSION = 1
"""Goes up with every change of what a text's terms are; an index of another version is made anew."""

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0d7f"
_WORD = rf"(?:[^\W_{SPACELESS}]|[{_MARKS}])+"
_TOKEN = re.compile(rf"(?P<run>[{SPACELESS}]+)|(?P<word>{_WORD}(?:[-_.:/'’+#@]{_WORD})*[+#]{{0,2}})")
_PART = re.compile(_WORD)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_POSSESSIVE = re.compile(r"(?:['’]s|n['’]t|['’](?:re|ve|ll|d|m))$", re.IGNORECASE)
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_COMBINING = re.compile("[\u0300-\u036f]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_HASH = re.compile(r"[0-9a-f]{7,40}")
_LONGEST = 64
_LEAST_HUMP = 3
_CAMEL_HUMPS, _PASCAL_HUMPS = 2, 3
_WORDS_KEPT = 100_000
"""Words whose terms are remembered: texts of one wing use the same ones again and again."""


def document_terms(text: str) -> list[str]:
    """All terms of a text in order, repeated ones too, stop words left out."""
    return _terms(text, question=False)


def question_terms(text: str) -> list[str]:
    """The different terms of a question, in order."""
    return list(dict.fromkeys(_terms(text, question=True)))


def identifiers(text: str) -> list[str]:
    """Terms of a question that name one exact thing: with a digit, an inner ``_ . : /``, humps as in code, or a hash.

    Years and ordinals are none, nor are names with one hump, such as ``JavaScript``.
    """
    found = (match["word"] for match in _TOKEN.finditer(_clean(text)) if match["word"])
    return list(dict.fromkeys(_normal(word) for word in found if _is_identifier(word)))


def _is_identifier(word: str) -> bool:
    term = _normal(word)
    if _YEAR.fullmatch(term) or _ORDINAL.fullmatch(term):
        return False
    if any(char.isdigit() or char in "_.:/" for char in term) or _HASH.fullmatch(word):
        return True
    return len(_humps(word)) >= (_CAMEL_HUMPS if word[0].islower() else _PASCAL_HUMPS)


def _terms(text: str, *, question: bool) -> list[str]:
    terms: list[str] = []
    runs = query_terms if question else index_terms
    for run, word in _TOKEN.findall(_clean(text)):
        terms += _word_terms(word) if word else runs(run)
    return terms


@lru_cache(_WORDS_KEPT)
def _word_terms(word: str) -> tuple[str, ...]:
    """A plain word's stem; a compound whole and in parts, so that both a part and the whole are found."""
    word = _POSSESSIVE.sub("", word)
    parts = [hump for part in _PART.findall(word) for hump in _humps(part)]
    if len(parts) == 1 and parts[0] == word:
        return tuple(filter(None, _plain(word)))
    plain = (term for part in parts if len(part) > 1 and not part.isdigit() for term in _plain(part))
    return tuple(filter(None, (_normal(word), *plain)))


def _humps(word: str) -> list[str]:
    """``setNumber`` in its words; ``TiDB`` and ``iPhone`` stay whole, their parts mean nothing."""
    humps = _HUMP.split(word)
    return humps if min(map(len, humps)) >= _LEAST_HUMP else [word]


def _plain(word: str) -> list[str]:
    term = _normal(word)
    if term in STOP_WORDS:
        return []
    return [term if any(char.isdigit() for char in term) else stem(term)]


def _normal(word: str) -> str:
    """Lower case without accents on Latin letters."""
    word = word.lower()
    if not word.isascii():
        word = unicodedata.normalize("NFC", _COMBINING.sub("", unicodedata.normalize("NFD", word)))
    return word[:_LONGEST]


def _clean(text: str) -> str:
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
