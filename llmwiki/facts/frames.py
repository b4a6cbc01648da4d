"""Chinese names that stand in a statement where its quotes have another one: between the same characters.

Nothing has to be known as a name. A run of characters of which the evidence has none, in no common word, takes the place of another run
that the statement has lost, in no common word either: 在[柳]河渡口 for 在[栗]河渡口, 在[飞腾]3A上 for 在[龙芯]3A上. Common words are left
out, since a paraphrase may put one for another.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_HAN = "\u3400-\u9fff"
_SIGN = re.compile(f"[{_HAN}]")
_DROPPED = re.compile(r"[\s“”\"‘’'《》「」]+")
_SIDE = 2
_ENOUGH = 2
_LONGEST = 4


def replaced(
    statement: str, quotes: Sequence[str], everything: str, common: tuple[Collection[str], Collection[str]], beside: str
) -> Iterator[str]:
    """Runs of a statement that stand in the place of others.

    Args:
        statement: One sentence.
        quotes: What is cited for it.
        everything: All that the evidence has.
        common: Common words of the statement and of its quotes; one of a single character may be part of a longer run.
        beside: Characters that stand beside names and are none of their own.
    """
    said = _DROPPED.sub("", statement)
    whole = [_DROPPED.sub("", quote) for quote in quotes]
    for start, end in _runs(said, everything, common[0], beside):
        if any(_has_another(said, (start, end), quote, common[1], beside) for quote in whole):
            yield said[start:end]


def _runs(said: str, everything: str, common: Collection[str], beside: str) -> Iterator[tuple[int, int]]:
    """Runs of characters that the evidence does not have, one that it has between them aside; none with a common word in it."""
    plain = _covered(said, common)
    strange = [at for at, sign in enumerate(said) if _SIGN.match(sign) and sign not in everything and sign not in beside]
    runs: list[list[int]] = []
    for at in strange:
        if runs and at - runs[-1][1] <= 1 and _SIGN.match(said[at - 1]):
            runs[-1][1] = at + 1
        else:
            runs.append([at, at + 1])
    for start, end in runs:
        is_word = end - start == 1 and (said[start] in common or all(_is_plain(said, place, plain, beside) for place in (start - 1, end)))
        if end - start <= _LONGEST and not is_word and plain.isdisjoint(range(start, end)):
            yield start, end


def _is_plain(text: str, at: int, plain: Collection[int], beside: str) -> bool:
    """Whether there is no character of a name at a place."""
    return not 0 <= at < len(text) or not _SIGN.match(text[at]) or text[at] in beside or at in plain


def _covered(text: str, words: Collection[str]) -> frozenset[int]:
    """The places of words of more than one character in a text."""
    words = [word for word in words if len(word) > 1]
    return frozenset(at for word in words for found in re.finditer(re.escape(word), text) for at in range(found.start(), found.end()))


def _has_another(said: str, run: tuple[int, int], quote: str, common: Collection[str], beside: str) -> bool:
    """Whether a quote has another run between the same characters, which the statement has lost."""
    plain = _covered(quote, common)
    for form in _forms(said, run, beside):
        for found in re.finditer(form, quote):
            other = found["other"]
            is_lost = other[0] not in said and set(other).isdisjoint(said[run[0] : run[1]]) and (run[1] - run[0] == 1) == (len(other) == 1)
            if is_lost and plain.isdisjoint(range(*found.span("other"))):
                return True
    return False


def _forms(said: str, run: tuple[int, int], beside: str) -> Iterator[str]:
    """Patterns of the run's surroundings: so many characters in all, and no character of a name at a side without any."""
    start, end = run
    of_name = rf"(?![{beside}])[{_HAN}]"
    for left, right in product(range(_SIDE + 1), repeat=2):
        before, behind = said[max(start - left, 0) : start], said[end : end + right]
        is_whole = len(before) + len(behind) == left + right and (before + behind).isalnum()
        is_open = (not left and re.match(of_name, said[start - 1 : start])) or (not right and re.match(of_name, said[end:]))
        if is_whole and left + right >= _ENOUGH and not is_open:
            opening = re.escape(before) or f"(?<!{of_name})"
            closing = re.escape(behind) or f"(?!{of_name})"
            yield f"{opening}(?P<other>[{_HAN}]{{1,{_LONGEST}}}?){closing}"
