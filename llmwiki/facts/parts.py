"""A text as tokens, with the names that are known in it whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_HAN = "\u3400-\u9fff"
_TOKEN = re.compile(rf"['’]s\b|\d[\d.,]*\d|[^\W_{_HAN}]+(?:[-’'](?!s\b)[^\W_{_HAN}]+)*|[{_HAN}]|[^\w\s“”‘’\"《》「」]")
WIDE = re.compile(f"[{_HAN}]")
"""A Chinese character."""


class Part(NamedTuple):
    """A token, folded, or a whole name as it is written."""

    text: str
    is_name: bool


def alike(one: str, other: str) -> bool:
    """Whether two names share a word; in Chinese, whether one is part of the other."""
    if WIDE.search(one) or WIDE.search(other):
        return one in other or other in one
    mine, theirs = (set(name.casefold().split()) for name in (one, other))
    return not mine.isdisjoint(theirs)


def form_of(name: str) -> str:
    """The pattern of a name as a whole word."""
    return re.escape(name) if WIDE.search(name) else rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"


def parts_of(text: str, names: Sequence[str]) -> list[Part]:
    """The tokens of a text, with its names whole."""
    spans = {found.start(): found.end() for found in re.finditer("|".join(map(form_of, names)), text)}
    parts, behind = [], 0
    for start, end in sorted(spans.items()):
        parts += [Part(found[0].casefold(), is_name=False) for found in _TOKEN.finditer(text, behind, start)]
        parts.append(Part(text[start:end], is_name=True))
        behind = end
    return [*parts, *(Part(found[0].casefold(), is_name=False) for found in _TOKEN.finditer(text, behind))]
