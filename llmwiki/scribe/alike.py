"""Names of which the form already shows that they may be one: spellings, and short forms of long ones."""

from __future__ import annotations

import re
from functools import lru_cache

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.identity import merge_key
from llmwiki.vault.chars import HAN_CHAR

_SMALL = frozenset("of the for and in to a an on with de la du by".split())
_FEWEST = 3
"""Letters of a short form: two fit too much."""

_LONG = 8
"""Letters of a word that may have a numeronym."""

_NUMERONYM = re.compile(r"([a-z])(\d{1,2})([a-z])")
_COUNTS = {"two": "2", "three": "3", "four": "4"}
"""What stands in a short form for a number at the beginning of the long one: 2PC, two-phase commit."""

_SPELLINGS = (
    (re.compile(r"is(?=(?:e[ds]?|ing|ations?)\b)"), "iz"),
    (re.compile(r"ys(?=(?:e[ds]?|ing)\b)"), "yz"),
    (re.compile(r"(?<=\w\w)our\b"), "or"),
    (re.compile(r"(?<=[bt])re\b"), "er"),
    (re.compile(r"(?<=\w\w)ence\b"), "ense"),
    (re.compile(r"ogue\b"), "og"),
    (re.compile(r"(?<=gra)mme\b"), "m"),
)
"""British to American endings; only used to compare."""


def spelled_alike(first: str, second: str) -> bool:
    """Whether two names differ in spaces, in British and American spelling or in the place of a number alone.

    ``e-mail`` and ``email``, ``open-source licence`` and ``open source license``, ``Report 2023`` and ``2023 Report``.
    """
    left, right = spelling(first), spelling(second)
    return bool(left) and (left == right or _numbered(left) == _numbered(right) != ("", ()))


def abbreviates(short: str, name: str) -> bool:
    """Whether a short form has the initials of a longer Latin name, three or more (``MVCC``, ``2PC``), or is its numeronym (``K8s``)."""
    return not short_forms(short).isdisjoint(initials(name))


@lru_cache(maxsize=1 << 11)
def short_forms(text: str) -> frozenset[str]:
    """A short form in small letters, with and without the s of a plural; empty when the text is none."""
    letters = text.strip().lower()
    if not is_short(text.strip().lstrip("234")) and not _NUMERONYM.fullmatch(letters):
        return frozenset()
    return frozenset({letters, letters.removesuffix("s")})


@lru_cache(maxsize=1 << 11)
def initials(name: str) -> frozenset[str]:
    """What a Latin name may be shortened to, in small letters.

    Initials of several words, at least three, hyphens parting words or not; the numeronym of one long word.
    """
    words = merge_key(name).split()
    if HAN_CHAR.search(name) or not words:
        return frozenset()
    if len(words) == 1:
        word = name.strip().lower()
        return frozenset({f"{word[0]}{len(word) - 2}{word[-1]}"}) if len(word) >= _LONG and word.isalpha() else frozenset()
    plain = {"".join(word[0] for word in words), "".join(word[0] for word in words if word not in _SMALL)}
    plain.add("".join(word[0] for word in name.lower().split() if word not in _SMALL))
    numbered = {_COUNTS[words[0]] + form[1:] for form in plain} if words[0] in _COUNTS else set()
    return frozenset(form for form in plain | numbered if len(form) >= _FEWEST)


def _numbered(name: str) -> tuple[str, tuple[str, ...]]:
    """The words of a spelling without its whole numbers, and these; nothing where there are none."""
    words = name.split()
    found = tuple(word for word in words if word.isdecimal())
    return (" ".join(word for word in words if not word.isdecimal()), found) if found and len(words) > len(found) else ("", ())


@lru_cache(maxsize=1 << 11)
def spelling(name: str) -> str:
    """The merging key in one spelling, without spaces; with them where it has digits, since ``1 0`` is not ``10``."""
    key = merge_key(name)
    for pattern, ending in _SPELLINGS:
        key = pattern.sub(ending, key)
    return key if any(char.isdigit() for char in key) else key.replace(" ", "")
