"""Rooms of a wing in the records: what moves takes its closets along, and a wing in which nothing can have changed is not read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from llmwiki.palace.entries import shelf_of
from llmwiki.palace.following import ORIGIN
from llmwiki.palace.living import live_entries
from llmwiki.palace.palace import Palace
from llmwiki.palace.verifying import Expected, compare
from tests.palace_harness import document, palace_at

TEXTS = {f"all/{part}/{number}.md": f"# 第 {number} 号 of {part}\n\nHeron {number} speaks." for number in range(15) for part in "abc"}
SPREAD = {f"{room}/{number}.md": f"# 第 {number} 号\n\nHeron {number} of {room}." for number in range(15) for room in "abc"}


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    palace = palace_at(tmp_path, {"first.md": "A palace that is filled for the first time is put in order."})
    palace.keep(document(path, text) | {"room": path.partition("/")[0]} for path, text in TEXTS.items())
    yield palace
    palace.close()


def rooms(palace: Palace) -> dict[str, int]:
    return dict(palace.records.open().execute("SELECT room, count(*) FROM files GROUP BY room"))


def differences(palace: Palace) -> list[str]:
    expected = (Expected(ORIGIN, str(entry["sha256"]), shelf_of(entry)) for entry in live_entries(palace.journal) if entry["op"] == "file")
    return [str(found) for found in palace.records.do(lambda connection: list(compare(connection, expected)))]


def read_by(palace: Palace, wing: str = "notes") -> list[str]:
    """Queries about files that putting a wing in order takes."""
    said: list[str] = []
    connection = palace.records.open()
    connection.set_trace_callback(said.append)
    palace.put_in_order(wing)
    connection.set_trace_callback(None)
    return [query for query in said if "FROM files" in query]


def test_what_moves_takes_its_closets_along(palace: Palace) -> None:
    before = dict(palace.records.open().execute("SELECT id, lines FROM closets"))
    assert palace.put_in_order("notes") == len(TEXTS)
    assert rooms(palace) == {"": 1, "all/a": 15, "all/b": 15, "all/c": 15}
    after = dict(palace.records.open().execute("SELECT id, lines FROM closets"))
    assert sorted(before.values()) == sorted(after.values())
    assert all(key.startswith("closet_notes_all_a_") for key in after if "of a" in after[key])
    assert differences(palace) == []


def test_a_wing_that_nothing_was_filed_in_is_not_read(palace: Palace) -> None:
    assert read_by(palace)
    assert read_by(palace) == []
    palace.keep([document("x.md", "Elsewhere.", wing="other")])
    assert read_by(palace) == []
    palace.keep([document("all/a/99.md", "# One more\n\nText.") | {"room": "all"}])
    assert palace.put_in_order("notes") == 1
    assert rooms(palace)["all/a"] == 16
    palace.keep([{"op": "gone", "wing": "notes", "path": "all/a/99.md"}])
    assert read_by(palace)


def test_files_are_read_only_where_a_room_may_be_too_large(tmp_path: Path) -> None:
    palace = palace_at(tmp_path, {"first.md": "A palace that is filled for the first time is put in order."})
    palace.keep(document(path, text) | {"room": path.partition("/")[0]} for path, text in SPREAD.items())
    assert not any("outline" in query for query in read_by(palace))
    palace.keep(document(f"a/{number}.md", f"Text {number}.") | {"room": "a"} for number in range(100, 140))
    assert any("outline" in query for query in read_by(palace))
    assert "a" not in rooms(palace)
    palace.close()


def test_what_is_filed_meanwhile_is_put_in_order_the_next_time(palace: Palace) -> None:
    connection = palace.records.open()
    other = Palace(palace.home)
    late: list[int] = []

    def file_one_more(query: str) -> None:
        if query.startswith("BEGIN") and not late:
            late.append(other.keep([document("all/b/98.md", "# Late\n\nText.") | {"room": "all"}]))

    connection.set_trace_callback(file_one_more)
    palace.put_in_order("notes")
    connection.set_trace_callback(None)
    assert late == [1]
    palace.put_in_order("notes")
    assert rooms(palace)["all/b"] == 16
    other.close()
