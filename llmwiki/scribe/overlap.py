"""How alike two sentences are, by the words they share."""

from __future__ import annotations

import re
from functools import lru_cache

from llmwiki.vault.chars import HAN, HAN_CHAR

_HAN_RUN = re.compile(f"[{HAN}]+")
_WIDE = dict(zip(",:;?!()", "，：；？！（）", strict=True))
_NARROW = re.compile(rf"(?<=[{HAN}”」》）])[,:;?!()]|[,:;?!()](?=[{HAN}“「《（])")
_LATIN_WORD = re.compile(r"[^\W_](?:[\w.'’+-]*\w)?")

# Words that say nothing of what a sentence is about.
_FUNCTION_WORDS = frozenset(
    """a an the and or but nor of in on at to for from by with without into onto over under as than then that this these those
    it its he she they them their his her we our us you your i my me is are was were be been being am do does did done has have
    had having will would can could may might must shall should not no so if when while where which who whom whose what how why
    there here also more most very such each any all some both other another about after before between through during just only
    even still much many one two up out off own same too s t re ve ll d m""".split()
)

# "one" and 一 stand for anything and in any word.
_NUMBER = re.compile(
    r"\d+(?:[.,]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|half|twice|once|first|second|third)\b"
    r"|[二两三四五六七八九十百千万亿零半]+",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:not|no|never|without|neither|nor|none|cannot|unable)\b|n['’]t\b|[不没未非无]|别(?=再|去|用)", re.IGNORECASE)

# Above this share of Han characters a sentence is read by the Chinese rules.
_CHINESE_SHARE = 0.2
# The same sentences are looked at for every page they may stand on; the caches must not grow with the number of sources.
_REMEMBERED = 1 << 10


@lru_cache(maxsize=_REMEMBERED)
def is_chinese(text: str) -> bool:
    """Whether the rules for Chinese sentences fit ``text``."""
    visible = len(text) - text.count(" ")
    return visible > 0 and len(HAN_CHAR.findall(text)) / visible >= _CHINESE_SHARE


def wide(text: str) -> str:
    """Chinese text with full-width marks where it has ASCII ones beside a Han character, and 。 for ．; lengths stay the same."""
    return _NARROW.sub(lambda mark: _WIDE[mark.group()], text.replace("．", "。")) if is_chinese(text) else text


@lru_cache(maxsize=_REMEMBERED)
def word_set(text: str) -> frozenset[str]:
    """Content words in lower case, plural s off, and pairs of neighbouring Han characters."""
    latin = {_singular(word.group().lower()) for word in _LATIN_WORD.finditer(HAN_CHAR.sub(" ", text))}
    pairs = {run[i : i + 2] for run in _HAN_RUN.findall(text) for i in range(max(1, len(run) - 1))}
    return frozenset((latin - _FUNCTION_WORDS) | pairs)


def likeness(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard index, 0 to 1."""
    return len(left & right) / len(left | right) if left and right else 0.0


def inclusion(left: frozenset[str], right: frozenset[str]) -> float:
    """Shared words over the smaller set, 0 to 1: near 1 when one sentence says what the other says."""
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


@lru_cache(maxsize=_REMEMBERED)
def hard_words(text: str) -> tuple[str, ...]:
    """What must agree where two sentences are taken for one: numbers in digits and in words, and whether they deny."""
    numbers = [match.group().lower() for match in _NUMBER.finditer(text)]
    return (*sorted(numbers), *(("not",) if len(_DENIAL.findall(text)) % 2 else ()))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word  # noqa: PLR2004
