"""Which of two lists of named things may be the same, by the nearness of their names and of what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder, Matrix

NEAR = 0.5
"""Least nearness of the names, or of what is said of the things (cosine, embedder ``fast``). Of the English and Chinese pairs to tune on in
``benchmarks/data/identity.tsv`` 13 of 14 that are one thing are above it; of 8,000 pairs of names out of real articles 1 in 200."""

_BEST = 2
_SAID = 0.5
"""Weight of what is said beside the name: sentences are picked, and say different things of one thing."""


class Twin(NamedTuple):
    """Places in the two lists, and the nearness of the names or of the texts, whichever is greater."""

    left: int
    right: int
    nearest: float


def twins(embedder: Embedder, left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> list[Twin]:
    """Pairs of which each is among the other's two nearest, the nearest first; so at most two a thing.

    Args:
        embedder: One that puts a name near its translation: ``fast`` does, ``e5`` hardly (measured).
        left: Name and text of things; the text may be empty.
        right: The same, of the things that those may be.
    """
    if not left or not right:
        return []
    names = _nearness(embedder, [name for name, _ in left], [name for name, _ in right])
    texts = _nearness(embedder, [text or name for name, text in left], [text or name for name, text in right])
    scores = names + _SAID * texts
    ours, theirs = _best(scores), _best(scores.T)
    found = [Twin(i, j, float(max(names[i, j], texts[i, j]))) for i, row in enumerate(ours) for j in row if i in theirs[j]]
    return sorted((twin for twin in found if twin.nearest >= NEAR), key=lambda twin: (-scores[twin.left, twin.right], twin))


def _nearness(embedder: Embedder, left: Sequence[str], right: Sequence[str]) -> Matrix:
    found: Matrix = embedder.passages(left) @ embedder.passages(right).T
    return found


def _best(scores: Matrix) -> list[list[int]]:
    """For each row the columns of its greatest numbers."""
    import numpy as np

    return [[int(column) for column in np.argsort(-row, kind="stable")[:_BEST]] for row in scores]
