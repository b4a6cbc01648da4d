"""Similarities of different texts on one scale: what all drawers share is taken off, and no language is nearer by itself.

Measured on conversations, on pages in two languages and on both together (``benchmarks/multilingual.py``): a model such as E5 finds every
text similar to every other, and texts in the question's language most of all, so that without this the other language is never found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import float32, int64
    from numpy.typing import NDArray

    from llmwiki.palace.embed.base import Matrix, Vector

_LEAST_GROUP = 5
"""A language with fewer drawers counts as the one that most drawers are in."""

_ALIKE = 0.5
"""Squared length of the middle of all drawers of a language from which on they count as alike."""

_TOP_SHARE, _TOP = 0.2, 10
"""The nearest drawers of a language by which it is lifted: so large a share, and no more than so many."""


class Group(NamedTuple):
    """The drawers of one language: their rows, their middle, and how much of it is taken off."""

    rows: NDArray[int64]
    middle: Vector
    share: float


class Scale(NamedTuple):
    """What is needed to put similarities to the same drawers on a scale, whatever the question.

    Attributes:
        groups: By language.
        common: For each row what is taken off its cosine.
    """

    groups: Sequence[Group]
    common: NDArray[float32]


class Compared(NamedTuple):
    """Cosines of a question with some drawers, and the language of each.

    Attributes:
        every: Whether these are all there are to look at.
    """

    cosines: NDArray[float32]
    languages: Sequence[str]
    every: bool = False


def scale_of(vectors: Matrix, languages: Sequence[str]) -> Scale:
    """The scale of some drawers.

    Args:
        vectors: One row of length 1 a drawer.
        languages: Of each.
    """
    import numpy as np

    if not len(languages):
        return Scale((), np.zeros(0, dtype=np.float32))
    names, codes, counts = np.unique(np.array(languages), return_inverse=True, return_counts=True)
    main = int(counts.argmax())
    codes = np.where(counts[codes] >= _LEAST_GROUP, codes, main)
    groups = []
    common = np.zeros(len(languages), dtype=np.float32)
    for code in range(len(names)):
        rows = np.flatnonzero(codes == code)
        if not len(rows):
            continue
        inside = vectors[rows]
        middle = inside.mean(axis=0, dtype=np.float32)
        share = max(0.0, float(middle @ middle) - _ALIKE)
        groups.append(Group(rows, middle, share))
        if share:
            common[rows] = share * (inside @ middle)
    return Scale(groups, common)


def standardised(cosines: NDArray[float32], scale: Scale) -> NDArray[float32]:
    """How many standard deviations each drawer lies above the mean.

    Args:
        cosines: Of a question with each row of the scale.
        scale: Of these rows.
    """
    import numpy as np

    near = cosines - scale.common
    variance = 0.0
    tops = []
    for group in scale.groups:
        inside = near[group.rows]
        variance += float(inside.var()) * len(inside)
        many = top_count(len(inside))
        tops.append(float(np.partition(inside, -many)[-many:].mean()))
    for group, top in zip(scale.groups, tops, strict=True):
        near[group.rows] += max(tops) - top
    deviation = float(np.sqrt(variance / len(near))) or 1.0
    return np.asarray((near - near.mean()) / deviation, dtype=np.float32)


def standardised_by_sample(sample: Compared, scale: Scale, found: Compared, vectors: Matrix) -> NDArray[float32]:
    """The same for some drawers, the scale being that of a sample of all.

    Args:
        sample: The drawers that the scale was made of; when they are not all, each language is taken to have many more.
        scale: Of these.
        found: The nearest drawers of each language, and any others.
        vectors: Of what was found, one row each.
    """
    import numpy as np

    places = np.zeros(len(sample.languages), dtype=np.int64)
    for place, group in enumerate(scale.groups):
        places[group.rows] = place
    of = dict(zip(sample.languages, places.tolist(), strict=True))
    main = max(range(len(scale.groups)), key=lambda place: len(scale.groups[place].rows))
    codes = np.array([of.get(language, main) for language in found.languages], dtype=np.int64)
    near = np.array(found.cosines, dtype=np.float32)
    for place, group in enumerate(scale.groups):
        rows = np.flatnonzero(codes == place)
        near[rows] -= group.share * (vectors[rows] @ group.middle)
    known = sample.cosines - scale.common
    variance = sum(float(known[group.rows].var()) * len(group.rows) for group in scale.groups) / len(known)
    many = [top_count(len(group.rows)) if sample.every else _TOP for group in scale.groups]
    tops = [_top(near[codes == place], many[place]) for place in range(len(scale.groups))]
    highest = max((top for top in tops if top is not None), default=0.0)
    for place, (group, top) in enumerate(zip(scale.groups, tops, strict=True)):
        if top is not None:
            near[codes == place] += highest - top
            known[group.rows] += highest - top
    return np.asarray((near - known.mean()) / (float(np.sqrt(variance)) or 1.0), dtype=np.float32)


def _top(similarities: NDArray[float32], many: int) -> float | None:
    import numpy as np

    count = min(many, len(similarities))
    return float(np.partition(similarities, -count)[-count:].mean()) if count else None


def top_count(drawers: int) -> int:
    """How many of the nearest drawers of a language say how near it is."""
    return min(_TOP, max(1, round(_TOP_SHARE * drawers)))
