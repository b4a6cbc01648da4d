"""Damaged files of Chroma, writes and swaps that were cut off, a keeper that dies or sleeps: an error with a way out, never a dead caller."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from store_harness import keys, row, spread

from llmwiki.errors import Busy, IndexDamaged, ServiceError
from llmwiki.palace.store.base import Row, Where
from llmwiki.palace.store.chroma import Chroma, Verdict
from llmwiki.palace.store.layout import CLOSETS, DRAWERS
from llmwiki.palace.store.seal import break_seal, seal_path, set_seal

pytestmark = pytest.mark.trial

ROWS = [row(f"d{number}", spread(number)) for number in range(1100)]  # beyond 1,000 Chroma writes its index files
FILES = ["chroma.sqlite3", "data_level0.bin", "header.bin", "index_metadata.pickle", "length.bin", "link_lists.bin"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, desk: Chroma) -> Path:
    desk.store().upsert(ROWS)
    return Path(shutil.copytree(desk.name, tmp_path_factory.mktemp("made") / "chroma"))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chroma]:
    """One place for all cases of damage: its keeper opens a folder anew whenever its seal changed."""
    place = Chroma(tmp_path_factory.mktemp("desk") / "chroma", patience=0.5)
    yield place
    place.close()


@pytest.fixture(autouse=True)
def folder(made: Path, desk: Chroma) -> Path:
    """The place of ``desk``, with the files of ``made``."""
    folder = Path(desk.name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    break_seal(folder)
    set_seal(folder, os.urandom(4).hex())
    return folder


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def garble(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


@pytest.mark.parametrize("harm", [halve, garble, Path.unlink])
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_seen_before_it_is_opened(name: str, harm: Callable[[Path], None], folder: Path, desk: Chroma) -> None:
    harm(next(folder.rglob(name)))
    seen = "not a database" if (name, harm) == ("chroma.sqlite3", garble) else name
    with pytest.raises(IndexDamaged, match=seen) as error:
        desk.store().near(spread(1), 3, Where())
    assert "rebuild" in error.value.hint
    with pytest.raises(IndexDamaged, match=seen):
        desk.store().upsert(ROWS[:1])


def test_a_rebuild_heals_and_readers_go_on(folder: Path, desk: Chroma) -> None:
    halve(next(folder.rglob("data_level0.bin")))
    with pytest.raises(IndexDamaged):
        desk.store().ids()
    counts = desk.rebuild({DRAWERS: iter(ROWS[:50]), CLOSETS: []})
    assert counts == {DRAWERS: 50, CLOSETS: 0}
    assert keys(desk.store().near(spread(7), 1, Where())) == ["d7"]
    assert desk.store().verify(row.id for row in ROWS[:50]) == Verdict([], [], [])
    assert sorted(path.name for path in folder.parent.iterdir()) == ["chroma", "chroma.lock", "chroma.seal", "chroma.write.lock"]


def test_who_has_the_index_open_sees_what_another_one_made_anew(folder: Path, desk: Chroma) -> None:
    assert keys(desk.store().near(spread(7), 1, Where())) == ["d7"]
    other = Chroma(folder)
    try:
        other.rebuild({DRAWERS: [*ROWS[:5], row("新", spread(7))]})
    finally:
        other.close()
    assert keys(desk.store().near(spread(7), 1, Where())) == ["新"]


def test_damage_that_ends_chroma_ends_no_caller(folder: Path, desk: Chroma) -> None:
    halve(next(folder.rglob("header.bin")))
    set_seal(folder, "as if nothing was wrong")
    with pytest.raises(IndexDamaged, match="signal 11"):
        desk.store().near(spread(1), 3, Where())
    desk.rebuild({DRAWERS: ROWS[:5]})
    assert len(desk.store().ids()) == 5


def test_a_write_that_was_cut_off_is_looked_through(folder: Path, desk: Chroma) -> None:
    break_seal(folder)
    assert len(desk.store().ids()) == 1100
    halve(next(folder.rglob("data_level0.bin")))
    break_seal(folder)
    with pytest.raises(IndexDamaged, match="cannot be used"):
        desk.store().near(spread(1), 3, Where())


def test_what_another_program_wrote_is_taken(folder: Path, desk: Chroma) -> None:
    assert len(desk.store().ids()) == 1100
    before = seal_path(folder).read_bytes()
    desk.store().upsert([row("theirs", -spread(9))])
    seal_path(folder).write_bytes(before)  # the original's tools write, and know of no seal
    assert keys(desk.store().near(-spread(9), 1, Where())) == ["theirs"]
    halve(next(folder.rglob("data_level0.bin")))
    with pytest.raises(IndexDamaged, match=r"data_level0\.bin"):
        desk.store().ids()


def test_verify_names_what_is_missing_unknown_and_unreadable(folder: Path, desk: Chroma) -> None:
    store = desk.store()
    wanted = [row.id for row in ROWS]
    assert store.verify(wanted).whole
    store.delete(["d1"])
    store.upsert([row("new")])
    assert store.verify(wanted) == Verdict(["d1"], ["new"], [])
    level = next(folder.rglob("data_level0.bin"))
    with level.open("r+b") as file:  # 17 points without their labels; what Chroma makes of a file that is cut short differs each time
        file.seek(-17 * level.stat().st_size // 1000, os.SEEK_END)
        file.write(bytes(17 * level.stat().st_size // 1000))
    set_seal(folder, "unseen")
    lost = store.verify(wanted).unreadable
    assert lost
    assert set(lost) <= {*wanted, "new"}


def test_an_index_that_ran_away_is_not_opened(folder: Path, desk: Chroma) -> None:
    os.truncate(next(folder.rglob("link_lists.bin")), 1 << 40)
    set_seal(folder, "sparse")
    with pytest.raises(IndexDamaged, match="far larger"):
        desk.store().ids()


@pytest.mark.parametrize(("left", "rows"), [(["old"], 1100), (["old", "new"], 50), (["chroma", "old"], 1100), (["chroma", "new"], 1100)])
def test_a_swap_that_was_cut_off_leaves_one_whole_index(left: list[str], rows: int, folder: Path, desk: Chroma) -> None:
    """``old`` alone: after the new one was lost; with ``new``: between the renames; beside the folder: after them, or before."""
    whole = folder.with_name("whole")
    folder.rename(whole)
    desk.rebuild({DRAWERS: ROWS[:50]})
    small = folder.rename(folder.with_name("small"))
    break_seal(folder)
    for name in left:
        shutil.copytree(small if name == "new" else whole, folder if name == "chroma" else folder.with_name(f"chroma.{name}"))
    assert len(desk.store().ids()) == rows
    desk.store().upsert([row("after")])
    assert len(desk.store().ids()) == rows + 1
    assert not folder.with_name("chroma.old").exists()
    for path in (whole, small):
        shutil.rmtree(path)


def test_a_rebuild_that_fails_leaves_the_old_index(desk: Chroma) -> None:
    def rows() -> Iterator[Row]:
        yield from ROWS[:600]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.rebuild({DRAWERS: rows()})
    assert len(desk.store().ids()) == 1100
    desk.store().upsert([row("after")])
    assert len(desk.store().ids()) == 1101


def test_a_keeper_that_does_not_answer_is_ended(desk: Chroma) -> None:
    desk.store().ids()
    os.kill(desk._keeping._process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises(IndexDamaged, match="no answer"):
        desk.ask({"do": "ids", "collection": DRAWERS}, seconds=0.3)
    assert time.monotonic() - begun < 10
    assert len(desk.ask({"do": "ids", "collection": DRAWERS}, seconds=60)["ids"]) == 1100


def test_a_held_lock_is_busy(folder: Path, desk: Chroma) -> None:
    with FileLock(folder.with_name("chroma.lock")), pytest.raises(Busy, match="chroma"):
        desk.store().ids()
    with FileLock(folder.with_name("chroma.write.lock")):
        assert len(desk.store().ids()) == 1100
        with pytest.raises(Busy):
            desk.store().upsert(ROWS[:1])


def test_a_server_that_is_not_there() -> None:
    place = Chroma(url="http://127.0.0.1:9")
    with pytest.raises(ServiceError, match=r"127\.0\.0\.1:9") as error:
        place.store().ids()
    assert "chroma run" in error.value.hint
    place.close()
