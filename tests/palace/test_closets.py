from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmwiki.palace.closet_lines import ENTITIES_MOST, LINE_MOST, Line, clean_entity, clean_topic, fitted, packed, read_closet, read_line
from llmwiki.palace.closets import QUOTES_MOST, TOPICS_MOST, Closet, closets_of
from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.shelf import Shelf
from llmwiki.vault.parse import parse

FILLER = "Rows are kept in pages, and pages are kept in files of one size. " * 18
PAGE = f"""# Locks

{FILLER}

## Optimistic | 乐观事务

As Kai said to Mira, “a lock that nobody waits for costs nothing at all”. [[concepts/raft|Raft]] needs none. {FILLER}

### Retry

The log of **write conflicts** is kept. TiDB retries, and TiDB gives up. “short one”, 「乐观事务在提交的时候才会检查冲突并且可能重试。」 {FILLER}

## Ends

Then Mira asked Kai about [[raft]] and `Code Names` at https://example.org/Some-Name. {FILLER}
"""


def drawers_of(text: str) -> list[Drawer]:
    return cut(parse(text), "concepts/locks.md", "page")


def closets(path: str, place: tuple[str, str], drawers: list[Drawer], title: str = "", date: str = "") -> list[Closet]:
    return closets_of(Shelf(path, drawers, wing=place[0], room=place[1], title=title, date=date))


def lines_of(found: list[Closet]) -> list[Line]:
    return [line for closet in found for line in read_closet(closet.text).lines]


def test_lines_lead_to_the_drawers_their_topic_stands_in() -> None:
    drawers = drawers_of(PAGE)
    found = closets("concepts/locks.md", ("wiki", "concepts"), drawers, "Locks and more", "2026-05-30")
    lines = {line.topic: line for line in lines_of(found)}
    names = ("Locks", "Optimistic | 乐观事务", "Retry", "Ends")
    below = {name: tuple(d.id for d in drawers if d.headings[-1] == name or f"# {name}" in d.text) for name in names}
    assert len(set(below.values())) == len(names)
    assert lines["Locks"].drawers == below["Locks"]
    assert lines["Optimistic / 乐观事务"].drawers == below["Optimistic | 乐观事务"]
    assert lines["Retry"].drawers == below["Retry"]
    assert lines["Ends"].drawers == below["Ends"]
    assert len(lines["write conflicts"].drawers) == 1
    assert "Locks and more" not in lines
    assert [topic for topic in lines if topic[0] in '“「"'] == [
        "“a lock that nobody waits for costs nothing at all”",
        "「乐观事务在提交的时候才会检查冲突并且可能重试。」",
    ]


def test_a_line_tells_names_date_and_place() -> None:
    drawers = drawers_of(PAGE)
    (line,) = [line for line in lines_of(closets("x.md", ("w", "r"), drawers, "", "2026-05-30")) if line.topic == "Ends"]
    ends = [drawer for drawer in drawers if drawer.headings[-1] == "Ends" or "# Ends" in drawer.text]
    assert set(line.entities) == {"Mira", "Kai", "raft"}
    assert line.locator == f"2026-05-30:L{ends[0].lines[0]}-L{ends[-1].lines[1]}"
    assert str(line) == f"Ends|{';'.join(line.entities)}|{line.locator}|→{','.join(line.drawers)}"


@pytest.mark.parametrize("date", ["", "2026", "2026-05", "May 2026"])
def test_without_a_whole_date_a_line_has_three_fields(date: str) -> None:
    (closet,) = closets("x.md", ("w", "r"), drawers_of("# A\n\nSome text.\n"), "", date)
    assert re.fullmatch(r"A\|\|→d[0-9a-f]{20}", closet.text)


def test_names_ids_and_files_without_topics() -> None:
    drawers = drawers_of("Some text.\n")
    (closet,) = closets("notes/x y.md", ("My Wing", "notes/深"), drawers)
    assert re.fullmatch(r"closet_My_Wing_notes_深_[0-9a-f]{24}_01", closet.id)
    assert closet.text.startswith("My Wing/notes/深/x y.md||→")
    assert closets("notes/x y.md", ("My Wing", "notes/深"), drawers, "A title")[0].text.startswith("A title||→")
    assert closets("x.md", ("w", "r"), []) == []


