"""Texts in batches of like length, so that padding costs little and memory stays bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from llmwiki.palace.estimate import estimate

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder, Matrix

_TOKENS = 4096


def embedded_in_batches(embedder: Embedder, texts: Sequence[str]) -> Iterator[tuple[list[int], Matrix]]:
    """Positions in ``texts`` and their vectors, batch by batch, short texts first."""
    sizes = [estimate(text) for text in texts]
    batch: list[int] = []
    for place in sorted(range(len(texts)), key=lambda row: (sizes[row], row)):
        if batch and (len(batch) + 1) * sizes[place] > _TOKENS:
            yield batch, embedder.passages([texts[row] for row in batch])
            batch = []
        batch.append(place)
    if batch:
        yield batch, embedder.passages([texts[row] for row in batch])
