"""Short forms and what they stand for, where a source says both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SMALL = frozenset("of the for and in to a an on with de la du".split())
_SHORT = r"[A-Z][A-Za-z0-9]*(?:[&.-][A-Za-z0-9]+)*"
_BRACKET = re.compile(r"\s?\(([^()]{2,80})\)")
_SPELLED = re.compile(
    rf"\b(?P<short>{_SHORT})(?:,| is| \(|,? which is)?\s*"
    r"(?:short for|stands for|an acronym for|an abbreviation (?:of|for)|abbreviates)\s+[\"“‘']?(?P<long>[^.,;:()\"”’]+)"
)
_OR = re.compile(r",?\s(?:or|abbreviated(?: as| to)?|commonly shortened to|shortened to)\s[\"“]?(?P<short>[A-Z][A-Z0-9&]{1,7})\b")
_WORD = re.compile(r"[^\W_]+(?:['’.&][^\W_]+)*")
# InterPlanetary gives two letters to IPNS.
_CAPITALS = re.compile(r"[A-Z](?=[a-z])")
_MOST = 10
_BACK = 200
_LOWER_SHARE = 2


class Pair(NamedTuple):
    """Two names of one thing.

    Attributes:
        long: The spelled-out or first name.
        short: The acronym or other name.
        sentence: Index of the sentence that says so.
        sure: Whether one sighting is enough.
    """

    long: str
    short: str
    sentence: int
    sure: bool


def english_pairs(text: str, sentence: int) -> Iterator[Pair]:
    """Acronyms of a sentence with their expansion: ``Long Form (LF)``, ``LF (long form)``, ``LF stands for long form``."""
    for match in _BRACKET.finditer(text):
        for inside in re.split(r"[,;]\s*", match[1]):
            yield from _bracketed(text[: match.start()], inside.strip(" \"“”'"), sentence)
    for match in _SPELLED.finditer(text):
        words = match["long"].split()
        expansion = expansion_after(words, match["short"])
        if expansion:
            yield Pair(expansion, match["short"], sentence, sure=True)
    for match in _OR.finditer(text):
        expansion = expansion_before(text[: match.start()], match["short"])
        if expansion:
            yield Pair(expansion, match["short"], sentence, sure=True)


def _bracketed(before: str, inside: str, sentence: int) -> Iterator[Pair]:
    if is_short(inside):
        expansion = expansion_before(before, inside)
        if expansion:
            yield Pair(expansion, inside, sentence, sure=True)
        return
    short = re.search(rf"({_SHORT})[\"”’]?$", before[-20:])
    if short and is_short(short[1]):
        words = inside.split()
        if expansion_after(words, short[1]) == inside:
            yield Pair(inside, short[1], sentence, sure=True)


def is_short(text: str) -> bool:
    """Whether a text looks like an acronym: at least two capitals, few other letters."""
    if not re.fullmatch(_SHORT, text) or len(text) > _MOST:
        return False
    capitals = sum(char.isupper() for char in text)
    return capitals > 1 and sum(char.islower() for char in text) <= _LOWER_SHARE


def expansion_before(before: str, short: str) -> str:
    """The words right before a bracket whose initials are the acronym's letters; empty when they are not.

    A final small s may be a plural (``ADRs``) or belong to the acronym (``PaaS``): both are tried.
    """
    before = before[-_BACK:]
    words = [(match[0], match.start()) for match in _WORD.finditer(before)]
    end = words[-1][1] + len(words[-1][0]) if words else 0
    if before[end:].strip(' "”’*_-'):
        return ""
    for letters in _letter_forms(short):
        first = _match_back([word for word, _ in words], letters)
        if first >= 0 and not re.search(r"[.;:()]\s", before[words[first][1] : end]):
            return before[words[first][1] : end]
    return ""


def expansion_after(words: Sequence[str], short: str) -> str:
    """The leading words whose initials are the acronym's letters."""
    parts = [re.sub(r"\W+$", "", word) for word in words]
    for count in range(2, min(len(parts), _MOST) + 1):
        pieces = [match[0] for word in parts[:count] for match in _WORD.finditer(word)]
        if any(_match_back(pieces, letters) == 0 for letters in _letter_forms(short)):
            return " ".join(parts[:count])
    return ""


def _letter_forms(short: str) -> list[str]:
    letters = re.sub(r"[^A-Za-z0-9]", "", short)
    forms = [letters.lower()]
    if letters.endswith("s") and letters[:-1].isupper():
        forms.insert(0, letters[:-1].lower())
    return forms


def _match_back(words: Sequence[str], letters: str) -> int:
    """Index of the first word of the shortest tail of ``words`` whose initials spell ``letters``; -1 when none does."""
    left = len(letters) - 1
    for index in range(len(words) - 1, -1, -1):
        word = words[index].lower()
        inner = "".join(_CAPITALS.findall(words[index])).lower()
        if len(inner) > 1 and letters[: left + 1].endswith(inner):
            left -= len(inner)
        elif word[0] == letters[left]:
            left -= 1
        elif word not in _SMALL:
            return -1
        if left < 0:
            return index
    return -1
