"""How one sequence of strands differs from another, in steps as small as possible."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

ALIKE = 0.4
"""Share of common letter pairs (Dice) from which a replaced strand counts as an edited form of the old one."""

_PAIRING_LIMIT = 2500


class Strand(NamedTuple):
    """A strand of text and the white space behind it.

    Attributes:
        core: The text, without the white space behind it.
        gap: That white space.
        kind: ``heading``, ``paragraph``, ``item``, ``row``, ``footnote``, ``sentence``...
        key: What strands are recognised by: the text, or the label of a footnote.
    """

    core: str
    gap: str
    kind: str
    key: str


class Hunk(NamedTuple):
    """Strands ``start:end`` of the base become strands ``first:last`` of one side; ``side`` is 0 for the person, 1 for the tool."""

    start: int
    end: int
    side: int
    first: int
    last: int


def hunks(base: Sequence[Strand], other: Sequence[Strand], side: int) -> list[Hunk]:
    """How ``other`` differs from ``base``, in steps as small as possible: one edited or deleted strand each, or one insertion."""
    matcher = SequenceMatcher(None, [strand.key for strand in base], [strand.key for strand in other])
    found = []
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            edited = (index for index in range(end - start) if base[start + index].core != other[first + index].core)
            found += [Hunk(start + i, start + i + 1, side, first + i, first + i + 1) for i in edited]
        else:
            found += _paired(base, other, Hunk(start, end, side, first, last))
    return found


def _paired(base: Sequence[Strand], other: Sequence[Strand], hunk: Hunk) -> list[Hunk]:
    """Split a replaced stretch at strands that are edited forms of each other."""
    found = []
    start, first = hunk.start, hunk.first
    pairs = _pairs(base[hunk.start : hunk.end], other[hunk.first : hunk.last])
    for index, twin in [*pairs, (hunk.end - hunk.start, hunk.last - hunk.first)]:
        found += _rest(base, other, Hunk(start, hunk.start + index, hunk.side, first, hunk.first + twin))
        if hunk.start + index < hunk.end:
            found.append(Hunk(hunk.start + index, hunk.start + index + 1, hunk.side, hunk.first + twin, hunk.first + twin + 1))
        start, first = hunk.start + index + 1, hunk.first + twin + 1
    return found


def _rest(base: Sequence[Strand], other: Sequence[Strand], hunk: Hunk) -> list[Hunk]:
    """Deletions one by one, anything else as it is; footnotes in place of footnotes are deletions and an insertion."""
    strands = (*base[hunk.start : hunk.end], *other[hunk.first : hunk.last])
    if hunk.first < hunk.last and any(strand.kind != "footnote" for strand in strands):
        return [hunk]
    gone = [Hunk(index, index + 1, hunk.side, hunk.first, hunk.first) for index in range(hunk.start, hunk.end)]
    return [*gone, hunk._replace(start=hunk.end)] if hunk.first < hunk.last else gone


def _pairs(base: Sequence[Strand], other: Sequence[Strand]) -> list[tuple[int, int]]:
    """Index pairs, rising on both sides, that give the highest likeness in all."""
    if not base or not other or len(base) * len(other) > _PAIRING_LIMIT:
        return []
    bags, others = [_bag(strand.core) for strand in base], [_bag(strand.core) for strand in other]
    best = [[0.0] * (len(other) + 1) for _ in range(len(base) + 1)]
    alike = [
        [_likeness(bag, new) if _comparable(a, b) else 0.0 for b, new in zip(other, others, strict=True)]
        for a, bag in zip(base, bags, strict=True)
    ]
    for i in range(len(base) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            taken = alike[i][j] + best[i + 1][j + 1] if alike[i][j] >= ALIKE else 0.0
            best[i][j] = max(taken, best[i + 1][j], best[i][j + 1])
    return _walk(best, alike)


def _comparable(old: Strand, new: Strand) -> bool:
    """Footnotes under two labels are two, however alike; other strands of one kind may be forms of each other."""
    return old.kind == new.kind != "footnote"


def _walk(best: list[list[float]], alike: list[list[float]]) -> list[tuple[int, int]]:
    found = []
    i = j = 0
    while i < len(alike) and j < len(alike[i]):
        if alike[i][j] >= ALIKE and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _bag(text: str) -> frozenset[str]:
    return frozenset(text[index : index + 2] for index in range(max(1, len(text) - 1)))


def _likeness(left: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(left & right) / (len(left) + len(right))
