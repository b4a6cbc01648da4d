"""Palaces of MemPalace: what is written is read back word for word, nothing of them is touched, and what is damaged is named."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from llmwiki.errors import SourceRefused, WriteError
from llmwiki.palace.mempalace.read import joined, read_palace
from llmwiki.palace.mempalace.values import MemCloset, MemDrawer, MemFact, MemHallway, MemPalace, MemPlace, MemTunnel
from llmwiki.palace.mempalace.write import safe_name, write_palace

pytestmark = pytest.mark.trial

DRAWERS = (
    MemDrawer("drawer_a_1", "# Harbour\r\n\nA text  with blanks \n", "notes", "general", "technical", "/x/港口.md", 0, (1, 3), "2026-01-02", "2026-02-01T10:00:00", "mempalace", ("Kai", "Orion"), "file"),
    MemDrawer("drawer_a_2", "检索增强生成。🧠" * 30, "notes", "general", "creative", "/x/港口.md", 1, (4, 9), "", "2026-02-01T10:00:01", "mempalace", (), "file"),
    MemDrawer("drawer_t_1", "> Hello?\nHello.", "talks", "planning", "general", "/x/talk.jsonl", 0, (0, 0), "", "2026-02-02T10:00:00", "mempalace", (), "conversation"),
    MemDrawer("diary_1", "今天修好了索引|★", "wing_scout", "diary", "hall_diary", "", 0, (0, 0), "2026-02-03", "2026-02-03T10:00:00", "", (), "diary", "scout", "work"),
    MemDrawer("long_chunk_000000", "One half, ", "people", "decisions", filed_at="2026-02-04T10:00:00", whole="long"),
    MemDrawer("long_chunk_000001", "the other half.", "people", "decisions", position=1, filed_at="2026-02-04T10:00:00", whole="long"),
)  # fmt: skip
CLOSETS = (MemCloset("closet_1", "harbour|Kai;Orion|→drawer_a_1,drawer_a_2", "notes", "general", "/x/港口.md", ("Kai", "Orion")),)
TUNNELS = (MemTunnel("t1", MemPlace("notes", "general"), MemPlace("people", "decisions", "long"), "same call", "explicit", "2026-02-05"),)
FACTS = (
    MemFact("Kai", "works_on", "Orion", "2025-06-01", "", 1.0, "drawer_a_1", "2026-02-05 10:00:00"),
    MemFact("Kai", "lives_in", "上海", "2024-01-01", "2025-12-31", 0.5),
)
MANY = tuple(MemDrawer(f"d{number}", f"text {number} " + "x" * 700, "w", "r") for number in range(300))
TIMES = {
    "content_date": "2026-12-01",
    "content_date_source": "mtime",
    "authored_at": "2026-02-01T10:00:00",
    "filed_at": "2026-02-01T10:00:00",
}
DATED = (
    MemDrawer("a", "x", filed_at="2026-02-01T10:00:00", metadata=TIMES),
    MemDrawer("b", "x", filed_at="2026-02-01T10:00:00", metadata={**TIMES, "authored_at": "2025-06-14T10:04:01Z"}),
)
PALACE = MemPalace("", DRAWERS, CLOSETS, TUNNELS, (), FACTS, "minilm", "I am Kai. 我是凯。\n")


def embed(texts: list[str]) -> np.ndarray:
    """A vector for each text that depends on all of it."""
    seeds = (int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") for text in texts)
    vectors = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds], dtype="float32")
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("palaces") / "exported"
    exported = write_palace(PALACE, target, embed)
    assert exported == (target / "palace", 6, 1, 1, 2, True, "")
    return target


@pytest.fixture
def copy(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "copy"))


def plain(palace: MemPalace) -> MemPalace:
    """Without the metadata that has fields of its own."""
    drawers = tuple(replace(drawer, metadata={}) for drawer in palace.drawers)
    closets = tuple(replace(closet, metadata={}) for closet in palace.closets)
    return replace(palace, folder="", drawers=drawers, closets=closets)


def test_what_was_written_is_read_word_for_word(written: Path) -> None:
    read = plain(read_palace(written / "palace"))
    facts = (FACTS[0], replace(FACTS[1], recorded_at=read.facts[1].recorded_at))
    assert read == replace(PALACE, facts=facts)
    assert read_palace(written) == read_palace(written / "palace"), "the folder above is understood too"


def test_a_second_export_of_what_was_read_is_the_same(written: Path, tmp_path: Path) -> None:
    write_palace(read_palace(written), tmp_path / "again", embed)
    assert read_palace(tmp_path / "again").drawers == read_palace(written).drawers


def test_parts_are_put_together(written: Path) -> None:
    whole = joined(read_palace(written).drawers)
    assert [drawer.id for drawer in whole] == ["drawer_a_1", "drawer_a_2", "drawer_t_1", "diary_1", "long"]
    assert whole[-1].text == "One half, the other half."
    assert joined(reversed(read_palace(written).drawers))[0].text == "One half, the other half."


def test_reading_touches_nothing(copy: Path) -> None:
    graph = sqlite3.connect(copy / "palace" / "knowledge_graph.sqlite3")
    graph.execute("PRAGMA journal_mode = WAL")
    graph.execute("UPDATE triples SET confidence = 0.25 WHERE object = 'orion'")
    graph.commit()
    files = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in copy.rglob("*") if path.is_file()}
    assert len(list(copy.glob("palace/knowledge_graph.sqlite3*"))) == 3, "the last write stands in the log beside it"
    read = read_palace(copy)
    assert [fact.confidence for fact in read.facts] == [0.25, 0.5]
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in copy.rglob("*") if path.is_file()} == files
    graph.close()


def test_a_broken_vector_index_does_not_matter(copy: Path) -> None:
    for path in (copy / "palace").glob("*/*"):
        path.write_bytes(b"garbage")
    assert len(read_palace(copy).drawers) == 6


def test_writes_that_a_killed_process_left_in_the_queue_are_read(copy: Path) -> None:
    with sqlite3.connect(copy / "palace" / "chroma.sqlite3") as database:
        topic = (
            "persistent://default/default/" + database.execute("SELECT id FROM collections WHERE name = 'mempalace_drawers'").fetchone()[0]
        )
        insert = "INSERT INTO embeddings_queue (seq_id, operation, topic, id, metadata) VALUES (?, ?, ?, ?, ?)"
        database.execute(insert, (900, 0, topic, "new", json.dumps({"chroma:document": "queued 排队", "wing": "w"})))
        database.execute(insert, (901, 2, topic, "drawer_a_1", json.dumps({"chroma:document": "newer", "hall": "h"})))
        database.execute(insert, (902, 3, topic, "drawer_a_2", None))
    database.close()
    read = {drawer.id: drawer for drawer in read_palace(copy).drawers}
    assert read["new"].text == "queued 排队"
    assert (read["drawer_a_1"].text, read["drawer_a_1"].hall, read["drawer_a_1"].wing) == ("newer", "h", "notes")
    assert "drawer_a_2" not in read


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A palace of many drawers, two of them with times."""
    target = tmp_path_factory.mktemp("palaces") / "long"
    write_palace(MemPalace("", MANY + DATED), target, embed)
    return target


