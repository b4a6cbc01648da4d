"""An ingest with a model that is killed anywhere is finished by the next: the same bytes as if nobody had stopped it."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import scripted_writer
from editor_harness import Newsroom
from gate_harness import Ending, Faults, in_child
from model_server import Script, model_server
from wiki_harness import Wiki
from writer_texts import FUSION, LOOM, written

SOAK = os.environ.get("WIKI_SOAK") == "1"
POINTS = 200 if SOAK else 3


class Bench:
    """A wiki with a model and nothing in it, copied for every try, and what becomes of it unbroken."""

    def __init__(self, folder: Path, script: Script) -> None:
        self.template, self.room = folder / "template", Newsroom(Wiki(folder / "try"), script)
        Newsroom.build(self.template, script, way="writer")
        script.chance = scripted_writer.chance
        self.room.says(claims=scripted_writer.claims, summary=scripted_writer.summary)
        self.inputs = written(folder, loom=LOOM, fusion=FUSION)
        calls = self.strike(Faults(0)).calls
        self.points = random.Random(20261201).sample(range(1, calls + 1), min(POINTS, calls))
        self.whole = self.room.wiki.files()

    def strike(self, faults: Faults) -> Ending:
        shutil.rmtree(self.room.wiki.root, ignore_errors=True)
        shutil.copytree(self.template, self.room.wiki.root)
        return in_child(lambda: self.room.ingest(*self.inputs), faults)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with model_server() as script:
        yield Bench(tmp_path_factory.mktemp("kill"), script)


@pytest.mark.trial(but=["0"])
@pytest.mark.parametrize("number", range(POINTS))
def test_a_killed_ingest_is_finished_by_the_next(bench: Bench, number: int) -> None:
    assert [path for path in bench.whole if path.startswith("entities/")]
    at = bench.points[number % len(bench.points)]
    ending = bench.strike(Faults(at))
    assert ending.killed or ending.calls < at  # threads that make one folder need a few calls more or less
    bench.room.ingest(*bench.inputs)
    assert bench.room.wiki.files() == bench.whole, at
