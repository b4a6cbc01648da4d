from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from llmwiki.errors import WriteError
from llmwiki.palace.entries import current, gone_entry
from llmwiki.palace.journal import Journal, Position
from llmwiki.palace.palace import Home, Palace
from llmwiki.palace.ranking import Scope
from tests.palace_harness import document, palace_at, started

START = Position("", 0)
TEXTS = {"a.md": "# Locks\n\nAn optimistic transaction takes no lock.", "b.md": "# 事务\n\n乐观事务在提交时检测冲突。"}


def paths(palace: Palace, question: str) -> list[str]:
    return [hit.drawer.path for hit in palace.search(question, Scope(), "words").hits]


def state(palace: Palace) -> list[tuple[object, ...]]:
    rows = palace.records.do(
        lambda connection: connection.execute(
            "SELECT f.wing, f.path, f.room, d.id, d.text, w.terms FROM drawers AS d"
            " JOIN files AS f ON f.number = d.file JOIN words AS w ON w.rowid = d.number ORDER BY d.id"
        ).fetchall()
    )
    return [tuple(row) for row in rows]


def test_entries_are_read_behind_a_position(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert list(journal.read(START)) == []
    assert journal.append([{"op": "file", "path": "é\udcff\n"}, {"op": "gone", "path": "x"}]) == 2
    (first, entry), (second, _) = journal.read(START)
    assert entry["path"] == "é\udcff\n"
    assert [item["op"] for _, item in journal.read(first)] == ["gone"]
    assert list(journal.read(second)) == []


def test_a_line_cut_off_by_a_kill_is_no_entry_and_harms_no_other(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, TEXTS)
    with palace.journal.path.open("ab") as file:
        file.write(b'{"op":"file","path":"c.md","text":"half')
    assert palace.follow() == 0
    palace.keep([document("d.md", "Whole again")])
    assert paths(palace, "whole") == ["d.md"]
    assert paths(palace, "half") == []


def test_the_records_come_back_the_same(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, TEXTS)
    palace.keep([document("a.md", "# Locks\n\nNewer text."), document("c.md", "Gone soon"), gone_entry("notes", "c.md")])
    before = state(palace)
    assert [row[1] for row in before] != []
    palace.close()
    shutil.rmtree(palace.home.cache)
    again = Palace(palace.home)
    again.follow()
    assert state(again) == before
    assert paths(again, "optimistic") == []
    assert paths(again, "newer") == ["a.md"]


def test_a_rewritten_journal_says_the_same_in_fewer_words(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, TEXTS)
    for turn in range(20):
        palace.keep([document("a.md", f"# Locks\n\nTurn {turn}.")])
    before = state(palace)
    sizes = palace.journal.rewrite(current)
    assert sizes[1] < sizes[0] / 4
    palace.follow()
    assert state(palace) == before


def test_a_drawer_cut_elsewhere_keeps_its_id(tmp_path: Path) -> None:
    palace = palace_at(tmp_path)
    drawers = [{"id": "drawer_w_r_1", "text": "Verbatim  text.", "lines": [3, 4]}, {"id": "drawer_w_r_2", "text": "More."}]
    palace.keep([{"op": "drawers", "wing": "w", "path": "x.md", "room": "r", "drawers": drawers}])
    found = palace.drawer("drawer_w_r_1")
    assert found is not None
    assert (found.text, found.lines, found.after, found.wing, found.room) == ("Verbatim  text.", (3, 4), "drawer_w_r_2", "w", "r")


def test_drawers_that_come_twice_under_one_id_are_told_apart(tmp_path: Path) -> None:
    palace = palace_at(tmp_path)
    entry = {"op": "drawers", "wing": "w", "path": "x.md", "drawers": [{"id": "same", "text": "One."}, {"id": "same", "text": "Two."}]}
    palace.keep([entry, {**entry, "path": "y.md"}])
    before = state(palace)
    assert len({row[3] for row in before}) == 4
    palace.keep([entry])
    assert state(palace) == before


@pytest.mark.parametrize(
    "line",
    [
        b"no json\n",
        b"[1]\n",
        b'{"op": 7}\n',
        b'{"op":["x"]}\n',
        b'{"op":"file"}\n',
        b'{"op":"drawers","names":3,"drawers":[{"lines":"x"},4]}\n',
    ],
)
def test_lines_that_nobody_of_ours_wrote_do_no_harm(tmp_path: Path, line: bytes) -> None:
    palace = palace_at(tmp_path, TEXTS)
    with palace.journal.path.open("ab") as file:
        file.write(line)
    palace.keep([document("d.md", "Whole again")])
    assert paths(palace, "whole") == ["d.md"]


def test_what_is_acknowledged_was_flushed_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[tuple[int, int]] = []

    def fsync(descriptor: int) -> None:
        status = os.fstat(descriptor)
        flushed.append((status.st_ino, status.st_size))

    palace = palace_at(tmp_path, TEXTS)
    monkeypatch.setattr(os, "fsync", fsync)
    for number in range(2):
        palace.keep([document(f"{number}.md", "更多 more")])
        there = palace.journal.path.stat()
        assert flushed.pop() == (there.st_ino, there.st_size)


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("in the way")
    with pytest.raises(WriteError, match=r"journal"):
        palace_at(tmp_path, TEXTS)


def _write_until_killed(folder: Path, report: Path) -> None:
    palace = Palace(Home.alone(folder))
    with report.open("w") as said:
        for number in range(10_000):
            palace.keep([document(f"{number}.md", f"number{number} kept")])
            said.write(f"{number}\n")
            said.flush()


@pytest.mark.parametrize("acknowledged", [1, 40] if not os.environ.get("WIKI_SOAK") else range(1, 101))
def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path, acknowledged: int) -> None:
    report = tmp_path / "report"
    process = started(_write_until_killed, tmp_path / "palace", report)
    while process.is_alive() and not (report.is_file() and report.read_text().count("\n") >= acknowledged):
        process.join(0.002)
    assert process.pid
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    said = report.read_text().split("\n")[:-1]
    palace = Palace(Home.alone(tmp_path / "palace"))
    palace.follow()
    for number in (said[0], said[-1]):
        assert paths(palace, f"number{number}") == [f"{number}.md"]
    held = {row[1] for row in state(palace)}
    assert {f"{number}.md" for number in said} <= held
    assert len(held) <= len(said) + 1


def _write_some(folder: Path, writer: int) -> None:
    palace = Palace(Home.alone(folder))
    for number in range(15):
        palace.keep([document(f"{writer}-{number}.md", f"word{writer}x{number}")])
        assert paths(palace, f"word{writer}x{number}") == [f"{writer}-{number}.md"]


@pytest.mark.trial
def test_several_writers_lose_nothing(tmp_path: Path) -> None:
    writers = [started(_write_some, tmp_path, writer) for writer in range(4)]
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0, 0]
    palace = Palace(Home.alone(tmp_path))
    rows = state(palace)
    assert len(rows) == len({row[1] for row in rows}) == 60
    totals = palace.records.do(lambda connection: connection.execute("SELECT drawers, terms FROM totals").fetchone())
    assert totals == (60, sum(len(str(row[5]).split(" ")) for row in rows))


def test_the_head_is_no_entry(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, TEXTS)
    head, *lines = palace.journal.path.read_bytes().splitlines()
    assert json.loads(head)["version"] == 1
    assert len(lines) == 2