def test_damaged_pages_cost_only_what_stood_on_them(long: Path, tmp_path: Path) -> None:
    many = MANY + DATED
    shutil.copytree(long, tmp_path / "many")
    database = tmp_path / "many" / "palace" / "chroma.sqlite3"
    with sqlite3.connect(database) as connection:
        page = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    data = bytearray(database.read_bytes())
    for match in re.finditer(b"text 150 xxx", bytes(data)):  # in the table, in the word index, in the queue
        at = match.start() // page * page
        data[at : at + page] = b"\xff" * page
    database.write_bytes(data)
    read = read_palace(tmp_path / "many")
    named = {gone.what.removeprefix("mempalace_drawers: ") for gone in read.unread if not gone.what.startswith("embeddings_queue")}
    lost = {drawer.id for drawer in many} - {drawer.id for drawer in read.drawers}
    assert 0 < len(lost) < 40
    assert lost == named
    texts = {drawer.id: drawer.text for drawer in many}
    assert all(drawer.text == texts[drawer.id] for drawer in read.drawers)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("tunnels.json", "[{]", "no JSON"),
        ("tunnels.json", '{"tunnels": 5}', "it holds no list"),
        ("tunnels.json", '[{"id": "x"}, 7]', "KeyError"),
        ("tunnels.json", "[" * 100000, "no JSON"),
        ("hallways.json", '{"hallways": [{"id": "x", "wing": "w"}]}', "KeyError"),
        ("palace/knowledge_graph.sqlite3", "no database at all, but text", "not a database"),
        ("palace/knowledge_graph.sqlite3", "", "not a database"),
    ],
)
def test_what_cannot_be_read_is_named(name: str, content: str, why: str, copy: Path) -> None:
    (copy / name).write_text(content)
    read = read_palace(copy)
    assert len(read.drawers) == 6
    assert read.unread[0].what.startswith(name.rpartition("/")[2])
    assert why in read.unread[0].why


