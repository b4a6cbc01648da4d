"""Three-way merge of two sequences of strands that started from one: blocks of a page, sentences of a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from llmwiki.vault.hunks import Hunk, Strand, hunks

_RUNNING_ON = frozenset({"item", "row", "footnote"})


class Woven(NamedTuple):
    """A strand of the result and its index in each of the three sequences, None where it does not stand."""

    core: str
    kind: str
    base: int | None = None
    present: int | None = None
    proposed: int | None = None


class Clash(NamedTuple):
    """Strands that both sides changed in different ways; ``at`` is the place in ``present``."""

    base: tuple[Strand, ...]
    present: tuple[Strand, ...]
    proposed: tuple[Strand, ...]
    at: int


Resolve = Callable[[tuple[Strand, ...], tuple[Strand, ...], tuple[Strand, ...]], str | None]
"""Given one changed strand of each side, the merged text, or None."""


def nothing(_base: tuple[Strand, ...], _present: tuple[Strand, ...], _proposed: tuple[Strand, ...]) -> str | None:
    """No common text."""
    return None


def never(_clash: Clash) -> bool:
    """One side only."""
    return False


@dataclass(slots=True)
class Weave:
    """The merge of three sequences; :meth:`run` fills ``woven`` and ``clashes``.

    Where both sides changed the same strand, ``resolve`` may find a common text, or ``keep_both`` may let both
    stand. Otherwise the person's stays and a clash is noted.
    """

    base: Sequence[Strand]
    present: Sequence[Strand]
    proposed: Sequence[Strand]
    resolve: Resolve = nothing
    keep_both: Callable[[Clash], bool] = never
    woven: list[Woven] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)

    def run(self) -> Weave:
        """Go through the base once, taking the changes of both sides in order; returns itself."""
        waiting = sorted([*hunks(self.base, self.present, 0), *hunks(self.base, self.proposed, 1)])
        at = 0
        shift = [0, 0]
        while waiting:
            group = _overlapping(waiting)
            del waiting[: len(group)]
            start, end = group[0].start, max(hunk.end for hunk in group)
            self._keep(at, start, shift)
            self._change(group, start, end, shift)
            for hunk in group:
                shift[hunk.side] = hunk.last - hunk.end
            at = end
        self._keep(at, len(self.base), shift)
        return self

    def _keep(self, start: int, end: int, shift: list[int]) -> None:
        for index in range(start, end):
            strand = self.present[index + shift[0]]
            self.woven.append(Woven(strand.core, strand.kind, index, index + shift[0], index + shift[1]))

    def _change(self, group: list[Hunk], start: int, end: int, shift: list[int]) -> None:
        sides = {hunk.side for hunk in group}
        if start == end:
            self._insert(group)
        elif len(sides) == 1:
            self._replace(group[0], shift)
        else:
            present, proposed = (_extent(group, side, range(start, end), shift[side]) for side in (0, 1))
            self._join(present, proposed, range(start, end))

    def _replace(self, hunk: Hunk, shift: list[int]) -> None:
        if hunk.end - hunk.start != 1 or hunk.last - hunk.first != 1:
            self._take(hunk.side, range(hunk.first, hunk.last))
            return
        strand = (self.proposed if hunk.side else self.present)[hunk.first]
        self.woven.append(Woven(strand.core, strand.kind, hunk.start, hunk.start + shift[0], hunk.start + shift[1]))

    def _take(self, side: int, indexes: range) -> None:
        strands = self.proposed if side else self.present
        for index in indexes:
            where = (None, index) if side else (index, None)
            self.woven.append(Woven(strands[index].core, strands[index].kind, None, *where))

    def _insert(self, group: list[Hunk]) -> None:
        """Both insertions at one point are kept, what both insert only once."""
        own, other = (next((range(hunk.first, hunk.last) for hunk in group if hunk.side == side), range(0)) for side in (0, 1))
        keys = [self.present[index].key for index in own], [self.proposed[index].key for index in other]
        for tag, start, end, first, last in SequenceMatcher(None, *keys).get_opcodes():
            if tag == "equal":
                for index, twin in zip(own[start:end], other[first:last], strict=True):
                    self._same(index, twin)
            else:
                for side, indexes in sorted([(0, own[start:end]), (1, other[first:last])], key=self._rank):
                    self._take(side, indexes)

    def _same(self, index: int, twin: int) -> None:
        own, other = self.present[index], self.proposed[twin]
        self.woven.append(Woven(own.core, own.kind, None, index, twin))
        if own.core != other.core:
            self.clashes.append(Clash((), (own,), (other,), index))

    def _rank(self, inserted: tuple[int, range]) -> tuple[int, int]:
        """What continues the list or table above comes first, a new section last, else the person's text first."""
        side, indexes = inserted
        first = (self.proposed if side else self.present)[indexes.start].kind if indexes else ""
        above = self.woven[-1].kind if self.woven else ""
        if first == above and first in _RUNNING_ON:
            return 0, side
        return (2 if first == "heading" else 1), side

    def _join(self, present: range, proposed: range, base: range) -> None:
        own, other = _slice(self.present, present), _slice(self.proposed, proposed)
        old = _slice(self.base, base)
        if [strand.core for strand in own] == [strand.core for strand in other]:
            for index, twin in zip(present, proposed, strict=True):
                self.woven.append(Woven(self.present[index].core, self.present[index].kind, None, index, twin))
            return
        single = len(own) == len(other) == len(old) == 1
        merged = self.resolve(old, own, other) if single else None
        if merged is not None:
            self.woven.append(Woven(merged, own[0].kind, base[0], present[0], proposed[0]))
            return
        self._take(0, present)
        clash = Clash(old, own, other, present.start)
        if self.keep_both(clash):
            known = {strand.key for strand in (*own, *old)}
            for index in proposed:
                if self.proposed[index].key not in known:
                    self._take(1, range(index, index + 1))
        else:
            self.clashes.append(clash)


