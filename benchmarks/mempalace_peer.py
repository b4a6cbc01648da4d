"""MemPalace as published, in an environment of its own: files the same documents and answers the same questions.

Its folder has ``venv`` (``python -m venv venv; venv/bin/pip install mempalace``) and ``home``, in whose ``.cache`` Chroma's default model
lies, as it does after a first run with a network. Nothing of it is part of the project.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

STRATEGIES = {"MemPalace, its default": "vector", "MemPalace, union": "union"}
_SCRIPT = """
import contextlib, io, json, pathlib, sys, time
palace, mine, strategies, questions = json.load(sys.stdin)
told = {"mined": 0.0, "answers": {}, "times": {}}
if mine:
    from mempalace.convo_miner import mine_convos
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        for wing, folder in mine:
            mine_convos(folder, palace, wing=wing)
    told["mined"] = time.process_time() - start
if questions:
    from mempalace.searcher import search_memories
    for strategy in strategies:
        times, answers = [], []
        for wing, text in questions:
            start = time.perf_counter()
            hits = search_memories(text, palace, wing=wing, n_results=10, candidate_strategy=strategy).get("results", [])
            times.append(1000 * (time.perf_counter() - start))
            answers.append([(pathlib.Path(hit["source_file"]).stem, hit["text"]) for hit in hits])
        told["answers"][strategy], told["times"][strategy] = answers, times
import chromadb
with contextlib.suppress(Exception):
    told["count"] = chromadb.PersistentClient(palace).get_collection("mempalace_drawers").count()
print(json.dumps(told))
"""


class Told(NamedTuple):
    """What it did.

    Attributes:
        mined: CPU seconds of filing.
        count: Drawers that it has.
        answers: Strategy to the hits for each question: name of the file, text.
        times: Strategy to milliseconds for each question.
        cpu: Seconds of the whole process.
        memory: Its largest resident size in MB.
    """

    mined: float
    count: int
    answers: dict[str, list[list[tuple[str, str]]]]
    times: dict[str, list[float]]
    cpu: float
    memory: float


def run(peer: Path, place: Path, wings: Mapping[str, Mapping[str, str]], questions: Sequence[tuple[str, str]]) -> Told:
    """File texts and ask, in one process of its own.

    Args:
        peer: Its folder.
        place: Where its palace lies.
        wings: Wing to name and text of each file; empty: what is there is searched.
        questions: Wing and text of each.
    """
    mine = []
    for wing, files in wings.items():
        folder = place / "texts" / wing
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / f"{name}.txt").write_text(text, "utf-8")
        mine.append((wing, str(folder)))
    request = json.dumps([str(place / "palace"), mine, list(STRATEGIES.values()), list(questions)])
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON"))}
    environment = kept | {"HOME": str(peer / "home"), "ANONYMIZED_TELEMETRY": "False", "HF_HUB_OFFLINE": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(peer / "venv" / "bin" / "python"), "-c", _SCRIPT]
    done = subprocess.run(command, input=request, stdout=subprocess.PIPE, check=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told: dict[str, Any] = json.loads(done.stdout.strip().rpartition("\n")[2])
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Told(told["mined"], told.get("count", 0), told["answers"], told["times"], seconds, after.ru_maxrss / 1024)


def is_there(peer: Path | None) -> bool:
    """Whether it can be run; says so where not."""
    if peer and (peer / "venv" / "bin" / "python").exists():
        return True
    print("MemPalace: skipped; --peer names a folder that has it in an environment of its own (benchmarks/mempalace_peer.py)")
    return False
