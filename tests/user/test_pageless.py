"""A person who puts files in and gets no page of some: which ones, why, and where to find them all the same."""

from __future__ import annotations

import pytest

BARE = "# Notes of {}\n\nWe met. The coffee was cold. Someone opened a window, and the papers flew away.\n"
GUIDE = """# Amber Handbook

Everyone in the office may change the Amber Handbook. Nobody has to ask before changing the Amber Handbook. New people read the Amber Handbook in their first week. Last year we moved the Amber Handbook to another server.
"""
GUIDE_ZH = "# 琥珀平台\n\n办公室里的每个人都可以修改琥珀平台。去年我们把琥珀平台搬到了另一台服务器上。新同事在第一周学习琥珀平台。有一半的员工在五月打开过琥珀平台。\n"
LINE = "# The Amber Line\n\nThe Amber Line is a ferry company of Port Selda. The Amber Line was founded in 1921 by Ada Renfrew. The Amber Line prints a tide table every year. The Amber Line moved to the harbour in 1954.\n"
HINT = "hint: a source without a page is searched and quoted all the same: wiki query QUESTION\n"
NOTHING_TOLD = "nothing was found that it tells of in four sentences or more"


def told(said) -> list[str]:
    """The lines of the report on sources without a page."""
    lines = said.out.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("  without a page: ")), len(lines))
    return [line for line in lines[start:] if line.startswith(("  without", "  o "))]


def test_each_source_without_a_page_is_named_once_with_its_reason(empty) -> None:
    for name, text in {"line.md": LINE, "guide.md": GUIDE, "琥珀.md": GUIDE_ZH, "monday.md": BARE.format("Monday")}.items():
        empty.write(f"in/{name}", text)
    said = empty.type("ingest", "in")
    assert told(said) == [
        "  without a page: 3 of 4 sources",
        "  o in/guide.md: no sentence was found that says what “Amber Handbook” is",
        "  o in/琥珀.md: no sentence was found that says what “琥珀平台” is",
        f"  o in/monday.md: {NOTHING_TOLD}",
    ]
    assert said.err.endswith(HINT)
    assert "window" in empty.type("query", "Who opened a window?").out
    again = empty.type("ingest", "in")
    assert told(again) == []
    assert HINT not in again.err


def test_programs_get_all_of_them_with_codes(empty) -> None:
    for name, text in {"line.md": LINE, "琥珀.md": GUIDE_ZH, "monday.md": BARE.format("Monday")}.items():
        empty.write(f"in/{name}", text)
    found = empty.type("ingest", "in", "--json").json
    assert found["compiled"] == 3
    assert found["pageless"] == [
        {"input": "in/monday.md", "source": "raw/articles/monday-source.md", "subject": None, "code": "nothing-told-at-length", "reason": NOTHING_TOLD},
        {
            "input": "in/琥珀.md",
            "source": "raw/articles/琥珀-source.md",
            "subject": "琥珀平台",
            "code": "no-definition",
            "reason": "no sentence was found that says what “琥珀平台” is",
        },
    ]  # fmt: skip


def test_nothing_is_said_where_every_source_brought_a_page(empty) -> None:
    empty.write("in/line.md", LINE)
    said = empty.type("ingest", "in")
    assert told(said) == []
    assert HINT not in said.err
    assert "without a page" not in empty.type("status").out


@pytest.mark.parametrize("planned", [False, True], ids=["written", "dry-run"])
def test_of_many_sources_some_are_told_and_where_the_others_are(empty, *, planned: bool) -> None:
    for number in range(30):
        empty.write(f"in/{number:02}.md", BARE.format(number))
    empty.write("in/z.md", GUIDE)
    said = empty.type("ingest", "in", *(["--dry-run"] if planned else []))
    lines = [line for line in (said.err if planned else said.out).splitlines() if line.startswith(("  without", "  o "))]
    assert len(lines) == 10
    assert lines[:2] == ["  without a page: 31 of 31 sources", "  o in/z.md: no sentence was found that says what “Amber Handbook” is"]
    assert lines[-1] == f"  o and 23 more: `{'--json' if planned else 'wiki status --sources'}` names them"
    if planned:
        assert len(empty.type("ingest", "in", "--dry-run", "--json").json["pageless"]) == 31
    else:
        assert empty.type("status", "--sources").out.count("  no page\n") == 31


def test_what_could_not_be_read_is_told_once(empty) -> None:
    empty.write("in/scan.pdf", b"%PDF-1.4 nothing")
    empty.write("in/line.md", LINE)
    said = empty.type("ingest", "in")
    assert said.code == 1
    assert said.out.count("scan.pdf") == 1
    assert told(said) == []


@pytest.mark.parametrize("title", ["The Amber Line", "Amber Handbook"])
def test_a_page_that_was_deleted_is_the_reason(empty, title: str) -> None:
    text = LINE.replace("# The Amber Line", f"# {title}") + (GUIDE.partition("\n")[2] if title in GUIDE else "")
    empty.write("in/line.md", text)
    empty.type("ingest", "in")
    (empty.vault / "entities/amber-line.md").unlink()
    empty.write("in/line.md", text + "\nThe Amber Line sold two ferries in 1999.\n")
    assert told(empty.type("ingest", "in")) == [
        "  without a page: 1 of 1 source",
        "  o in/line.md: the page on “Amber Line” was taken away or left out by hand, and stays away",
    ]
    assert empty.type("status", "--json").json["pageless"] == ["raw/articles/line-source.md"]


@pytest.mark.parametrize(
    "page",
    [
        "A thing of ours.[^1]\n\n[^1]: [[raw/articles/monday-source]] “The coffee was cold.”\n",
        "---\nsources: [raw/articles/monday-source.md]\n---\n# Ours\n",
    ],
)
def test_a_page_of_ones_own_that_names_the_source_counts(empty, page: str) -> None:
    empty.write("in/monday.md", BARE.format("Monday"))
    assert told(empty.type("ingest", "in"))
    assert "1 captured, 1 without a page, 0 citations" in empty.type("status").out
    empty.write("wiki/concepts/ours.md", page)
    assert "1 captured, 0 citations" in empty.type("status").out
    empty.write("in/monday.md", BARE.format("Monday") + "\nIt rained.\n")
    assert told(empty.type("ingest", "in")) == []


def test_an_answer_that_was_filed_counts(empty) -> None:
    empty.write("in/guide.md", GUIDE)
    empty.type("ingest", "in")
    assert empty.type("status", "--json").json["pageless"] == ["raw/articles/guide.md"]
    assert empty.type("query", "Who may change the Amber Handbook?", "--save").code == 0
    assert empty.type("status", "--json").json["pageless"] == []


def test_a_source_that_is_not_compiled_or_was_retracted_is_not_counted(empty) -> None:
    empty.write("in/monday.md", BARE.format("Monday"))
    empty.type("ingest", "in")
    empty.write("wiki/raw/articles/tuesday.md", BARE.format("Tuesday"))
    assert empty.type("status", "--json").json["pageless"] == ["raw/articles/monday-source.md"]
    empty.type("retract", "monday-source", "--yes")
    assert empty.type("status", "--json").json["pageless"] == []
