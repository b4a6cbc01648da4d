"""Records and pages that nobody can read: nothing is taken for deleted, and nothing is written over them."""

from __future__ import annotations

import json
import os

import pytest

CONFLICT = '<<<<<<< ours\n{"path": "a"}\n=======\n{"path": "b"}\n>>>>>>> theirs\n'
BROKEN = {
    "conflict": CONFLICT,
    "empty": "",
    "no object": "[1]",
    "no path": '{"sha256": "x"}',
    "claim without label": '{"path": "raw/articles/x.md", "sha256": "x", "claims": [{"quote": "q"}]}',
    "claims that are none": '{"path": "raw/articles/x.md", "sha256": "x", "claims": [1]}',
    "wrong type": '{"path": "raw/articles/x.md", "sha256": "x", "retracted": "no"}',
    "deep": "[" * 100_000,
}
WRITERS = (("ingest",), ("ingest", "in"), ("query", "What is the Amber Line?", "--save"), ("retract", "ferries-source", "--yes"))


@pytest.mark.trial(but=["conflict", "deep", "no path"])
@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_record_is_named_and_kept(full, text: str) -> None:
    record = full.vault / ".wiki/ledger/sources/articles/harbour-source.md.json"
    assert record.exists()
    record.write_text(text)
    name = record.relative_to(full.vault).as_posix()
    before = full.state()
    for words in WRITERS:
        said = full.type(*words)
        assert said.code == 2, words
        assert name in said.err
    assert full.state() == before
    failed = full.type("status", "--json").json["failed"]
    assert [item["input"] for item in failed] == [name]
    assert full.type("search", "ferry").code == 0


def test_a_source_whose_record_is_broken_is_not_said_to_be_none(full) -> None:
    name = ".wiki/ledger/sources/articles/ferries-source.md.json"
    (full.vault / name).write_text(CONFLICT)
    said = full.type("retract", "ferries-source", "--yes")
    assert said.code == 2
    assert name in said.err


def test_a_page_that_cannot_be_read_is_not_taken_for_deleted(full) -> None:
    page = full.vault / "entities/amber-line.md"
    text = page.read_bytes()
    page.unlink()
    page.symlink_to("nowhere.md")
    before = full.state()
    full.write("in/new.md", "# More of the Amber Line\n\nThe Amber Line sold two ferries in 1999. The Amber Line is owned by Ida Berg.\n")
    said = full.type("ingest", "in")
    assert said.code == 2
    assert "entities/amber-line.md cannot be read: the symbolic link leads nowhere" in said.err
    assert full.type("ingest").code == 2
    assert full.state() == before
    page.unlink()
    page.write_bytes(text)
    assert full.ingest("in")["captured"] == 1


@pytest.mark.parametrize("path", ["entities/amber-line.md", "entities", "raw/articles", ".wiki/ledger/pages"])
def test_what_may_not_be_read_stops_a_write(full, path: str) -> None:
    place = full.vault / path
    mode = place.stat().st_mode
    place.chmod(0)
    if os.access(place, os.R_OK):
        pytest.skip("this user may read everything")
    try:
        said = full.type("ingest", "in")
    finally:
        place.chmod(mode)
    assert said.code == 2
    assert path in said.err


def test_a_path_in_a_record_leads_nowhere_else(full) -> None:
    record = next((full.vault / ".wiki/ledger/sources").rglob("ferries*.json"))
    data = json.loads(record.read_text())
    record.write_text(json.dumps({**data, "path": "../../outside.md"}))
    full.type("ingest", "in")
    full.type("retract", "outside", "--yes")
    assert sorted(path.name for path in full.home.iterdir()) == ["in", "wiki"]
    assert sorted(path.name for path in full.home.parent.iterdir()) == ["home"]


@pytest.mark.parametrize("words", [("search", "ferry"), ("query", "What is the Amber Line?"), ("lint",)])
def test_an_answer_names_what_could_not_be_read(full, words) -> None:
    (full.vault / "entities/dangling.md").symlink_to("nowhere.md")
    said = full.type(*words, "--json")
    assert said.err.splitlines()[0] == "not read: entities/dangling.md: the symbolic link leads nowhere"
    assert said.json
