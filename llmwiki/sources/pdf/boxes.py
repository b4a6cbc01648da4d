"""Grids of drawn lines: which boxes they make, cells that are merged included."""

from __future__ import annotations

from bisect import bisect_right
from itertools import product
from typing import TYPE_CHECKING

from llmwiki.sources.pdf.cells import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.sources.pdf.cells import Rules

    Place = tuple[int, int]

NEAR = 2.5
"""Points by which the ends of lines that meet may miss each other."""
_MOST_LINES = 400
"""Lines of one direction that tables of a page have, parts of one line counted once."""
_MOST_CELLS = 4_000
_MARGIN = 10.0
_MERGED = 0.5
_LEAST = 2


class Grid:
    """Boxes, as rows from the top down and columns from the left.

    Args:
        across: Level lines.
        down: Upright lines.

    Attributes:
        frame: Left, bottom, right and top, in points.
    """

    def __init__(self, across: list[Rule], down: list[Rule]) -> None:
        self._across, self._down = across, down
        self._levels = _apart(sorted(rule.at for rule in across))
        self._uprights = _apart(sorted(rule.at for rule in down))
        self.frame = (self._uprights[0], self._levels[0], self._uprights[-1], self._levels[-1])
        self._rows, self._columns = len(self._levels) - 1, len(self._uprights) - 1
        self._first: dict[Place, Place] = {}
        self._last: dict[Place, Place] = {}

    def is_sound(self) -> bool:
        """Whether there are two rows and two columns at least, all cells are boxes, and most of them are not merged."""
        cells = self._rows * self._columns
        if min(self._rows, self._columns) < _LEAST or cells > _MOST_CELLS:
            return False
        merged = self._merge()
        return merged is not None and merged <= _MERGED * cells

    def cell_at(self, x: float, y: float) -> Place | None:
        """The row and column at a point; None outside."""
        row, column = self._rows - bisect_right(self._levels, y), bisect_right(self._uprights, x) - 1
        return (row, column) if 0 <= row < self._rows and 0 <= column < self._columns else None

    def first_of(self, place: Place) -> Place:
        """The upper left cell of those that are merged with one."""
        return self._first[place]

    def edges_of(self, place: Place) -> tuple[float, float]:
        """The right and lower edge of a cell with those that are merged with it."""
        row, column = self._last[self._first[place]]
        return self._uprights[column + 1], self._levels[self._rows - row - 1]

    def _merge(self) -> int | None:
        """Find merged cells, and how many boxes they leave out; None where what is merged is no box."""
        group = self._groups()
        members: dict[Place, list[Place]] = {}
        for place in group:
            members.setdefault(_root(group, place), []).append(place)
        for places in members.values():
            first, last = min(places), max(places)
            if len(places) != (last[0] - first[0] + 1) * (last[1] - first[1] + 1) or any(place[1] < first[1] for place in places):
                return None
            self._first |= dict.fromkeys(places, first)
            self._last[first] = last
        return len(group) - len(members)

    def _groups(self) -> dict[Place, Place]:
        """Each cell with one that it is merged with, or with itself."""
        group = {place: place for place in product(range(self._rows), range(self._columns))}
        for row, column in group:
            for other in ((row, column + 1), (row + 1, column)):
                if other in group and not self._divided((row, column), other):
                    one, two = sorted((_root(group, (row, column)), _root(group, other)))
                    group[two] = one
        return group

    def _divided(self, one: Place, other: Place) -> bool:
        """Whether a line is drawn between two neighbours."""
        if one[0] == other[0]:
            at, middle, rules = self._uprights[other[1]], self._middle(self._levels, self._rows - one[0] - 1), self._down
        else:
            at, middle, rules = self._levels[self._rows - other[0]], self._middle(self._uprights, one[1]), self._across
        return any(abs(rule.at - at) <= NEAR and rule.start <= middle <= rule.end for rule in rules)

    @staticmethod
    def _middle(edges: list[float], place: int) -> float:
        return (edges[place] + edges[place + 1]) / 2


def _root(group: dict[Place, Place], place: Place) -> Place:
    while group[place] != place:
        place = group[place]
    return place


def grids(rules: Rules) -> Iterator[Grid]:
    """Lines that hang together, each such group as a grid; sides that are left open are closed at the ends of the level lines."""
    across, down = _merged(rules.across), _merged(rules.down)
    left = set(range(len(across))) if max(len(across), len(down)) <= _MOST_LINES else set[int]()
    while left:
        levels, uprights = _meeting(left.pop(), across, down)
        left -= levels
        if len(levels) > _LEAST and uprights:
            rows, columns = [across[place] for place in levels], [down[place] for place in uprights]
            yield Grid(rows, [*columns, *_open_sides(rows, columns)])


def _open_sides(rows: list[Rule], columns: list[Rule]) -> Iterator[Rule]:
    left, right = min(rule.start for rule in rows), max(rule.end for rule in rows)
    bottom, top = min(rule.at for rule in rows), max(rule.at for rule in rows)
    if left < min(rule.at for rule in columns) - _MARGIN:
        yield Rule(left, bottom, top)
    if right > max(rule.at for rule in columns) + _MARGIN:
        yield Rule(right, bottom, top)


def _apart(places: list[float]) -> list[float]:
    """Places in order, those that are as good as one left out."""
    kept = places[:1]
    for place in places[1:]:
        if place - kept[-1] > NEAR:
            kept.append(place)
    return kept


def _merged(rules: Iterable[Rule]) -> list[Rule]:
    """Lines in order, those that go on where another ends as one."""
    merged: list[Rule] = []
    for rule in sorted(rules):
        place = next((place for place, other in _near(merged, rule) if _overlap(rule, other)), None)
        if place is None:
            merged.append(rule)
        else:
            other = merged[place]
            merged[place] = other._replace(start=min(rule.start, other.start), end=max(rule.end, other.end))
    return merged


def _near(merged: list[Rule], rule: Rule) -> Iterator[tuple[int, Rule]]:
    """The lines at the same place, the last first."""
    for place in range(len(merged) - 1, -1, -1):
        if rule.at - merged[place].at > NEAR:
            return
        yield place, merged[place]


def _overlap(one: Rule, other: Rule) -> bool:
    return one.start <= other.end + NEAR and other.start <= one.end + NEAR


def _meeting(first: int, across: list[Rule], down: list[Rule]) -> tuple[set[int], set[int]]:
    """All lines that hang together with a level one."""
    levels, uprights, waiting = {first}, set[int](), [first]
    while waiting:
        level = across[waiting.pop()]
        for place, upright in enumerate(down):
            if place not in uprights and _cross(level, upright):
                uprights.add(place)
                fresh = {other for other, rule in enumerate(across) if other not in levels and _cross(rule, upright)}
                levels |= fresh
                waiting += fresh
    return levels, uprights


def _cross(level: Rule, upright: Rule) -> bool:
    in_width = level.start - NEAR <= upright.at <= level.end + NEAR
    return in_width and upright.start - NEAR <= level.at <= upright.end + NEAR
