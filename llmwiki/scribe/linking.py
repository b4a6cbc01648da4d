"""Puts links on names: the first mention of another page inside the statements of one page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from llmwiki.scribe.inert import code_spans, inert
from llmwiki.vault.chars import HAN, HAN_CHAR

_WORD = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
# A Latin name is not linked inside an identifier, a path, a version or a longer dotted name.
_GLUED_BEFORE = re.compile(r"[\w./@#\\-]$")
_GLUED_AFTER = re.compile(r"[\w\\]|[./-]\w|\(\)")
_LONGEST_NAME = 80


class Place(NamedTuple):
    """Where a link goes in a plain text, and what it points at."""

    start: int
    end: int
    target: str


class Names:
    """Every spelling that leads to a page, looked up by its first word.

    Args:
        targets: Spelling to link target (the shortest unambiguous name of the page, no brackets).
    """

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._by_first: dict[str, list[tuple[str, str]]] = {}
        for spelling in sorted(targets, key=lambda name: (-len(name), name)):
            first = _WORD.search(spelling)
            if first is not None and first.start() == 0 and 1 < len(spelling) <= _LONGEST_NAME:
                self._by_first.setdefault(first.group().lower(), []).append((spelling, targets[spelling]))

    def places(self, text: str, taken: Collection[str]) -> Iterator[Place]:
        """Leftmost longest matches in ``text``, outside code; the first for each target that isn't in ``taken``."""
        seen = set(taken)
        code = code_spans(text)
        done = 0
        for word in _WORD.finditer(text):
            if word.start() < done or any(start <= word.start() < end for start, end in code):
                continue
            found = self._longest(text, word)
            if found is not None:
                done = found.end
                if found.target not in seen:
                    seen.add(found.target)
                    yield found

    def _longest(self, text: str, word: re.Match[str]) -> Place | None:
        for spelling, target in self._by_first.get(word.group().lower(), ()):
            end = word.start() + len(spelling)
            if _same(text[word.start() : end], spelling) and _stands_alone(text, word.start(), end) and not is_cut(text, word.start(), end):
                return Place(word.start(), end, target)
        return None


def linked(text: str, names: Names, taken: set[str]) -> str:
    """``text`` made inert with links on the names in it; targets used are added to ``taken``."""
    pieces = []
    done = 0
    for place in names.places(text, taken):
        taken.add(place.target)
        pieces += [inert(text[done : place.start]), wikilink(place.target, text[place.start : place.end])]
        done = place.end
    return "".join([*pieces, inert(text[done:])])


def wikilink(target: str, shown: str = "") -> str:
    """``[[target]]``, or ``[[target|shown]]`` when another text is to be read; brackets and pipes in it go."""
    label = re.sub(r"[\[\]|\\#^`]", "", shown).strip()
    return f"[[{target}|{label}]]" if label and label != target else f"[[{target}]]"


def in_table(text: str) -> str:
    """``text`` with every pipe escaped, those of wikilinks and code too, as a table cell needs."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def _same(written: str, spelling: str) -> bool:
    """Single Latin words count as written, since ``Context`` and ``context`` may be two things."""
    if written == spelling:
        return True
    return (" " in spelling or HAN_CHAR.search(spelling) is not None) and written.lower() == spelling.lower()


def _stands_alone(text: str, start: int, end: int) -> bool:
    if not HAN_CHAR.match(text[start]) and _GLUED_BEFORE.search(_no_han(text[:start][-1:])):
        return False
    return bool(HAN_CHAR.match(text[end - 1])) or not _GLUED_AFTER.match(_no_han(text[end : end + 2]))


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether a Chinese name is only letters of other words here; the segmenter is asked where a Han character stands beside it."""
    edges = ((text[start - 1 : start], text[start]), (text[end : end + 1], text[end - 1]))
    if not any(HAN_CHAR.match(beside) and HAN_CHAR.match(edge) for beside, edge in edges if beside):
        return False
    from llmwiki.scribe.names_zh import cuts_word

    return cuts_word(text, start, end)


def _no_han(text: str) -> str:
    return HAN_CHAR.sub(" ", text)