def test_a_conversation_has_closets_too() -> None:
    turns = [
        f"Kai: Why does TiDB wait? {FILLER}",
        "Mira: 因为冲突检测。「乐观事务在提交的时候才会检查冲突并且可能重试。」",
        f"Kai: So TiDB retries. {FILLER}",
    ]
    drawers = drawers_of("\n\n".join(turns))
    lines = {line.topic: line for line in lines_of(closets("c-1", ("orion", "锁"), drawers, "锁的讨论", "2026-05-30T10:00:00"))}
    assert lines["锁的讨论"].drawers == tuple(drawer.id for drawer in drawers)
    assert "TiDB" in lines["TiDB"].entities
    assert lines["锁的讨论"].locator.startswith("2026-05-30:L1-L")
    assert "「乐观事务在提交的时候才会检查冲突并且可能重试。」" in lines


def test_of_too_many_headings_the_outer_ones_are_kept() -> None:
    text = "".join(f"## Part {n}\n\n{FILLER}\n\n### Deep {n}\n\n{FILLER}\n\n" for n in range(10))
    topics = [line.topic for line in lines_of(closets("x.md", ("w", "r"), drawers_of(text)))]
    assert [topic for topic in topics if topic.startswith("Part")] == [f"Part {n}" for n in range(10)]
    assert len(topics) == TOPICS_MOST


def test_the_end_of_a_long_file_is_read_too() -> None:
    text = f"# Book\n\n{FILLER * 30}\n\n“the very last words of a long book”\n"
    found = lines_of(closets("x.md", ("w", "r"), drawers_of(text)))
    assert found[-1].topic == "“the very last words of a long book”"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a|B;C|→x,y", Line("a", ("B", "C"), "", ("x", "y"))),
        ("a|B|2026-05-30:L3-L9|→x", Line("a", ("B",), "2026-05-30:L3-L9", ("x",))),
        (" a | B ; |  → x , ", Line("a", ("B",), "", ("x",))),
        ("a||→x", Line("a", (), "", ("x",))),
        ("a|→x", Line("a", (), "", ("x",))),
        ("a|b|C|→x", Line("a|b", ("C",), "", ("x",))),
        ("a → b|C|→x", Line("a → b", ("C",), "", ("x",))),
        ('"a quote"|B|→drawer_wing_room_0a1b', Line('"a quote"', ("B",), "", ("drawer_wing_room_0a1b",))),
        ("a|B|", None),
        ("a|B|→", None),
        ("|B|→x", None),
        ("→x", None),
        ("0:KAI|oauth|determ", None),
        ("", None),
    ],
)
def test_lines_of_others_are_read(text: str, line: Line | None) -> None:
    assert read_line(text) == line


def test_what_is_no_line_is_told() -> None:
    assert read_closet("a|B|→x\n\nFILE|KAI|2026\n").rest == ["FILE|KAI|2026"]


@pytest.mark.parametrize("length", range(740, 760))
def test_a_closet_is_filled_to_the_limit_and_no_further(length: int) -> None:
    lines = [Line("t" * length, (), "", ("d1",)), Line("t" * 739, (), "", ("d2",)), Line("t" * 750, (), "", ("d3",))]
    fits = len("\n".join(map(str, lines[:2]))) <= LINE_MOST
    assert list(packed(lines)) == ([lines[:2], lines[2:]] if fits else [lines[:1], lines[1:]])


@pytest.mark.parametrize("spare", range(30))
def test_a_line_of_many_drawers_goes_on_in_another(spare: int) -> None:
    drawers = tuple(f"d{number:020d}" for number in range(300))
    parts = list(fitted(Line("t" * (60 + spare), ("Kai",), "2026-05-30:L3-L9", drawers)))
    assert [drawer for part in parts for drawer in part.drawers] == list(drawers)
    assert all(LINE_MOST - 22 < len(str(part)) <= LINE_MOST for part in parts[:-1])


