"""Chinese names of a statement that its evidence does not have: spelling does not show them, a segmenter finds what may be names."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

BESIDE = frozenset(
    "的了着过是在和与及或把被也都就还会能可将对其该此这那个不没未无有并非要以为所地得由于从自向至到则而且又再已曾仅只约共各每另等之"
    "上下中内外前后时年月日号位名台家间里因但若如本他她它们均仍使让令给比更最很太较第条只座度率量数项次种类版部首册页"
    "达需付尚成出距含名新旧老小大据按经用做写说称叫属带装"
)
"""Characters that stand beside a name and are none of its own."""
_WIDE = re.compile("[\u3400-\u9fff\u3040-\u30ff]")
_UNBROKEN = re.compile(r"\w*\Z")
_MOST_OF = 2
_LED_BY = "并已曾又也再仍未代替归属改"
_DENIALS = "不没未无"
_RUN = 3


class Named(NamedTuple):
    """What a segmenter finds in Chinese text, where spelling does not show names.

    Attributes:
        sure: Names.
        unknown: Runs of characters that are no words together.
        rare: Words that no dictionary has, or as names only.
        plain: Words of the dictionary that hardly any text has.
        nouns: Its nouns that few texts have.
        common: Its words that any text may have, and characters that are such words by themselves.
    """

    sure: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    common: tuple[str, ...] = ()


def strangers(named: Named, quoted: Named, said: str, everything: str) -> Iterator[str]:
    """The names of a statement that the evidence has in no part that could be a name of its own.

    Args:
        named, quoted: What may be names in the statement, and in its quotes.
        said: The statement.
        everything: All that the evidence has.
    """
    yield from _strangers(_whole(named, said, everything), everything, _lost(quoted, said))


def _lost(quoted: Named, said: str) -> Named:
    """Of what quotes have that may be names: what the statement has not."""
    sure = tuple(name for name in quoted.sure if _own(name, said))
    others = (tuple(name for name in names if _is_strange(name, said)) for names in (quoted.unknown, quoted.rare, quoted.plain))
    return Named(sure, *others)


def _strangers(named: Named, everything: str, lost: Named) -> Iterator[str]:
    """Chinese names that the evidence has in no part that could be a name of its own.

    What only may be a name is one where a name of the quotes is missing: the surer that one is, the more.
    """
    if not _WIDE.search(everything):
        return
    yield from (name for name in named.sure if _has_own(name, everything))
    if any(lost):
        yield from (name for name in named.unknown if _is_strange(name, everything) and _has_own(name, everything))
        yield from (name for name in named.rare if _is_nowhere(name, everything))
    if lost.sure or lost.unknown or lost.rare:
        yield from (name for name in named.plain if _is_nowhere(name, everything))
    if lost.sure:
        yield from (name for name in named.nouns if _is_nowhere(name, everything))


def _whole(named: Named, said: str, everything: str) -> Named:
    """What may be names, without runs that begin within what the evidence has: the segmenter cut them wrongly."""
    return named._replace(
        sure=tuple(name for name in named.sure if not _is_cut(name, said, everything)),
        unknown=tuple(name for name in named.unknown if not _is_cut(name, said, everything)),
        rare=tuple(name for name in named.rare if not _is_cut(name, said, everything)),
        plain=tuple(name for name in named.plain if not _is_cut(name, said, everything)),
    )


def _is_cut(name: str, said: str, everything: str) -> bool:
    """Whether a short run begins with the end of a longer one that the evidence has, or with a word: 归县.

    Such are 夏管 behind 冯立, and 登花 behind the 禾 that a clause begins with.
    """
    start = said.find(name)
    before = _UNBROKEN.findall(said[max(start - _RUN + 1, 0) : start + 1])[0]
    own = name.lstrip(_LED_BY)[said[start - 1 : start].isdecimal() :]  # behind a digit stands a measure: 3升水
    return len(own) <= 1 or name[0] in _DENIALS or (len(name) < _RUN and len(before) > 1 and before in everything)


def _is_strange(name: str, text: str) -> bool:
    """Whether a text does not have a name, nor most of it."""
    own = _own(name, text)
    return bool(own) and (len(own) == len(name) - 1 or len(own) >= _MOST_OF)


def _is_nowhere(name: str, text: str) -> bool:
    """Whether no two neighbouring characters of a name stand in a text, and not all only stand beside names."""
    pairs = [first + second for first, second in pairwise(name.lstrip(_LED_BY))]
    return bool(pairs) and not BESIDE.issuperset(name) and not any(pair in text for pair in pairs)


def _has_own(name: str, text: str) -> bool:
    """Whether a name has a character that the text has nowhere, or more than one that it has only elsewhere."""
    own = _own(name, text)
    return len(own) > 1 or any(sign not in text for sign in own)


def _own(name: str, text: str) -> list[str]:
    """What of a name a text does not have, without characters that only stand beside names."""
    return [sign for sign in _without_longest(name, text) if sign not in BESIDE]


def _without_longest(name: str, text: str) -> str:
    """A name without the longest part of it that stands in a text."""
    spans = ((start, end) for length in range(len(name), 0, -1) for start in range(len(name) - length + 1) for end in (start + length,))
    start, end = next(((start, end) for start, end in spans if name[start:end] in text), (0, 0))
    return name[:start] + name[end:]
