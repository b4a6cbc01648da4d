"""Names that no model may join, whatever it says: they differ in a number, a version or a qualifier."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

from llmwiki.scribe.alike import spelled_alike
from llmwiki.scribe.identity import merge_key, vetoed
from llmwiki.vault.chars import HAN, HAN_CHAR

_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_RANKS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ROMAN = "i ii iii iv v vi vii viii ix x xi xii"
_CHINESE = "一二三四五六七八九十"
_DIGITS = re.compile(r"\d+(?:[._]\d+)*")
_ZEROS = re.compile(r"(?:\.0)+$")
_COUNTED = re.compile(rf"第([{_CHINESE}]{{1,3}})|([{_CHINESE}两双]{{1,3}})(?=[次代阶级层维元版期季号届世型相路进])")
"""Chinese numerals that count something, so that 一致性 and 统一 have none."""

_PREFIXES = (
    ("hypo", "hyper"),
    ("intra", "inter"),
    ("endo", "exo"),
    ("micro", "macro"),
    ("pre", "post"),
    ("under", "over"),
    ("in", "out"),
    ("im", "ex"),
)
_HAN_NAME = re.compile(f"[{HAN}·]+")
_SHORT, _HEAD = 3, 2
"""Chinese names of up to three characters that share one in place, and longer ones that share their last two, differ in what matters."""


def told_apart(first: str, second: str) -> bool:
    """Whether two names must not be joined on a model's word.

    Beside what :func:`~llmwiki.scribe.identity.vetoed` says: numbers in words or another script (``World War I`` and 第二次世界大战), other
    qualifiers of one head (``deep learning`` and ``machine learning``, 乐观事务 and 悲观事务), and qualifiers that exclude each other in
    any of the two languages (``read lock`` and 写锁).
    """
    if merge_key(first) == merge_key(second) or spelled_alike(first, second):
        return False
    counts = numbers(first), numbers(second)
    if all(counts) and counts[0] != counts[1]:
        return True
    return vetoed(first, second) or _qualified(first, second) or _opposed(first, second) or _prefixed_apart(first, second)


@lru_cache(maxsize=1 << 11)
def numbers(name: str) -> frozenset[str]:
    """The numbers in a name, those in words, Roman and Chinese numerals as digits."""
    found = {_ZEROS.sub("", number) for number in _DIGITS.findall(name)}
    words = merge_key(name).split()
    for names in (_WORDS.split(), _RANKS.split()):
        found.update(str(names.index(word) + 1) for word in words if word in names)
    last = name.split()[-1:] if len(words) > 1 else []
    found.update(str(_ROMAN.split().index(word.lower()) + 1) for word in last if word.isupper() and word.lower() in _ROMAN.split())
    found.update(str(_value(match[1] or match[2])) for match in _COUNTED.finditer(name))
    return frozenset(found)


def _value(numeral: str) -> int:
    """Of a Chinese numeral below a hundred."""
    tens, ten, ones = numeral.replace("两", "二").replace("双", "二").rpartition("十")
    single = _CHINESE.find(ones) + 1 if ones else 0
    return (_CHINESE.find(tens) + 1 if tens else 1) * 10 + single if ten else single


def _qualified(first: str, second: str) -> bool:
    """Whether two names of one script have the same head, and each a qualifier that the other lacks."""
    if _HAN_NAME.fullmatch(first) and _HAN_NAME.fullmatch(second):
        return _qualified_chinese(first, second)
    if HAN_CHAR.search(first) or HAN_CHAR.search(second):
        return False
    (head, left), (other, right) = _parted(first), _parted(second)
    return head == other and bool(left - right) and bool(right - left)


def _parted(name: str) -> tuple[str, frozenset[str]]:
    """The head word of an English name and its other words."""
    words = merge_key(name).split() or [""]
    at = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    return words[at], frozenset(words[:at] + words[at + 1 :])


def _qualified_chinese(first: str, second: str) -> bool:
    if len(first) == len(second) <= _SHORT:
        return any(one == other for one, other in zip(first, second, strict=True))
    shared = next((n for n, (one, other) in enumerate(zip(reversed(first), reversed(second), strict=False)) if one != other), 0)
    left, right = first[: len(first) - shared], second[: len(second) - shared]
    return shared >= _HEAD and left not in right and right not in left


def _opposed(first: str, second: str) -> bool:
    return any(
        ours and theirs and ours.isdisjoint(theirs)
        for ours, theirs in ((_sides(first, choice), _sides(second, choice)) for choice in _choices())
    )


def _prefixed_apart(first: str, second: str) -> bool:
    """Whether two names are the same but for prefixes that exclude each other: hypothyroidism, hyperthyroidism."""
    left, right = merge_key(first), merge_key(second)
    return any(
        left.replace(one, "\0", 1) == right.replace(other, "\0", 1) != left for pair in _PREFIXES for one, other in (pair, pair[::-1])
    )


def _sides(name: str, choice: tuple[frozenset[str], ...]) -> set[int]:
    """Which sides of a choice a name takes; the longer Chinese word first, so that 非对称 is not 对称 too."""
    key = merge_key(name)
    words = set(re.findall(r"[a-z]+", key))
    found = {n for n, side in enumerate(choice) if words & side}
    for part, n in sorted(((part, n) for n, side in enumerate(choice) for part in side), key=lambda entry: (-len(entry[0]), entry)):
        if HAN_CHAR.match(part) and part in key:
            found.add(n)
            key = key.replace(part, " ")
    return found


@cache
def _choices() -> tuple[tuple[frozenset[str], ...], ...]:
    text = (files(__package__) / "data" / "opposites.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(tuple(frozenset(side.split()) for side in line.split(" | ")) for line in lines)
