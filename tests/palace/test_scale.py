"""Similarities on one scale (``palace.scale``), over all drawers and from a sample of them (``palace.sampled``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.palace import sampled
from llmwiki.palace.copying import DRAWERS
from llmwiki.palace.nearness import Matrix, Nearness, Point
from llmwiki.palace.palace import Palace
from llmwiki.palace.sampled import Sampler
from llmwiki.palace.scale import scale_of, standardised, top_count
from llmwiki.palace.store.base import EVERYWHERE, Where
from tests.palace_harness import TermEmbedder, document, palace_at

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

CHINESE = "锁乐观悲观事务提交冲突检测数据存储引擎副本写入"


def cloud(rows: int, seed: int, *, alike: float = 0.0, dimension: int = 16) -> NDArray[float32]:
    """Vectors of length 1, the more alike the higher ``alike``: all of a cloud lean to a side of its own."""
    generator = np.random.default_rng(seed)
    side = generator.standard_normal(dimension)
    made = generator.standard_normal((rows, dimension)) / np.sqrt(dimension) + alike * side / np.linalg.norm(side)
    found: NDArray[float32] = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
    return found


def order(values: Sequence[float] | NDArray[float32]) -> list[int]:
    return np.argsort(-np.asarray(values), kind="stable").tolist()


def test_nothing_has_an_empty_scale() -> None:
    scale = scale_of(np.zeros((0, 0), dtype=np.float32), [])
    assert (list(scale.groups), scale.common.shape) == ([], (0,))


def test_in_one_language_only_what_all_share_is_taken_off() -> None:
    vectors, question = cloud(200, 1), cloud(1, 2)[0]
    cosines = vectors @ question
    standard = standardised(cosines, scale_of(vectors, ["en"] * 200))
    assert standard == pytest.approx((cosines - cosines.mean()) / cosines.std(), abs=1e-4)
    alike = cloud(200, 1, alike=3)
    scale = scale_of(alike, ["en"] * 200)
    middle = alike.mean(axis=0)
    common = (middle @ middle - 0.5) * (alike @ middle)
    assert scale.common == pytest.approx(common, abs=1e-5)
    assert order(standardised(alike @ question, scale)) == order(alike @ question - common)


def test_the_nearest_of_the_other_language_come_up() -> None:
    """All English drawers are nearer than all Chinese ones, and one Chinese one is far nearer than the others."""
    english, chinese = np.linspace(0.80, 0.85, 60), np.array([*np.linspace(0.60, 0.65, 59), 0.72])
    cosines = np.concatenate([english, chinese]).astype(np.float32)
    vectors = np.zeros((120, 4), dtype=np.float32)  # nothing is shared
    standard = standardised(cosines, scale_of(vectors, ["en"] * 60 + ["zh"] * 60))
    assert order(cosines)[:60] == order(cosines[:60])
    assert order(standard)[0] == 119
    assert 5 <= len({row for row in order(standard)[:20] if row < 60}) <= 15
    tops = [np.sort(standard[rows])[-top_count(60) :].mean() for rows in (slice(60), slice(60, 120))]
    assert tops[0] == pytest.approx(tops[1], abs=1e-4)


@pytest.mark.parametrize("few", [1, 2, 4])
def test_a_few_drawers_in_another_language_do_not_jump_ahead(few: int) -> None:
    cosines = np.array([*np.linspace(0.80, 0.85, 60), *np.linspace(0.60, 0.65, few)], dtype=np.float32)
    vectors = np.zeros((60 + few, 4), dtype=np.float32)
    assert order(standardised(cosines, scale_of(vectors, ["en"] * 60 + ["zh"] * few))) == order(cosines)


def test_drawers_that_are_all_equal_are_all_average() -> None:
    vectors = np.tile(cloud(1, 3), (9, 1))
    standard = standardised(vectors @ vectors[0], scale_of(vectors, ["en"] * 9))
    assert standard == pytest.approx(np.zeros(9), abs=1e-4)


@given(
    sizes=st.dictionaries(st.sampled_from(["en", "zh", "ja", ""]), st.integers(1, 40), min_size=1),
    alike=st.floats(0, 4),
    seed=st.integers(0, 99),
)
def test_the_order_inside_a_language_is_that_of_what_is_not_shared(sizes: dict[str, int], alike: float, seed: int) -> None:
    vectors = np.concatenate([cloud(size, seed + at, alike=alike) for at, size in enumerate(sizes.values())])
    languages = [name for name, size in sizes.items() for _ in range(size)]
    cosines = vectors @ cloud(1, seed + 50)[0]
    scale = scale_of(vectors, languages)
    standard = standardised(cosines, scale)
    assert np.isfinite(standard).all()
    assert sorted(row for group in scale.groups for row in group.rows) == list(range(len(languages)))
    for group in scale.groups:
        own = (cosines - scale.common)[group.rows]
        steps = np.diff(standard[group.rows][order(own)])
        assert (steps <= 1e-3).all()
        ratio = (standard[group.rows] - standard[group.rows].mean()) @ (own - own.mean())
        assert ratio >= 0


class TwoTongued(TermEmbedder):
    """Texts of a language lie on a side of their own, so that those in the other language are far from any question."""

    def _vector(self, text: str) -> NDArray[float32]:
        made = super()._vector(text)
        made[0] += 1.5 if text.isascii() else -1.5
        found: NDArray[float32] = made / np.linalg.norm(made)
        return found


@pytest.fixture(scope="module")
def palace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Palace]:
    """Drawers in two languages, most of them English, and their copy in Chroma."""
    generator = np.random.default_rng(7)
    names = [f"term{number}" for number in range(40)]
    made = palace_at(tmp_path_factory.mktemp("palace"), None, TwoTongued(16))
    entries = []
    for number in range(300):
        chinese = number % 5 == 0
        drawn = generator.choice(list(CHINESE) if chinese else names, 5)
        entry = document(f"{number}.md", ("" if chinese else " ").join(drawn) + f" {number}", wing="few" if number % 10 < 2 else "many")
        entries.append({**entry, "language": "zh" if chinese else "en"})
    made.keep(entries)
    made.embed()
    made.copy()
    yield made
    made.close()


def both(palace: Palace, text: str, where: Where) -> tuple[Nearness, Nearness]:
    connection, embedder = palace.records.open(), palace.embedder
    assert embedder is not None
    point = Point(lambda: embedder.question(text), embedder.identity.key)
    asked = [1, 2, 3] if where == EVERYWHERE else []
    exact = Matrix().near(connection, point, where, asked)
    return exact, Sampler().near(connection, palace.chroma.store(DRAWERS), point, where, asked)


QUESTIONS = ["term1 term2", "乐观事务", "term3 冲突检测 term9", "term30"]


@pytest.mark.trial
@pytest.mark.parametrize("where", [EVERYWHERE, Where(wing="many"), Where(wing="few"), Where(language="zh")], ids=str)
def test_a_sample_of_all_gives_what_all_give(palace: Palace, where: Where) -> None:
    for text in QUESTIONS:
        exact, by_sample = both(palace, text, where)
        assert [exact.standard[number] for number in by_sample.best[:20]] == pytest.approx(
            [exact.standard[number] for number in exact.best[:20]], abs=1e-3
        )
        shared = exact.standard.keys() & by_sample.standard.keys()
        assert len(shared) >= 20
        assert [by_sample.standard[number] for number in shared] == pytest.approx([exact.standard[number] for number in shared], abs=0.02)


@pytest.mark.trial
def test_a_sample_of_a_part_gives_nearly_that(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "_SAMPLE", 150)
    for text in QUESTIONS:
        exact, by_sample = both(palace, text, EVERYWHERE)
        assert len(set(by_sample.best[:10]) & set(exact.best[:10])) >= 7
        shared = exact.standard.keys() & by_sample.standard.keys()
        assert [by_sample.standard[number] for number in shared] == pytest.approx([exact.standard[number] for number in shared], abs=0.5)


@pytest.mark.trial
@pytest.mark.parametrize(("pool", "enough"), [(20, 1), (20, 1000)], ids=["one query for all", "one for each language"])
def test_few_of_many_are_enough_to_find_the_nearest_of_each_language(
    palace: Palace, monkeypatch: pytest.MonkeyPatch, pool: int, enough: int
) -> None:
    monkeypatch.setattr(sampled, "POOL", pool)
    monkeypatch.setattr(sampled, "_ENOUGH", enough)
    rows = palace.records.open().execute("SELECT d.number, f.language FROM drawers AS d JOIN files AS f ON f.number = d.file")
    languages = dict(rows.fetchall())
    for text in QUESTIONS:
        exact, by_sample = both(palace, text, EVERYWHERE)
        for language in ("en", "zh"):
            nearest = [number for number in exact.best if languages[number] == language][:5]
            assert len(set(nearest) & by_sample.standard.keys()) >= 4


@pytest.mark.trial
def test_drawers_that_words_found_are_read_while_the_question_is_on_its_way(palace: Palace) -> None:
    connection, embedder = palace.records.open(), palace.embedder
    assert embedder is not None
    happened: list[str] = []

    def vector() -> NDArray[float32]:
        happened.append("question")
        return embedder.question("term1 乐观事务")

    connection.set_trace_callback(happened.append)
    Sampler().near(connection, palace.chroma.store(DRAWERS), Point(vector, embedder.identity.key), EVERYWHERE, [1, 2, 3])
    connection.set_trace_callback(None)
    read = [at for at, statement in enumerate(happened) if "d.number = wanted.value" in statement]
    assert len(read) == 1
    assert read[0] < happened.index("question")


@pytest.mark.trial
def test_where_there_are_no_vectors_nothing_is_near(palace: Palace) -> None:
    exact, by_sample = both(palace, "term1", Where(wing="none"))
    assert (list(exact.best), list(by_sample.best)) == ([], [])
