"""Whether two names, or two texts, are the same but for how they are written."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from llmwiki.vault.page import Page

ALIKE = 0.85
"""Two texts are near-identical when they share so much of the longer one."""

_LEAST = 200
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\W_]+(?=\d)")
_NO_NAME = re.compile(r"[^a-z0-9+#\0]+")
_WIDE_FROM = "\u2e80"
_WIDE = 3
_LONGEST_LINES = 3
# Lines that are no text of the page's own: headings, footnotes, tables, comments, rules.
_ASIDE = ("#", "[^", "|", "<!--", "---", "%%", "```")
_LEAD = re.compile(r"(?:[-*+>]|\d+[.)])\s+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


def name_key(name: str) -> str:
    """What all spellings of a name share.

    ``Vector-Search`` and ``vector search`` have one key; ``C`` and ``C++``, ``GPT-3.5`` and ``GPT-35`` have not.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    joined = _BETWEEN_DIGITS.sub("\0", folded)
    if joined.isascii():
        return _NO_NAME.sub("", joined)
    return "".join(char for char in joined if char in "+#\0" or unicodedata.category(char)[0] in "LMN")


def singular(key: str) -> str:
    """The key of an English plural as that of its singular; other keys as they are."""
    if len(key) < 5 or not key.isascii() or not key.endswith("s") or key.endswith(("ss", "us", "is")):  # noqa: PLR2004 - DNS, RAGs
        return key
    if key.endswith("ies"):
        return f"{key[:-3]}y"
    return key[:-2] if key.endswith(("ches", "shes", "xes", "sses", "zes")) else key[:-1]


def text_marks(page: Page) -> list[int]:
    """Hashes of the longest lines: two texts of which none is shared are not near-identical but in rare cases."""
    found: list[str] = []
    for line in sorted(map(str.strip, page.text[page.body_start :].splitlines()), key=len, reverse=True):
        if len(found) == _LONGEST_LINES or not line:
            break
        if not line.startswith(_ASIDE) and line not in found:
            found.append(line)
    return [crc32(line.encode("utf-8", "surrogateescape")) for line in found]


def alike(one: Page, other: Page) -> bool:
    """Whether two texts of some length share nearly all sentences."""
    left, right = _sentences(one), _sentences(other)
    shared = sum(map(_weight, left & right))
    return shared >= _LEAST and shared >= ALIKE * max(sum(map(_weight, left)), sum(map(_weight, right)))


def _lines(page: Page) -> list[str]:
    lines = map(str.strip, page.text[page.body_start :].splitlines())
    return [line for line in lines if line and not line.startswith(_ASIDE)]


def _sentences(page: Page) -> set[str]:
    return {sentence for line in _lines(page) for sentence in _SENTENCE.split(_LEAD.sub("", line)) if sentence}


def _weight(text: str) -> int:
    """Its length; a Chinese character says as much as three Latin ones."""
    return sum(_WIDE if char >= _WIDE_FROM else 1 for char in text)
