"""What every store of vectors must do: a class of tests, and ways to open a store in this and in other processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import zlib
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from llmwiki.errors import WikiError
from llmwiki.palace.store.base import Near, Row, Store, Where
from llmwiki.palace.store.chroma import Chroma

TESTS = Path(__file__).resolve().parent
_numbers = count()


@cache
def chroma(place: str) -> Chroma:
    """A Chroma folder or server; one keeper serves all tests of a place."""
    return Chroma(url=place) if place.startswith("http") else Chroma(Path(place))


def open_chroma(place: str, name: str) -> Store:
    return chroma(place).store(name)


def unit(*numbers: float, dimension: int = 8) -> np.ndarray:
    vector = np.zeros(dimension, dtype="float32")
    vector[: len(numbers)] = numbers
    return vector / np.linalg.norm(vector)


def spread(number: int, dimension: int = 8) -> np.ndarray:
    """A vector of its own for each number."""
    vector = np.random.default_rng(number).normal(size=dimension).astype("float32")
    return vector / np.linalg.norm(vector)


def row(key: str, vector: np.ndarray | None = None, text: str = "A text. 一段文字。", **metadata: str | int) -> Row:
    return Row(key, spread(zlib.crc32(key.encode())) if vector is None else vector, text, metadata or {"wing": "w"})


def keys(found: list[Near]) -> list[str]:
    return [near.id for near in found]


WRITER = """
import os, sys
from itertools import count
import store_harness as h
opener, place, name, mark, batches, size = *sys.argv[1:5], int(sys.argv[5]), int(sys.argv[6])
store = getattr(h, opener)(place, name)
for batch in range(batches) if batches else count():
    numbers = range(batch * size, (batch + 1) * size)
    store.upsert([h.Row(f"{mark}{number}", h.spread(number), f"text {number}", {"wing": mark}) for number in numbers])
    print(batch, flush=True)