def test_hallways_and_folders_elsewhere(copy: Path, tmp_path: Path) -> None:
    hallway = {"id": "h", "wing": "notes", "entity_a": "Kai", "entity_b": "Orion", "co_occurrence_count": 4, "rooms": ["general"]}
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "hallways.json").write_text(json.dumps({"schema_version": 1, "hallways": [hallway]}))
    (copy / "palace" / "knowledge_graph.sqlite3").rename(tmp_path / "home" / "knowledge_graph.sqlite3")
    assert read_palace(copy).facts == ()
    read = read_palace(copy, also=[tmp_path / "home"])
    assert read.hallways == (MemHallway("h", "notes", "Kai", "Orion", 4, ("general",)),)
    assert len(read.facts) == 2


def test_the_time_of_filing_is_no_date(long: Path) -> None:
    dates = {drawer.id: drawer.date for drawer in read_palace(long).drawers}
    assert (dates["a"], dates["b"]) == ("", "2025-06-14T10:04:01Z")


def harm_missing(folder: Path) -> None:
    (folder / "palace" / "chroma.sqlite3").unlink()


def harm_text(folder: Path) -> None:
    (folder / "palace" / "chroma.sqlite3").write_text("no database at all, but text")


def harm_half(folder: Path) -> None:
    os.truncate(folder / "palace" / "chroma.sqlite3", 4096)


def harm_other(folder: Path) -> None:
    (folder / "palace" / "chroma.sqlite3").rename(folder / "sqlite_exact.sqlite3")


@pytest.mark.parametrize("harm", [harm_missing, harm_text, harm_half, harm_other])
def test_what_is_no_palace_is_refused(harm: Callable[[Path], None], copy: Path) -> None:
    harm(copy)
    with pytest.raises(SourceRefused) as error:
        read_palace(copy)
    assert error.value.hint


def test_without_the_model_an_export_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    exported = write_palace(PALACE, tmp_path / "plain")
    assert not exported.searchable
    assert "model.onnx" in exported.note
    assert "repair rebuild-index" in exported.note
    assert plain(read_palace(tmp_path / "plain")).drawers == DRAWERS


def test_an_export_replaces_nothing(written: Path, tmp_path: Path) -> None:
    before = sorted(written.rglob("*"))
    with pytest.raises(WriteError, match="there already"):
        write_palace(PALACE, written, embed)

    def fail(_texts: object) -> np.ndarray:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_palace(PALACE, tmp_path / "cut off", fail)
    assert list(tmp_path.iterdir()) == []
    assert sorted(written.rglob("*")) == before


@pytest.mark.quick
@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("concepts/deep", "concepts.deep"),
        ("../..", "general"),
        ("", "general"),
        ("工作 区", "工作 区"),
        ("a|b?", "a_b"),
        ("x" * 200, "x" * 128),
    ],
)
def test_names_fit_the_filters_of_the_original(name: str, safe: str) -> None:
    assert safe_name(name) == safe
