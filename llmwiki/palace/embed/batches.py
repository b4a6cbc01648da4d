"""Many texts in batches: texts of like length together, memory bounded, every batch handed over as soon as it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.palace.estimate import estimate

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder, Matrix

Progress = Callable[[int, int], None]

BATCH_TOKENS = 2_048
"""Estimated tokens of a batch, each text as long as its longest: that is how servers pad. Bigger ones are not faster with e5 and fast; with
e5 eight drawers take two seconds, which is what an interruption costs."""

_MOST_TEXTS = 64


class Batch(NamedTuple):
    """Some of the texts, embedded: ``positions`` in the caller's list, in order, and one row of ``vectors`` for each."""

    positions: list[int]
    vectors: Matrix


def planned(texts: Sequence[str], tokens: int = BATCH_TOKENS) -> list[list[int]]:
    """Positions of the texts in batches: from the shortest to the longest, the number of texts times the longest at most ``tokens``.

    A text that is longer than that has a batch of its own. Equal input gives equal batches.
    """
    sizes = [max(1, estimate(text)) for text in texts]
    batches: list[list[int]] = []
    for position in sorted(range(len(texts)), key=lambda row: (sizes[row], row)):
        last = batches[-1] if batches else []
        if not last or len(last) == _MOST_TEXTS or (len(last) + 1) * sizes[position] > tokens:
            batches.append([])
        batches[-1].append(position)
    return [sorted(batch) for batch in batches]


def embedded(embedder: Embedder, texts: Sequence[str], progress: Progress | None = None) -> Iterator[Batch]:
    """Vectors of documents, batch by batch; what was handed over before an interruption or an error is done.

    Args:
        embedder: Its ServiceError passes through.
        texts: One vector each.
        progress: Called with the number of texts done and of all, after each batch was taken over by the caller, and once before.
    """
    done = 0
    if progress:
        progress(done, len(texts))
    for positions in planned(texts):
        yield Batch(positions, embedder.passages([texts[position] for position in positions]))
        done += len(positions)
        if progress:
            progress(done, len(texts))