store.close()
"""

SHELVES = [
    ("a", {"wing": "notes", "room": "concepts", "hall": "facts", "kind": "page", "language": "en", "path": "concepts/rag.md", "date": "2024-01-31"}),
    ("b", {"wing": "notes", "room": "concepts/deep", "hall": "events", "kind": "page", "language": "zh", "path": "concepts/deep/检索.md", "date": "2024-02-01"}),
    ("c", {"wing": "notes", "room": "concepts2", "hall": "facts", "kind": "source", "language": "en", "path": "concepts2/x.md", "date": "2025-06"}),
    ("d", {"wing": "工作", "room": "concepts/deep/sea", "hall": "advice", "kind": "source", "language": "en", "path": "concepts/deep/sea/y.md", "date": ""}),
]  # fmt: skip

FILTERS = [
    (Where(), "abcd"),
    (Where(wing="notes"), "abc"),
    (Where(wing="工作"), "d"),
    (Where(wing="nowhere"), ""),
    (Where(room="concepts"), "abd"),
    (Where(room="concepts/deep"), "bd"),
    (Where(room="concepts/deep/sea"), "d"),
    (Where(room="concept"), ""),
    (Where(hall="facts"), "ac"),
    (Where(kind="source"), "cd"),
    (Where(language="zh"), "b"),
    (Where(under="concepts/"), "abd"),
    (Where(under="concepts"), "abcd"),
    (Where(under="concepts/de"), "bd"),
    (Where(under="concepts/deep/检索.md"), "b"),
    (Where(since="2024-02-01"), "bc"),
    (Where(until="2024-01-31"), "a"),
    (Where(since="2024-01-31", until="2024-02-01"), "ab"),
    (Where(since="2025"), "c"),
    (Where(wing="notes", room="concepts", hall="facts", kind="page", language="en", under="concepts/", since="2024-01-01", until="2024-12-31"), "a"),
]  # fmt: skip


class StoreContract:
    """Subclasses name an ``opener`` of this module and give a fixture ``place``, the text that it opens."""

    opener = ""

    @pytest.fixture
    def name(self) -> str:
        """A collection that no other test has."""
        return f"drawers{next(_numbers)}"

    @pytest.fixture
    def store(self, place: str, name: str) -> Store:
        return self.open(place, name)

    def open(self, place: str, name: str) -> Store:
        return globals()[self.opener](place, name)

    def run(self, code: str, *words: str) -> subprocess.Popen[str]:
        """Another process, that can import this module and the package."""
        path = f"import sys; sys.path[:0] = {[str(TESTS), str(TESTS.parent)]!r}\n"
        command = [sys.executable, "-c", path + code, self.opener, *words]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)

    def test_an_empty_store_answers(self, store):
        assert store.ids() == set()
        assert store.near(unit(1), 5, Where()) == []
        store.delete(["nobody"])
        store.upsert([])

    def test_the_nearest_come_first_with_their_cosine(self, store):
        store.upsert([row("far", unit(-1)), row("near", unit(3, 4)), row("same", unit(1)), row("aside", unit(0, 1))])
        found = store.near(unit(1), 10, Where())
        assert keys(found) == ["same", "near", "aside", "far"]
        assert [near.similarity for near in found] == pytest.approx([1, 0.6, 0, -1], abs=1e-5)
        assert keys(store.near(unit(1), 2, Where())) == ["same", "near"]
        assert store.near(unit(1), 0, Where()) == []

    def test_several_questions_at_once_get_what_each_gets(self, store):
        several = np.stack([unit(1), unit(-1), unit(0, 1)])
        assert store.near_each(several, 2, Where()) == [[], [], []]
        store.upsert(
            [row(f"d{number}", spread(number), wing="甲" if number % 3 else "b", path=f"{number % 2}/x.md") for number in range(90)]
        )
        for where in (Where(), Where(wing="甲"), Where(under="1/x")):
            each = store.near_each(several, 7, where)
            assert [len(found) for found in each] == [7, 7, 7]
            assert each == [store.near(one, 7, where) for one in several]
        assert len(store.near_each(several, 500, Where())[2]) == 90
        assert store.near_each(several, 0, Where()) == [[], [], []]

    def test_a_drawer_is_replaced_whole(self, store):
        store.upsert([row("a", unit(1), wing="old", hall="facts"), row("b", unit(0, 1))])
        store.upsert([row("a", unit(0, 0, 1), wing="new")])
        assert store.ids() == {"a", "b"}
        assert store.near(unit(0, 0, 1), 1, Where()) == [Near("a", pytest.approx(1, abs=1e-5))]
        assert keys(store.near(unit(1), 5, Where(wing="new"))) == ["a"]
        assert store.near(unit(1), 5, Where(wing="old")) == []
        assert store.near(unit(1), 5, Where(hall="facts")) == []

    def test_of_equal_ids_the_last_counts(self, store):
        store.upsert([row("a", unit(1), wing="first"), row("a", unit(0, 1), wing="last")])
        assert store.ids() == {"a"}
        assert keys(store.near(unit(1), 5, Where(wing="last"))) == ["a"]

    def test_what_is_deleted_is_gone(self, store):
        store.upsert([row(key) for key in "abc"])
        store.delete(["a", "nobody", "c", "a"])
        assert store.ids() == {"b"}
        assert keys(store.near(unit(1), 5, Where())) == ["b"]

    def test_each_filter(self, store):
        store.upsert([row(key, **metadata) for key, metadata in SHELVES])
        for where, wanted in FILTERS:
            assert sorted(keys(store.near(unit(1), 10, where))) == list(wanted), where

    def test_a_filter_finds_what_lies_far_away(self, store):
        store.upsert([row(f"n{number}", spread(number), wing="many", path=f"many/{number}.md") for number in range(300)])
        store.upsert([row("one", -spread(0), wing="few", path="many-others/x.md")])
        assert keys(store.near(spread(7), 1, Where(wing="many"))) == ["n7"]
        assert keys(store.near(-spread(0), 1, Where(wing="many"))) != ["one"]
        assert keys(store.near(spread(0), 3, Where(wing="few"))) == ["one"]
        assert keys(store.near(spread(0), 3, Where(under="many-o"))) == ["one"]

    def test_any_text_is_taken(self, store):
        texts = ["", "检索增强生成 🧠", "a\x00b", "lone \udce4 surrogate", "\n" * 50, "x" * 20000]
        store.upsert([row(f"键{number}", spread(number), text, wing=text[:100]) for number, text in enumerate(texts)])
        assert store.ids() == {f"键{number}" for number in range(len(texts))}
        assert keys(store.near(spread(1), 1, Where(wing="检索增强生成 🧠"))) == ["键1"]

    def test_4096_dimensions(self, store):
        store.upsert([row(f"d{number}", spread(number, 4096)) for number in range(40)])
        assert keys(store.near(spread(7, 4096), 1, Where())) == ["d7"]

    def test_vectors_of_another_dimension_are_refused(self, store):
        store.upsert([row("a")])
        with pytest.raises(WikiError):
            store.upsert([row("b", spread(1, 16))])
        with pytest.raises(WikiError):
            store.near(spread(1, 16), 5, Where())
        assert store.ids() == {"a"}

    @pytest.mark.trial
    def test_many_rows_at_once(self, store):
        store.upsert([row(f"d{number}", spread(number)) for number in range(1201)])
        assert len(store.ids()) == 1201
        assert keys(store.near(spread(1200), 1, Where())) == ["d1200"]
        store.delete([f"d{number}" for number in range(1200)])
        assert store.ids() == {"d1200"}

    @pytest.mark.trial
    def test_two_processes_write_one_is_killed_and_a_long_lived_reader_sees_it_all(self, store, place, name):
        store.upsert([row("mine", -spread(3))])
        assert keys(store.near(spread(3), 1, Where())) == ["mine"]
        with self.run(WRITER, place, name, "x", "6", "25") as whole, self.run(WRITER, place, name, "k", "0", "20") as endless:
            acknowledged = [int(endless.stdout.readline()) for _ in range(4)]
            os.killpg(endless.pid, signal.SIGKILL)  # what it started too
            assert whole.wait(60) == 0
        assert acknowledged == [0, 1, 2, 3]
        there = store.ids()
        assert {key for key in there if key[0] != "k"} == {"mine", *(f"x{number}" for number in range(150))}
        assert there >= {f"k{number}" for number in range(80)}
        for mark, written in (("x", 150), ("k", 80)):
            for number in range(0, written, 3):
                assert f"{mark}{number}" in keys(store.near(spread(number), 2, Where(wing=mark)))
        store.upsert([row("after", unit(0, 1))])
        store.delete(["x3"])
        assert keys(store.near(unit(0, 1), 1, Where())) == ["after"]
        assert "x3" not in keys(store.near(spread(3), 2, Where()))
