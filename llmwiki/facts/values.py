"""Values made comparable: dates and quantities as intervals, words folded.

A rounded number is the interval of all numbers that round to it, a year the interval of its days. Two
values exclude each other when their intervals do not meet; what cannot be compared never excludes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from llmwiki.facts.regions import REGIONS

_SWITCHES = {
    "on": ("on", "true", "enabled", "yes", "开启", "启用", "打开", "开"),
    "off": ("off", "false", "disabled", "no", "关闭", "禁用", "关"),
}
_SWITCH_OF = {word: state for state, words in _SWITCHES.items() for word in words}
# Names of licences are written in full, shortened, and with filling words.
_SHORTER = {"creative commons": "cc", "attribution": "by", "sharealike": "sa", "noncommercial": "nc", "non-commercial": "nc"}
_FILLERS = frozenset({"the", "version", "licence", "许可证", "协议"})
_LONGEST_SHORT = 8
_PARTS = re.compile(r"\s*[,，]\s*")
_WIDE = re.compile("[\u3400-\u9fff]")
_NOISE = re.compile(r"[`\"'“”‘’「」《》*]")


@dataclass(frozen=True, slots=True)
class Value:
    """A normalised value.

    Attributes:
        kind: ``date`` and ``quantity`` are intervals; ``place``, ``version`` and ``word`` are compared as text.
        text: As written.
        low, high: Ends of the interval, in ``unit``; for dates, days since the year 1.
        unit: Base unit, noun or currency; empty for a bare number.
    """

    kind: Literal["date", "quantity", "place", "version", "word"]
    text: str
    low: float = 0
    high: float = 0
    unit: str = ""

    def excludes(self, other: Value) -> bool:
        """Whether not both can be right; False when they cannot be compared."""
        if self.kind != other.kind or self.unit != other.unit:
            return False
        if self.kind == "place":
            return _places_exclude(_fold(self.text), _fold(other.text))
        if self.kind == "version":
            return _versions_exclude(_fold(self.text), _fold(other.text))
        if self.kind == "word":
            return _words_exclude(_fold(self.text), _fold(other.text))
        return self.low > other.high or other.low > self.high


def _fold(text: str) -> str:
    return _NOISE.sub("", unicodedata.normalize("NFKC", text)).strip(" .").casefold()


def _words_exclude(first: str, second: str) -> bool:
    """Whether two words or names differ; one that holds the words of the other, or is their initials, does not (``MIT``, ``GPL``)."""
    first, second = _SWITCH_OF.get(first, first), _SWITCH_OF.get(second, second)
    if bool(_WIDE.search(first)) != bool(_WIDE.search(second)) or first in second or second in first:
        return False
    one, two = _name_words(first), _name_words(second)
    return not (set(one) <= set(two) or set(two) <= set(one) or _is_short(first, two) or _is_short(second, one))


def _name_words(name: str) -> list[str]:
    for written, short in _SHORTER.items():
        name = name.replace(written, short)
    return [word for word in re.findall(r"[^\W\d_]+|\d+", name) if word not in _FILLERS]


def _is_short(name: str, words: list[str]) -> bool:
    """Whether ``name`` is made of the initials of ``words``: ``GPLv3`` of GNU General Public License v3."""
    letters = re.sub(r"\W|_", "", name)
    return 1 < len(letters) <= _LONGEST_SHORT and letters in "".join(word if word.isdigit() else word[0] for word in words)


def _versions_exclude(first: str, second: str) -> bool:
    """``3.0`` and ``v3.0.8`` are the same release line; ``3.0`` and ``3.1`` are not."""
    one, two = (re.findall(r"\d+", text) for text in (first, second))
    shared = min(len(one), len(two))
    return shared > 0 and one[:shared] != two[:shared]


def _places_exclude(first: str, second: str) -> bool:
    """Places exclude each other when they are of one rank: both cities, or both with their country."""
    if bool(_WIDE.search(first)) != bool(_WIDE.search(second)):
        return False
    one, two = _PARTS.split(first), _PARTS.split(second)
    if len(one) != len(two) or one[0] in second or two[0] in first:
        return False
    return (one[0] in REGIONS) == (two[0] in REGIONS)
