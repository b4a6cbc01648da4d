"""Text that a document draws several times over itself to make it look bold: it was written once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.sources.pdf.lines import Line

_TIMES = (4, 3, 2)
_REPEATS = {times: re.compile(rf"(.{{1,60}}?)\1{{{times - 1}}}") for times in _TIMES}
_COVERED = 0.8
_LONG = 8
_FEWEST_CHARS = 4
_FEW_PAIRS = 0.6
"""Share of different pairs of letters among all of a line, above which it repeats nothing: running text has nine tenths."""
_NEAR = 1.5
"""Points by which the copies stand apart."""


def once(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page without copies on top of each other, and without repetitions inside where the page is drawn so.

    A line that repeats itself counts as drawn over when it is long and of several letters; short ones only on a page with
    such lines, since people do write words twice.
    """
    kept: list[Line] = []
    places: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for line in lines:
        seen = places.setdefault((line.text, round(line.size)), [])
        if line.text and any(abs(line.x - x) <= _NEAR and abs(line.y - y) <= _NEAR for x, y in seen):
            continue
        seen.append((line.x, line.y))
        kept.append(line)
    singles = [(line, _single(line.text)) for line in kept]
    drawn_over = any(single != line.text and len(line.text) >= _LONG and len(set(single)) >= _FEWEST_CHARS for line, single in singles)
    return [line if line.text == single else _shortened(line, single) for line, single in singles] if drawn_over else kept


def _single(text: str) -> str:
    """A text whose parts all come two, three or four times in a row, once; any other as it is."""
    pairs = list(pairwise(text))
    if len(pairs) < 2 or len(set(pairs)) > _FEW_PAIRS * len(pairs) + 1:  # noqa: PLR2004 - a word and its copy have three pairs
        return text
    for times in _TIMES:
        found = _REPEATS[times].sub(r"\1", text)
        if len(text) - len(found) >= _COVERED * len(text) * (times - 1) / times:
            return found
    return text


def _shortened(line: Line, text: str) -> Line:
    return replace(line, text=text, width=line.width * len(text) / len(line.text), marks=())
