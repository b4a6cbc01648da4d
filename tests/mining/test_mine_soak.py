"""Kills, full disks and many processes: what was acknowledged is there, and the next run makes the rest whole."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from gate_harness import Faults, in_child
from mining_harness import Mine, killed_after, plant
from wiki_harness import SAMPLES

from llmwiki.palace.journal import Position
from llmwiki.palace.ranking import Scope
from llmwiki.renew import compress_palace, rebuild_palace
from tests.palace_harness import document, keep_until, read_until, started

pytestmark = pytest.mark.trial

SOAK = os.environ.get("WIKI_SOAK") == "1"
KILLS = 200 if SOAK else 2
SECONDS = 60.0 if SOAK else 0.25
AT_ONCE = 4 if SOAK else 2
NOTES = 450 if SOAK else 230
"""More than one batch of 200 in the daily suite, more than two in the long campaign."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sources in two languages, and many small notes."""
    root = tmp_path_factory.mktemp("origin") / "notes"
    shutil.copytree(SAMPLES, root / "samples")
    notes = {
        f"n/{number:03}.md": f"# Note {number}\n\nword{number} about herons and optimistic transactions, 乐观事务{number}。\n"
        for number in range(NOTES)
    }
    return plant(root, notes)


class Bench:
    """A palace copied for every try, the state before some work and the one after it."""

    def __init__(self, tmp_path: Path, before: Path | None, work: Callable[[Mine], object]) -> None:
        self._before, self._work, self.mine = before, work, Mine(tmp_path / "try")
        self.renewed()
        begun = time.process_time()
        work(self.mine)
        self.seconds = time.process_time() - begun
        self.after = self.mine.rows()

    def renewed(self) -> None:
        shutil.rmtree(self.mine.folder, ignore_errors=True)
        if self._before:
            shutil.copytree(self._before, self.mine.folder)

    def strike(self, seconds: float) -> bool:
        self.renewed()
        return killed_after(seconds, lambda: self._work(self.mine))

    def points(self) -> list[float]:
        draw = random.Random(20261201)
        return [draw.uniform(0.01, self.seconds) for _ in range(KILLS)]


def roomless(rows: list[tuple[object, ...]]) -> set[tuple[object, ...]]:
    """Rooms are divided when all is filed."""
    return {(*row[:2], *row[3:]) for row in rows}


@pytest.fixture(scope="module")
def filed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace with everything in it, and with superseded states of some."""
    mine = Mine(tmp_path_factory.mktemp("filed") / "palace")
    mine(folder)
    palace = mine.palace()
    for turn in range(5):
        palace.keep([document(f"{number}.md", f"turn{turn} number{number}", wing="later") for number in range(20)])
    palace.close()
    return mine.folder


def test_a_killed_run_is_gone_on_from(folder: Path, tmp_path: Path) -> None:
    bench = Bench(tmp_path, None, lambda mine: mine(folder))
    for point in bench.points():
        bench.strike(point)
        if (bench.mine.folder / "palace.json").exists():
            assert bench.mine.is_sound(), point
            assert roomless(bench.mine.rows()) <= roomless(bench.after), point
        bench.mine(folder)
        assert bench.mine.rows() == bench.after, point


@pytest.mark.parametrize(
    "work", [lambda mine: rebuild_palace(mine.site), lambda mine: compress_palace(mine.site)], ids=["rebuild", "compress"]
)
def test_a_killed_rebuild_or_compress_loses_nothing(filed: Path, tmp_path: Path, work: Callable[[Mine], object]) -> None:
    bench = Bench(tmp_path, filed, work)
    for point in bench.points():
        bench.strike(point)
        assert bench.mine.rows() == bench.after, point
        assert bench.mine.is_sound(), point
        work(bench.mine)
        assert bench.mine.rows() == bench.after, point


def test_killed_at_any_write_of_the_marker_and_the_journal(tmp_path: Path) -> None:
    origin = plant(tmp_path / "few", {"a.md": "# A\n\nOne.", "b.md": "# 乙\n\n二。"})
    mine = Mine(tmp_path / "try")
    for at in range(1, 40):
        shutil.rmtree(mine.folder, ignore_errors=True)
        ending = in_child(lambda: mine(origin), Faults(at, torn=True))
        mine(origin)
        assert mine.paths() == ["few:a.md", "few:b.md"], at
        if not ending.killed:
            return


def _limited(size: int, work: Callable[[], object]) -> Callable[[], object]:
    """Work on a disk that takes no file beyond a size."""

    def run() -> object:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return work()

    return run


@pytest.mark.parametrize("kilobytes", [0.03, 0.2, 20, 90, 200, 500] if SOAK else [0.2, 90, 300])
def test_a_full_disk_names_the_file_and_loses_nothing(folder: Path, tmp_path: Path, kilobytes: float) -> None:
    mine = Mine(tmp_path / "palace")
    ending = in_child(_limited(int(kilobytes * 1024), lambda: mine(folder)), Faults(0))
    assert not ending.killed
    assert str(mine.folder) in ending.message or "journal" in ending.message or "records" in ending.message, ending.message
    if (mine.folder / "palace.json").exists():
        kept = {
            path
            for _, entry in mine.palace().journal.read(Position("", 0))
            if (path := f"{entry['wing']}:{entry.get('path')}")
            if entry["op"] == "file"
        }
        assert kept <= set(mine.paths())
        assert mine.is_sound()
    mine(folder)
    assert mine.is_sound()
    assert len(mine.paths()) > NOTES


@pytest.mark.quick
def test_several_writers_and_readers(tmp_path: Path) -> None:
    written: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()
    read: multiprocessing.Queue[str] = multiprocessing.Queue()
    writers = [started(keep_until, tmp_path, writer, SECONDS, written) for writer in range(AT_ONCE)]
    readers = [started(read_until, tmp_path, SECONDS, read) for _ in range(AT_ONCE)]
    counts = dict(written.get(timeout=SECONDS + 60) for _ in writers)
    assert [read.get(timeout=SECONDS + 60) for _ in readers] == [""] * AT_ONCE
    for process in (*writers, *readers):
        process.join()
        assert process.exitcode == 0
    mine = Mine(tmp_path)
    rows = mine.rows()
    assert len(rows) == sum(counts.values()) > AT_ONCE
    palace = mine.palace()
    draw = random.Random(4)
    for writer, count in counts.items():
        for number in draw.sample(range(count), min(20, count)):
            assert [hit.drawer.path for hit in palace.search(f"word{writer}x{number}", Scope(2), "words").hits] == [f"{writer}/{number}.md"]
