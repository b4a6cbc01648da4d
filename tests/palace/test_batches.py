"""Batches of texts for an embedder."""

from __future__ import annotations

import numpy as np
import pytest
from embedding_server import model_server
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.config import EmbeddingSettings
from llmwiki.errors import ServiceError
from llmwiki.palace.embed.batches import embedded, planned
from llmwiki.palace.embed.service import ServiceEmbedder
from llmwiki.palace.estimate import estimate

TEXTS = ["lock " * 100, "a", "", "soup " * 90, "乐观事务" * 30, "b c", "long " * 600]


@given(st.lists(st.text(max_size=60), max_size=80), st.integers(1, 200))
def test_every_text_is_in_one_batch_within_its_bound(texts: list[str], tokens: int) -> None:
    batches = planned(texts, tokens)
    assert sorted(position for batch in batches for position in batch) == list(range(len(texts)))
    for batch in batches:
        assert batch == sorted(batch)
        longest = max(max(1, estimate(texts[position])) for position in batch)
        assert len(batch) == 1 or len(batch) * longest <= tokens
        assert len(batch) <= 64


def test_texts_of_like_length_go_together() -> None:
    assert planned(TEXTS, 240) == [[1, 2, 5], [3, 0] if estimate(TEXTS[3]) > estimate(TEXTS[0]) else [0, 3], [4], [6]]


def test_no_text_is_padded_to_more_than_twice_its_length_on_the_average() -> None:
    texts = ["word " * size for size in range(1, 240)]
    padded = sum(len(batch) * max(estimate(texts[position]) for position in batch) for batch in planned(texts))
    assert padded < 1.3 * sum(map(estimate, texts))


def test_rows_belong_to_the_positions_beside_them() -> None:
    with model_server() as model:
        embedder = ServiceEmbedder(EmbeddingSettings(url=model.url, model="pairs"))
        steps: list[tuple[int, int]] = []
        found = {}
        for batch in embedded(embedder, TEXTS, lambda done, total: steps.append((done, total))):
            assert len(batch.positions) == len(batch.vectors)
            found |= dict(zip(batch.positions, batch.vectors, strict=True))
        for position, text in enumerate(TEXTS):
            np.testing.assert_allclose(found[position], embedder.passages([text])[0], atol=1e-6)
    assert steps[0] == (0, len(TEXTS))
    assert steps[-1] == (len(TEXTS), len(TEXTS))
    assert steps == sorted(steps)


def test_nothing_is_asked_before_it_is_wanted_and_an_interruption_keeps_what_was_done() -> None:
    with model_server() as model:
        embedder = ServiceEmbedder(EmbeddingSettings(url=model.url, model="pairs", timeout=0.2))
        steps: list[int] = []
        running = embedded(embedder, TEXTS, lambda done, _: steps.append(done))
        assert not model.asked
        kept = next(running)
        assert steps == [0]
        model.script = [400]
        with pytest.raises(ServiceError):
            next(running)
        assert steps == [0, len(kept.positions)]


def test_no_texts_no_batches() -> None:
    with model_server() as model:
        embedder = ServiceEmbedder(EmbeddingSettings(url=model.url, model="pairs"))
        assert list(embedded(embedder, [])) == []
        assert not model.asked
