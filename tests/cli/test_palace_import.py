"""A palace of MemPalace through the commands: what only the journal keeps is counted, goes along, and is not taken twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from llmwiki.cli.app import run
from llmwiki.palace.mempalace.read import read_palace
from llmwiki.palace.mempalace.values import MemCloset, MemDrawer, MemFact, MemPalace
from llmwiki.palace.mempalace.write import write_palace

FACTS = (
    MemFact("Kai", "works_on", "Orion", "2025-06-01", recorded_at="2026-02-05 10:00:00"),
    MemFact("凯", "lives_in", "上海", recorded_at="2026"),
)
PALACE = MemPalace(
    "",
    (
        MemDrawer("d1", "检索增强生成", "notes", "general", "hall_diary", source_file="/x/港口.md", kind="file"),
        MemDrawer("d2", "A note, 检索.", "notes", "general", "technical"),
    ),
    (MemCloset("c1", "harbour|Kai|→d1", "notes", "general", "/x/港口.md"), MemCloset("c2", "note||→d2", "notes", "general")),
    facts=FACTS,
    identity="I am Kai.",
)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace of MemPalace; it is copied, never used."""
    folder = tmp_path_factory.mktemp("written") / "theirs"
    write_palace(PALACE, folder, lambda texts: np.eye(len(texts), 384, dtype="float32"))
    return folder


@pytest.fixture
def theirs(written: Path, tmp_path: Path) -> Path:
    """A palace whose facts lie elsewhere, as MemPalace has it for one that is not at its usual place."""
    shutil.copytree(written, tmp_path / "theirs")
    (tmp_path / "home").mkdir()
    shutil.move(tmp_path / "theirs/palace/knowledge_graph.sqlite3", tmp_path / "home")
    return tmp_path / "theirs"


@pytest.mark.trial
def test_what_the_journal_only_keeps_is_counted_and_goes_along(theirs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(*words: str) -> Any:
        capsys.readouterr()
        assert run([*words, "--palace", str(tmp_path / "ours"), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert answer("palace", "import", str(theirs))["facts"] == 0
    found = answer("palace", "import", str(theirs), "--also", str(tmp_path / "home"))
    assert (found["facts"], found["closets"], found["documents"]) == (2, 2, {"filed": 0, "unchanged": 2})
    kept = {"closet": 2, "fact": 2, "identity": 1}
    assert answer("palace", "status")["kept"] == kept
    journal = (tmp_path / "ours/journal/journal.jsonl").read_bytes()
    answer("palace", "import", str(theirs), "--also", str(tmp_path / "home"))
    assert (tmp_path / "ours/journal/journal.jsonl").read_bytes() == journal
    answer("palace", "compress")
    shutil.rmtree(tmp_path / "ours/cache")
    assert answer("palace", "status")["kept"] == kept
    assert answer("palace", "export", str(tmp_path / "again"))["facts"] == 2
    again = read_palace(tmp_path / "again")
    assert (again.facts, again.identity) == (FACTS, "I am Kai.")


def test_an_imported_hall_is_searched_by_its_name(theirs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = ("--palace", str(tmp_path / "ours"))
    assert run(["palace", "import", str(theirs), *ours]) == 0
    for hall, found in (("diary", ["d1"]), ("hall_diary", ["d1"]), ("technical", ["d2"]), ("advice", [])):
        capsys.readouterr()
        assert run(["search", "检索", "--mode", "words", "--hall", hall, *ours, "--json"]) == 0
        assert [hit["drawer"] for hit in json.loads(capsys.readouterr().out)["hits"]] == found, hall
    assert run(["search", "检索", "--hall", "tecnical", *ours]) == 2
    assert "there is no hall 'tecnical'" in (said := capsys.readouterr().err)
    assert "did you mean 'technical'?" in said
