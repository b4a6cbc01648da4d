"""Each writing command: clean behind it, taken back byte for byte, the same again; and what the JSON looks like."""

from __future__ import annotations

from typing import Any

import pytest

NEW = "# More\n\nThe Amber Line sold two ferries in 1999. The Amber Line is owned by Ida Berg. 蓝鲸平台在2024年被出售。\n"
WRITERS = [
    ("ingest", "in"),
    ("ingest", "more.md"),
    ("query", "What is the Amber Line?", "--save"),
    ("query", "蓝鲸平台是什么？", "--save", "--title", "CON"),
    ("query", "What is the Amber Line?", "--save", "--title", "长标题🚀" * 80),
    ("mv", "amber-line", "Bernstein Linie"),
    ("mv", "蓝鲸平台", "白鲸平台"),
    ("mv", "entities/蓝鲸平台.md", "concepts/"),
    ("mv", "amber-line", "Amber-Line"),
    ("merge", "蓝鲸平台", "amber-line"),
    ("merge", "entities/amber-line.md", "蓝鲸平台", "--title", "两者合一"),
    ("archive", "蓝鲸平台", "--successor", "amber-line", "--reason", "过时了"),
    ("retract", "部署流程-source", "--yes"),
    ("init", "--lang", "zh"),
]


@pytest.mark.trial(but=["ingest more.md", "query What is the Amber Line? --save", "mv amber-line Bernstein Linie", "init --lang zh"])
@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_a_command_can_be_taken_back(full, words: tuple[str, ...]) -> None:
    full.write("more.md", NEW)
    (full.vault / "AGENTS.md").unlink()
    before = full.state()
    assert full.type(*words).code == 0
    full.check()
    after = full.state()
    if words != ("ingest", "in"):
        assert after != before
        assert full.type("undo").code == 0
    assert full.state() == before
    assert full.type(*words).code == 0
    assert full.state() == after


def test_what_is_done_already_is_said(full) -> None:
    assert full.type("merge", "蓝鲸平台", "amber-line").code == 0
    assert full.type("archive", "amber-line").code == 0
    before = full.state()
    for words in (("merge", "蓝鲸平台", "_archive/entities/amber-line.md"), ("archive", "amber-line")):
        said = full.type(*words)
        assert (said.code, said.out[:14]) == (0, "nothing to do:")
    assert full.type("archive", "--undo", "amber-line").code == 0
    assert full.type("archive", "--undo", "amber-line").out.startswith("nothing to do:")
    assert full.state() != before


def test_undo_goes_back_step_by_step_and_never_over_an_edit(full) -> None:
    states = [full.state()]
    full.write("more.md", NEW)
    for words in (("ingest", "more.md"), ("mv", "amber-line", "x"), ("query", "蓝鲸平台是什么？", "--save")):
        assert full.type(*words).code == 0
        states.append(full.state())
    for state in reversed(states[:-1]):
        assert full.type("undo").code == 0
        assert full.state() == state
    page = full.vault / "entities/amber-line.md"
    page.write_text(page.read_text() + "\nMine.\n")
    said = full.type("undo")
    assert said.code == 2
    assert "entities/amber-line.md" in said.err
    assert page.read_text().endswith("\nMine.\n")


@pytest.mark.trial
def test_a_rename_is_no_edit_of_a_person(full) -> None:
    """Links that follow a page are the tool's own work: later changes of the sources need no decision."""
    for old, new, was, now in (("amber-line", "Bernstein Linie", "1954", "1955"), ("Bernstein Linie", "amber-line", "1955", "1956")):
        assert full.type("mv", f"entities/{old}.md", new).code == 0
        full.write("in/harbour.md", (full.home / "in/harbour.md").read_text().replace(was, now))
        told = full.ingest("in")
        assert (told["revised"], told["pages"]["proposed"]) == (1, [])
    assert full.type("review", "--json").json == []


def test_a_person_line_survives_a_rename_and_what_comes_after(full) -> None:
    page = full.vault / "entities/amber-line.md"
    page.write_text(page.read_text().replace("\n## ", "\nMy own line about [[蓝鲸平台]].\n\n## ", 1))
    assert full.type("mv", "蓝鲸平台", "白鲸平台").code == 0
    full.write("in/harbour.md", (full.home / "in/harbour.md").read_text().replace("1954", "1955"))
    full.ingest("in")
    assert "My own line about [[白鲸平台]]." in page.read_text()
    assert "1955" in page.read_text()
    assert full.type("review", "--json").json == []


