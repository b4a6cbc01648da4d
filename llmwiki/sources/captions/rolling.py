"""Captions that roll: each cue repeats the line before it and adds to it, as live and automatic captions do."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.sources.captions.cues import Cue

GAP = 0.5
"""Seconds between two cues up to which the second may go on with the lines of the first."""
PAUSE = 2.5
"""Seconds of silence behind which a new paragraph begins."""
_SHARE = 0.4
_FEWEST = 2


def unrolled(cues: Sequence[Cue]) -> list[Cue]:
    """Each line once, in the cue in which it first stands.

    Args:
        cues: In the order of their times, their lines as they are seen.

    Returns:
        The cues as they are where hardly any repeats the one before: then a repeated line was said twice. Of rolling
        captions each cue keeps what it adds; a cue that adds nothing is left out. A line that grows stays whole where it ends.
    """
    cues = [cue for before, cue in pairwise([None, *cues]) if cue is not None and (before is None or cue[::2] != before[::2])]
    rolls = sum(bool(_repeated(before, cue)) for before, cue in pairwise(cues))
    if rolls < max(_FEWEST, _SHARE * (len(cues) - 1)):
        return cues
    kept: list[Cue] = []
    for before, cue in pairwise([None, *cues]):
        assert cue is not None
        repeated = _repeated(before, cue) if before else ""
        _add(kept, cue, repeated)
    return kept


def _add(kept: list[Cue], cue: Cue, repeated: str) -> None:
    whole = "\n".join(cue.lines)
    rest = whole[len(repeated) :]
    if repeated and rest and rest[0] != "\n" and kept:  # the last line before has grown
        head, _, tail = rest.partition("\n")
        last = kept[-1]
        kept[-1] = last._replace(lines=(*last.lines[:-1], last.lines[-1] + head))
        rest = tail
    lines = tuple(line for line in rest.split("\n") if line)
    if lines:
        kept.append(cue._replace(lines=lines))


def _repeated(before: Cue, cue: Cue) -> str:
    """The end of a cue, from the begin of a line, with which the next one begins; empty when they stand apart in time."""
    if cue.start - before.end > GAP:
        return ""
    whole = "\n".join(cue.lines)
    ends = ("\n".join(before.lines[place:]) for place in range(len(before.lines)))
    return next((end for end in ends if end and whole.startswith(end)), "")
