"""Every spelling of every name in one pass over a text, the longest match first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from llmwiki.scribe.identity import singular
from llmwiki.scribe.latin import code_places
from llmwiki.vault.chars import HAN

_LETTER = rf"[^\W_{HAN}]"
_UNIT = re.compile(rf"{_LETTER}+(?:[.&'’_]{_LETTER}+)*(?:\+\+|#(?!\w))?|[{HAN}]|[^\s·•‧–-]")
_POSSESSIVE = re.compile(r"['’]s?$")


class Unit(NamedTuple):
    """A Latin word, a Han character or a mark, with its place."""

    text: str
    start: int
    end: int


class Match(NamedTuple):
    """A name in a sentence; ``name`` is what was registered with the spelling."""

    start: int
    end: int
    name: str


class _Spelling(NamedTuple):
    name: str
    exact: tuple[str, ...]


def units(text: str) -> list[Unit]:
    """What a text is compared by: hyphen and space part words alike, a possessive is cut."""
    found = []
    for match in _UNIT.finditer(text):
        word, start = match[0], match.start()
        if "'" in word or "’" in word:
            word = _POSSESSIVE.sub("", word) or word
        found.append(Unit(word, start, start + len(word)))
    return found


class _Node:
    """A step of a spelling: the words that may follow, and the spellings that end with a word (in the singular)."""

    __slots__ = ("ends", "next")

    def __init__(self) -> None:
        self.next: dict[str, _Node] = {}
        self.ends: dict[str, list[_Spelling]] = {}


class Matcher:
    """Finds registered spellings.

    A spelling matches in any case and with its last word in singular or plural; one registered as exact only as written.
    """

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, spelling: str, name: str, *, exact: bool = False) -> None:
        """Register a spelling of a name; of two names with one spelling an exact one wins, then the first."""
        words = [unit.text for unit in units(spelling)]
        if not words:
            return
        node = self._root
        for word in words[:-1]:
            node = node.next.setdefault(word.lower(), _Node())
        ends = node.ends.setdefault(singular(words[-1].lower()), [])
        ends.insert(0 if exact else len(ends), _Spelling(name, tuple(words) if exact else ()))

    def find(self, text: str) -> Iterator[Match]:
        """Leftmost longest matches of a sentence, none overlapping; inside code only what fills the whole span."""
        found = units(text)
        code = code_places(text)
        position = 0
        while position < len(found):
            name, count = self._longest(found, position)
            if count:
                start, end = found[position].start, found[position + count - 1].end
                if start not in code or (text[start - 1], text[end : end + 1]) == ("`", "`"):
                    yield Match(start, end, name)
                    position += count
                    continue
            position += 1

    def _longest(self, found: list[Unit], first: int) -> tuple[str, int]:
        node, best, count = self._root, "", 0
        for index in range(first, len(found)):
            word = found[index].text.lower()
            name = _fitting(node.ends.get(singular(word), ()), found, first, index)
            if name:
                best, count = name, index - first + 1
            following = node.next.get(word)
            if following is None:
                break
            node = following
        return best, count


def _fitting(ends: Iterable[_Spelling], found: list[Unit], first: int, last: int) -> str:
    for spelling in ends:
        if not spelling.exact or spelling.exact == tuple(unit.text for unit in found[first : last + 1]):
            return spelling.name
    return ""