def joined(weave: Weave, seam: Callable[[Woven, Woven, str], str]) -> str:
    """The result as text; between neighbours stands the white space that stands between them where they come from.

    Args:
        weave: A merge that has run.
        seam: Called for two strands that are neighbours nowhere, with the space behind the first; gives the space to use.
    """
    parts = []
    for left, right in zip(weave.woven, weave.woven[1:], strict=False):
        parts += [left.core, _gap(weave, left, right, seam)]
    if weave.woven:
        parts += [weave.woven[-1].core, _last_gap(weave, weave.woven[-1])]
    return "".join(parts)


def _gap(weave: Weave, left: Woven, right: Woven, seam: Callable[[Woven, Woven, str], str]) -> str:
    in_present = left.present is not None and right.present == left.present + 1
    in_proposed = left.proposed is not None and right.proposed == left.proposed + 1
    if in_present and in_proposed:
        return _three_way(weave, left)
    if in_present:
        return weave.present[left.present or 0].gap
    if in_proposed:
        return weave.proposed[left.proposed or 0].gap
    return seam(left, right, _own_gap(weave, left))


def _own_gap(weave: Weave, strand: Woven) -> str:
    if strand.present is not None:
        return weave.present[strand.present].gap
    return weave.proposed[strand.proposed or 0].gap


def _last_gap(weave: Weave, last: Woven) -> str:
    """The end of the text follows the person's file unless only the tool changed it."""
    ends_both = last.present == len(weave.present) - 1 and last.proposed == len(weave.proposed) - 1
    if ends_both:
        return _three_way(weave, last)
    return weave.present[-1].gap if weave.present else _own_gap(weave, last)


def _three_way(weave: Weave, strand: Woven) -> str:
    own, other = weave.present[strand.present or 0].gap, weave.proposed[strand.proposed or 0].gap
    return other if strand.base is not None and own == weave.base[strand.base].gap else own


def _overlapping(waiting: list[Hunk]) -> list[Hunk]:
    """The first hunk with all that touch the same strands of the base, or with the other insertion at its place."""
    group = [waiting[0]]
    start, end = waiting[0].start, waiting[0].end
    for hunk in waiting[1:]:
        same_point = start == end == hunk.start == hunk.end
        if not same_point and hunk.start >= end:
            break
        group.append(hunk)
        end = max(end, hunk.end)
    return group


def _extent(group: list[Hunk], side: int, base: range, shift: int) -> range:
    """What a stretch of the base became on one side."""
    own = [hunk for hunk in group if hunk.side == side]
    return range(base.start + shift, own[-1].last + base.stop - own[-1].end)


def _slice(strands: Sequence[Strand], indexes: range) -> tuple[Strand, ...]:
    return tuple(strands[indexes.start : indexes.stop])
