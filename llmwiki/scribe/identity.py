"""When two names are one thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import CJK, HAN

_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S)")
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$)")
_MARKS = ' \t*_`"“”‘’«»《》「」『』.,;:!?。，；：！？'
_SEAM = re.compile(rf"(?<=[{CJK}])\s+|\s+(?=[{CJK}])")
_VERSION = re.compile(r"\bv(?=\d)")
_NUMBER = re.compile(r"\d+(?:[._]\d+)*")
_ZEROS = re.compile(r"(?:\.0)+$")
_HAN_ONLY = re.compile(rf"[{HAN}·]+")
# FTPS is no plural of FTP, while PDFs are; letters without a vowel, all small or all capital, are initials.
_INITIALS = re.compile(r"(?:^|[^A-Za-z])(?:[B-DF-HJ-NP-TV-XZ]{2,}S|[b-df-hj-np-tv-xz]{2,}s)[^A-Za-z]*$")
_SIBILANT = ("ches", "shes", "sses", "xes", "zes")
_IRREGULAR = dict(
    pair.split(":")
    for pair in "fungi:fungus cacti:cactus nuclei:nucleus bacilli:bacillus criteria:criterion phenomena:phenomenon matrices:matrix "
    "vertices:vertex analyses:analysis theses:thesis hypotheses:hypothesis syntheses:synthesis crises:crisis bacteria:bacterium mice:mouse "
    "geese:goose feet:foot teeth:tooth women:woman men:man children:child larvae:larva algae:alga apis:api uris:uri".split()
)
_KEPT = frozenset({"series", "species", "news", "lens", "always", "perhaps", "means"})


@lru_cache(maxsize=1 << 14)
def singular(word: str) -> str:
    """A lower-case English word without its plural ending; other words as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= len("abc") or word in _KEPT or not word.endswith("s") or word.endswith(("ss", "us", "is")) or not word.isascii():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_SIBILANT) else word[:-1]


@lru_cache(maxsize=1 << 14)
def merge_key(name: str) -> str:
    """What two spellings of one name have in common.

    NFC, lower case, no article, no possessive, no ``v`` before a version, hyphen as space, the head word in the singular,
    no space between Chinese and Latin. Numbers stay: ``React`` and ``React 19`` differ.
    """
    text = unicodedata.normalize("NFC", name).strip(_MARKS).lower()
    text = _VERSION.sub("", _POSSESSIVE.sub("", _ARTICLE.sub("", text)).replace("-", " ").replace("_", " "))
    words = text.split()
    if not words:
        return ""
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    if not _INITIALS.search(name):
        words[head] = singular(words[head])
    return _SEAM.sub("", " ".join(words))


def vetoed(first: str, second: str) -> bool:
    """Whether two names must not be joined, whoever says so: the same but for a number, version or qualifier.

    ``mw-2`` and ``mw-3``, ``React`` and ``React 19``, ``final-study`` and ``draft-final-study``. A word that
    only says what sort of thing it is (``TiDB 集群``, ``React library``) is no qualifier.
    """
    left, right = merge_key(first), merge_key(second)
    if left == right:
        return False
    numbers = _numbers(left), _numbers(right)
    if _without_numbers(left) == _without_numbers(right):
        return numbers[0] != numbers[1]
    if numbers[0] != numbers[1] and (_contains(left, right) or _contains(right, left)):
        return True
    short, long = sorted((left, right), key=len)
    return _contains(long, short) and not is_generic_form(long, short)


def same_thing(first: str, second: str, said: Iterable[tuple[str, str]] = ()) -> bool:
    """Whether two names are one thing: spelled alike, or joined by a source or a page's aliases.

    Args:
        first: A name.
        second: Another.
        said: Pairs that a source or a page gives, such as ``("检索增强生成", "RAG")``.

    Returns:
        True for the same merging key, or for a pair said so (also over one name in common) that no number,
        version or qualifier vetoes.
    """
    left, right = merge_key(first), merge_key(second)
    if left == right:
        return bool(left)
    if vetoed(first, second):
        return False
    groups = {left}
    pairs = [(merge_key(one), merge_key(other)) for one, other in said if not vetoed(one, other)]
    for _ in pairs:
        groups |= {key for pair in pairs if groups & set(pair) for key in pair}
    return right in groups


def is_generic_form(long: str, short: str) -> bool:
    """Whether ``long`` is ``short`` with nothing but a generic noun behind it (merging keys)."""
    if not short or long == short or not long.startswith(short):
        return False
    rest = long[len(short) :].strip()
    if _HAN_ONLY.fullmatch(rest):
        return rest in wordlist("zh", "generic-heads")
    return long[len(short)] == " " and rest in wordlist("en", "generic-heads")


def _numbers(key: str) -> list[str]:
    """The numbers of a key; 15.0 is 15."""
    return [_ZEROS.sub("", number) for number in _NUMBER.findall(key)]


def _without_numbers(key: str) -> str:
    return " ".join(re.sub(r"[\sv.]*\d[\d._]*", " ", key).split())


def _contains(long: str, short: str) -> bool:
    """Whether ``short`` is a run of whole words of ``long``."""
    if not short or len(short) >= len(long):
        return False
    if _HAN_ONLY.fullmatch(short):
        return short in long
    return f" {short} " in f" {_spaced(long)} "


def _spaced(key: str) -> str:
    return re.sub(rf"(?<=[{HAN}])(?=[^{HAN}\s])|(?<=[^{HAN}\s])(?=[{HAN}])", " ", key)
