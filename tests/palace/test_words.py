from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pytest

from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import DrawerKind
from llmwiki.palace.filing import Synced
from llmwiki.palace.hit import Hit
from llmwiki.palace.palace import Home, Palace, Place
from llmwiki.palace.ranking import Scope
from llmwiki.palace.records import FILE_NAME
from llmwiki.palace.shelf import Shelf
from llmwiki.palace.store.base import Where
from llmwiki.vault.parse import parse
from tests.palace_harness import started

TEXTS = {
    "raw/articles/tidb.md": "# TiDB 事务\n\n从 v3.0.8 开始，TiDB 默认使用悲观事务模型。\n\n乐观事务在提交时检测冲突。",
    "raw/articles/locks.md": "# Locks\n\nAn optimistic transaction takes no lock while it runs.\n\nWriting locks costs time.",
    "concepts/adr.md": "# Architecture decision record\n\nAn ADR is a journal entry for the life of your software.",
    "raw/notes/march.md": "# Meeting\n\nThe team decided to leave REST.",
    "raw/notes/april.md": "# Meeting\n\nThe team decided to stay with REST.",
}
DATES = {"raw/notes/march.md": "2026-03-12", "raw/notes/april.md": "2026-04-02"}


def load(place: Place) -> Shelf:
    wing, path = place
    kind: DrawerKind = "source" if path.startswith("raw/") else "page"
    return Shelf(path, cut(parse(TEXTS[path]), path, kind, wing), kind, wing, title=path.rsplit("/", 1)[-1], date=DATES.get(path, ""))


def files(mark: str, texts: Iterable[str] = TEXTS) -> dict[Place, str]:
    return {("wiki", path): mark for path in texts}


def opened(folder: Path) -> Palace:
    return Palace(Home(folder / "journal", folder))


@pytest.fixture
def index(tmp_path: Path) -> Palace:
    found = opened(tmp_path)
    found.sync("vault", files("1"), load)
    return found


def search(index: Palace, question: str, scope: Scope | None = None) -> tuple[Hit, ...]:
    return index.search(question, scope or Scope(), "words").hits


def first(index: Palace, question: str, scope: Scope | None = None) -> str:
    hits = search(index, question, scope)
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
def test_search(index: Palace, question: str, path: str) -> None:
    assert first(index, question) == path


def test_scope(index: Palace) -> None:
    assert {hit.drawer.kind for hit in search(index, "entry transaction", Scope(where=Where(kind="page")))} == {"page"}
    assert first(index, "transaction decided", Scope(where=Where(under="raw/notes/"))).startswith("raw/notes/")
    assert len(search(index, "decided transaction TiDB", Scope(limit=2))) == 2


def test_hits_say_why(index: Palace) -> None:
    (hit, *_) = search(index, "What changed in v3.0.8?")
    assert hit.why["identifier"] == 1.0
    assert hit.why["words"] > 0
    assert hit.drawer.lines == (1, 5)
    assert hit.drawer == index.drawer(hit.drawer.id)


def test_sync_touches_only_what_changed(index: Palace) -> None:
    loaded: list[str] = []

    def watch(place: Place) -> Shelf:
        loaded.append(place[1])
        return load(place)

    wanted = files("1")
    assert index.sync("vault", wanted, watch) == Synced(0, 0, 0, 5)
    del wanted["wiki", "concepts/adr.md"]
    wanted["wiki", "raw/articles/locks.md"] = "2"
    assert index.sync("vault", wanted, watch) == Synced(0, 1, 1, 3)
    assert loaded == ["raw/articles/locks.md"]
    assert first(index, "journal") == ""
    assert first(index, "optimistic") == "raw/articles/locks.md"


def test_a_damaged_index_is_made_anew(index: Palace, tmp_path: Path) -> None:
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
    again = opened(tmp_path)
    assert again.sync("vault", files("1"), load).added == 5
    assert first(again, "optimistic") == "raw/articles/locks.md"


def test_another_layout_is_thrown_away(index: Palace, tmp_path: Path) -> None:
    index.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    assert opened(tmp_path).sync("vault", files("1"), load).added == 5


def test_without_a_place_to_write_it_lives_in_memory(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    index = opened(blocked / "cache")
    index.sync("vault", files("1"), load)
    assert first(index, "optimistic") == "raw/articles/locks.md"


def _work(folder: Path, number: int) -> None:
    index = opened(folder)
    for turn in range(5):
        index.sync("vault", files(f"{number}-{turn}"), load)
        assert first(index, "optimistic transaction") == "raw/articles/locks.md"


def test_several_processes_at_once(tmp_path: Path) -> None:
    workers = [started(_work, tmp_path, number) for number in range(3)]
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
        index = opened(tmp_path / name)
        for path in paths:
            index.sync("vault", files("1", [*paths[: paths.index(path)], path]), load)
        orders.append([(hit.drawer.id, hit.score) for hit in search(index, "transaction decided 事务 TiDB")])
    assert orders[0] == orders[1]
