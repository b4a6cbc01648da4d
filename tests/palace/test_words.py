from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import pytest

from llmwiki.palace.drawer import cut
from llmwiki.palace.ranking import Scope
from llmwiki.palace.words import FILE_NAME, Shelf, Synced, WordIndex
from llmwiki.vault.parse import parse

TEXTS = {
    "raw/articles/tidb.md": "# TiDB 事务\n\n从 v3.0.8 开始，TiDB 默认使用悲观事务模型。\n\n乐观事务在提交时检测冲突。",
    "raw/articles/locks.md": "# Locks\n\nAn optimistic transaction takes no lock while it runs.\n\nWriting locks costs time.",
    "concepts/adr.md": "# Architecture decision record\n\nAn ADR is a journal entry for the life of your software.",
    "raw/notes/march.md": "# Meeting\n\nThe team decided to leave REST.",
    "raw/notes/april.md": "# Meeting\n\nThe team decided to stay with REST.",
}
DATES = {"raw/notes/march.md": "2026-03-12", "raw/notes/april.md": "2026-04-02"}


def load(path: str) -> Shelf:
    return Shelf(
        cut(parse(TEXTS[path]), path, "source" if path.startswith("raw/") else "page"), path.rsplit("/", 1)[-1], DATES.get(path, "")
    )


@pytest.fixture
def index(tmp_path: Path) -> WordIndex:
    found = WordIndex(tmp_path)
    found.sync(dict.fromkeys(TEXTS, "1"), load)
    return found


def first(index: WordIndex, question: str, scope: Scope | None = None) -> str:
    hits = index.search(question, scope or Scope())
    return hits[0].drawer.path if hits else ""


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("optimistic transactions", "raw/articles/locks.md"),
        ("Which transaction takes no locks?", "raw/articles/locks.md"),
        ("悲观事务", "raw/articles/tidb.md"),
        ("什么是乐观事务？", "raw/articles/tidb.md"),
        ("v3.0.8", "raw/articles/tidb.md"),
        ("journals", "concepts/adr.md"),
        ("what was decided in March 2026", "raw/notes/march.md"),
        ("4月2日的决定 decided", "raw/notes/april.md"),
        ("锁", ""),
        ("unheard-of", ""),
        ("the of and", ""),
        ('"; DROP TABLE drawers; --', ""),
        ("\udce9 NEAR( * ^ optimistic", "raw/articles/locks.md"),
    ],
)
def test_search(index: WordIndex, question: str, path: str) -> None:
    assert first(index, question) == path


def test_scope(index: WordIndex) -> None:
    assert {hit.drawer.kind for hit in index.search("entry transaction", Scope(kind="page"))} == {"page"}
    assert first(index, "transaction decided", Scope(under="raw/notes/")).startswith("raw/notes/")
    assert len(index.search("decided transaction TiDB", Scope(limit=2))) == 2


def test_hits_say_why(index: WordIndex) -> None:
    (hit, *_) = index.search("What changed in v3.0.8?", Scope())
    assert hit.why["identifier"] == 1.0
    assert hit.why["words"] > 0
    assert hit.drawer.lines == (1, 5)
    assert hit.drawer == index.drawer(hit.drawer.id)


def test_sync_touches_only_what_changed(index: WordIndex) -> None:
    loaded: list[str] = []

    def watch(path: str) -> Shelf:
        loaded.append(path)
        return load(path)

    files = dict.fromkeys(TEXTS, "1")
    assert index.sync(files, watch) == Synced(0, 0, 0, 5)
    del files["concepts/adr.md"]
    files["raw/articles/locks.md"] = "2"
    assert index.sync(files, watch) == Synced(0, 1, 1, 3)
    assert loaded == ["raw/articles/locks.md"]
    assert first(index, "journal") == ""
    assert first(index, "optimistic") == "raw/articles/locks.md"


def test_a_damaged_index_is_made_anew(index: WordIndex, tmp_path: Path) -> None:
    index.close()
    path = tmp_path / FILE_NAME
    for side in tmp_path.glob(f"{FILE_NAME}-*"):
        side.unlink()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    assert first(index, "optimistic") == "raw/articles/locks.md"
    index.close()
    path.write_bytes(b"no database at all")
    again = WordIndex(tmp_path)
    assert again.sync(dict.fromkeys(TEXTS, "1"), load).added == 5
    assert first(again, "optimistic") == "raw/articles/locks.md"


def test_another_layout_is_thrown_away(index: WordIndex, tmp_path: Path) -> None:
    index.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert WordIndex(tmp_path).sync(dict.fromkeys(TEXTS, "1"), load).added == 5


def test_without_a_place_to_write_it_lives_in_memory(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    index = WordIndex(blocked / "cache")
    index.sync(dict.fromkeys(TEXTS, "1"), load)
    assert first(index, "optimistic") == "raw/articles/locks.md"


def _work(folder: Path, number: int) -> None:
    index = WordIndex(folder)
    for turn in range(5):
        index.sync(dict.fromkeys(TEXTS, f"{number}-{turn}"), load)
        assert first(index, "optimistic transaction") == "raw/articles/locks.md"


def test_several_processes_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_work, args=(tmp_path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        rows = connection.execute("SELECT count(*), (SELECT count(*) FROM words), count(DISTINCT id) FROM drawers").fetchone()
    connection.close()
    assert rows == (5, 5, 5)


def test_the_order_of_files_makes_no_difference(tmp_path: Path) -> None:
    orders = []
    for name, paths in (("a", sorted(TEXTS)), ("b", sorted(TEXTS, reverse=True))):
        index = WordIndex(tmp_path / name)
        for path in paths:
            index.sync(dict.fromkeys([*paths[: paths.index(path)], path], "1"), load)
        orders.append([(hit.drawer.id, hit.score) for hit in index.search("transaction decided 事务 TiDB", Scope())])
    assert orders[0] == orders[1]