def test_links_in_what_cannot_be_read_are_told(full) -> None:
    (full.vault / "entities/dangling.md").symlink_to("nowhere.md")
    said = full.type("mv", "amber-line", "Bernstein", "--json")
    assert (said.code, said.json["unread"]) == (1, ["entities/dangling.md"])
    assert "entities/dangling.md" in said.err


TEXT, NUMBER = str, (int, float)
COST = {"calls": NUMBER, "tokens_in": NUMBER, "tokens_out": NUMBER, "usd": NUMBER}
REASON = [{"input": TEXT, "reason": TEXT}]
PLACES = {"path": TEXT, "line": NUMBER, "column": NUMBER, "written": TEXT}
OUT = {
    "written": TEXT,
    "kind": TEXT,
    "target": (str, type(None)),
    "candidates": [TEXT],
    "anchor": (str, type(None)),
    "line": NUMBER,
    "column": NUMBER,
}
LINKS = {"note": TEXT, "outgoing": [OUT], "incoming": [PLACES], "tags": [TEXT]}
PAGES = {"created": [TEXT], "updated": [TEXT], "proposed": [TEXT]}
FINDING = {
    "code": TEXT,
    "name": TEXT,
    "severity": TEXT,
    "path": TEXT,
    "line": NUMBER,
    "column": NUMBER,
    "end_line": NUMBER,
    "end_column": NUMBER,
    "message": TEXT,
}
HIT = {
    "drawer": TEXT,
    "text": TEXT,
    "path": TEXT,
    "heading": TEXT,
    "lines": [NUMBER],
    "wing": TEXT,
    "room": TEXT,
    "score": NUMBER,
    "why": dict,
}
CITATION = {"page": TEXT, "source": TEXT, "quote": TEXT, "verified": bool}
SHAPES: dict[tuple[str, ...], Any] = {
    ("ingest", "in"): {
        **dict.fromkeys(("inputs", "captured", "unchanged", "duplicate"), NUMBER),
        "refused": REASON,
        "failed": REASON,
        "pages": PAGES,
        "citations": {"written": NUMBER, "rejected": NUMBER},
        "cost": COST,
    },
    ("lint",): {
        "version": NUMBER,
        "vault": TEXT,
        "files": NUMBER,
        "findings": [FINDING],
        "counts": {"error": NUMBER, "warning": NUMBER, "info": NUMBER},
    },
    ("search", "ferry"): {"query": TEXT, "mode": TEXT, "hits": [HIT]},
    ("query", "What is the Amber Line?"): {
        "question": TEXT,
        "answer": TEXT,
        "citations": [CITATION],
        "filed": (str, type(None)),
        "mode": TEXT,
        "model": type(None),
        "cost": COST,
    },
    ("links", "amber-line"): LINKS,
    ("links", "--all"): [LINKS],
    ("status",): {
        **dict.fromkeys(("captured", "retracted", "notes"), NUMBER),
        "vault": TEXT,
        "root": TEXT,
        "failed": REASON,
        "pages": dict,
    },
    ("log",): [{"date": TEXT, "action": TEXT, "target": TEXT, "notes": TEXT}],
    ("review",): [],
    ("explain", "W101"): {"code": TEXT, "name": TEXT, "severity": TEXT},
    ("rebuild",): {"notes": NUMBER, "indexed": NUMBER},
    ("mv", "amber-line", "x"): {"from": TEXT, "to": TEXT, "links": NUMBER, "files": [TEXT]},
    ("merge", "蓝鲸平台", "amber-line"): {"page": TEXT, "into": TEXT, "title": TEXT, "links": NUMBER, "files": [TEXT], "receipt": dict},
    ("archive", "amber-line"): {"from": TEXT, "to": TEXT, "links": NUMBER, "files": [TEXT], "receipt": dict},
    ("retract", "harbour-source", "--dry-run"): {"source": TEXT, "done": bool, "pages": dict},
    ("undo",): {"operation": NUMBER, "action": TEXT, "created": [TEXT], "updated": [TEXT], "deleted": [TEXT]},
    ("init",): {"vault": TEXT, "root": TEXT, "adopted": bool, "added": [TEXT], "kept": [TEXT]},
}


def fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(key in value and fits(value[key], part) for key, part in shape.items())
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, part) for item in value for part in shape)
    return isinstance(value, shape)


@pytest.mark.parametrize("words", SHAPES, ids=" ".join)
def test_json_has_the_documented_shape(full, words: tuple[str, ...]) -> None:
    said = full.type(*words, "--json")
    assert said.code == 0
    assert fits(said.json, SHAPES[words]), said.out