def test_there_are_twelve_topics_and_three_quotes_at_most() -> None:
    quotes = "".join(f"“quotation number {number} of this text” " for number in range(9))
    text = f"{FILLER}\n\n" + "".join(f"## Part {n}\n\n{quotes} {FILLER}\n\n" for n in range(20))
    drawers = drawers_of(text)
    lines = lines_of(closets("x.md", ("w", "r"), drawers, "A title"))
    assert list(dict.fromkeys(line.topic for line in lines)) == [
        "A title",
        *(f"Part {n}" for n in range(TOPICS_MOST - 1)),
        *(f"“quotation number {n} of this text”" for n in range(QUOTES_MOST)),
    ]
    assert {drawer for line in lines for drawer in line.drawers} == {drawer.id for drawer in drawers}


TOPICS = st.text(min_size=1, max_size=300).map(clean_topic).filter(bool)
NAMES = st.text(min_size=1, max_size=90).map(clean_entity).filter(bool)
IDS = st.lists(st.from_regex(r"[a-z]\w{0,120}", fullmatch=True), min_size=1, max_size=60, unique=True).map(tuple)
LINES = st.builds(
    Line, TOPICS, st.lists(NAMES, max_size=ENTITIES_MOST, unique=True).map(tuple), st.sampled_from(["", "2026-05-30:L3-L9"]), IDS
)


@settings(max_examples=50)
@given(LINES)
def test_a_line_that_is_written_is_read_again(line: Line) -> None:
    assert read_line(str(line)) == line
    assert "\n" not in str(line)
    assert str(line).splitlines() == [str(line)]


@pytest.mark.trial
@given(st.lists(LINES, max_size=12))
def test_no_closet_is_too_long_and_no_line_is_cut(lines: list[Line]) -> None:
    parts = [part for line in lines for part in fitted(line)]
    closets = list(packed(parts))
    assert [line for closet in closets for line in closet] == parts
    assert all(len("\n".join(map(str, closet))) <= LINE_MOST for closet in closets)
    assert [drawer for part in parts for drawer in part.drawers] == [drawer for line in lines for drawer in line.drawers]


PIECES = [
    "# One\n\n",
    "## 二 | two\n\n",
    "### Same\n\n",
    "## Very → odd; `code` **bold**\n\n",
    FILLER,
    "乐观事务在提交时检查冲突。" * 30,
    '"a quote of some length, with a comma" ',
    "「一段足够长的中文引文，超过十五个字符。」 ",
    "**bold term**: said twice. ",
    "In March Kai met TiDB in Kyoto. Kai met Mira; Kai met TiDB. ",
    "```\n# no heading\n```\n\n",
    "[[a/b|c]] ",
    "\n\n",
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=80).map("".join),
    st.sampled_from(["", "One", "A title"]),
    st.sampled_from(["", "2026-01-02"]),
)
def test_every_drawer_is_reachable_within_the_limits(text: str, title: str, date: str) -> None:
    drawers = drawers_of(text)
    found = closets("f.md", ("wing", "room"), drawers, title, date)
    lines = lines_of(found)
    assert {drawer for line in lines for drawer in line.drawers} == {drawer.id for drawer in drawers}
    assert all(len(closet.text) <= LINE_MOST and not read_closet(closet.text).rest for closet in found)
    quotes = {line.topic for line in lines if line.topic[0] in '"「“『'}
    assert len({line.topic for line in lines} - quotes) <= TOPICS_MOST
    assert len(quotes) <= QUOTES_MOST
    assert all(15 <= len(quote) - 2 <= 150 for quote in quotes)
    for line in lines:
        assert len(line.entities) <= ENTITIES_MOST
        assert all(text.count(name) >= 2 for name in line.entities)
    assert [closet.id[-2:] for closet in found] == [f"{number:02d}" for number in range(1, len(found) + 1)]
    assert found == closets("f.md", ("wing", "room"), drawers, title, date)
