"""An ingest that is killed or refused by the disk at any point leaves the vault as before or as after."""

from __future__ import annotations

import errno
import os
import random
import shutil
from pathlib import Path

import pytest
from gate_harness import Ending, Faults, in_child
from wiki_harness import SOURCES, Wiki

from llmwiki.vault.apply import recover

SOAK = os.environ.get("WIKI_SOAK") == "1"
POINTS = 200 if SOAK else 8
INPUT = SOURCES if SOAK else SOURCES[:1]


class Bench:
    """A template vault, copied for every try, and its two good states."""

    def __init__(self, folder: Path, template: Wiki) -> None:
        self._template, self._root = template.root, folder / "try"
        self.before = template.files()
        self.calls = self.strike(Faults(0)).calls
        self.after = Wiki(self._root).files()
        assert self.before != self.after

    def strike(self, faults: Faults) -> Ending:
        shutil.rmtree(self._root, ignore_errors=True)
        shutil.copytree(self._template, self._root)
        return in_child(lambda: Wiki(self._root).ingest(*INPUT), faults)

    def found(self) -> dict[str, str]:
        recover(self._root)
        return Wiki(self._root).files()

    def points(self) -> list[int]:
        return sorted(random.Random(20261130).sample(range(1, self.calls + 1), min(POINTS, self.calls)))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    from llmwiki.create import create

    folder = tmp_path_factory.mktemp("kill")
    create(folder / "wiki", domain="Search", tags=["search"], language="en", now="2026-11-30")
    return Bench(folder, Wiki(folder / "wiki"))


@pytest.mark.trial
def test_killed_anywhere(bench: Bench) -> None:
    for at in bench.points():
        assert bench.strike(Faults(at)).killed
        assert bench.found() in (bench.before, bench.after), at


@pytest.mark.trial
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_refused_by_the_disk_anywhere(bench: Bench, error: int) -> None:
    for at in bench.points()[::2]:
        ending = bench.strike(Faults(at, error=error))
        assert bench.found() in (bench.before, bench.after), at
        assert ending.message or bench.found() == bench.after, at


def test_a_killed_run_is_finished_by_the_next(bench: Bench) -> None:
    bench.strike(Faults(bench.calls // 2))
    Wiki(bench._root).ingest(*INPUT)
    assert bench.found() == bench.after
