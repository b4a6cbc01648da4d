"""Rules about whole pages, each on a source small enough to read."""

from __future__ import annotations

import pytest

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.definition import strength
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.vault.schema import read_schema

RULES = read_schema("## Page Thresholds\n- concept_min_sections: 1\n")


def titles(*texts: str) -> dict[str, tuple[str, ...]]:
    readings = [Reading(f"raw/articles/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    return {draft.title: tuple(relation.title for relation in draft.relations) for draft in compile_pages(readings, [], RULES).drafts}


HANDBOOK = """# The Larkfield Handbook

The Larkfield Handbook is a public guide to the work of the network. The Larkfield Handbook answers the questions of new staff.
The Larkfield Handbook was opened to readers in 2019. The Larkfield Handbook has forty chapters on daily work.

## Larkfield

Larkfield is a network of forty-one libraries in three counties. Larkfield lends a million books in a year.
Larkfield employs two hundred librarians in its branches. Larkfield was founded in 1931 by three towns.
"""


def test_pages_with_names_inside_each_other_are_related_when_nothing_else_is() -> None:
    found = titles(HANDBOOK)
    assert set(found) == {"Larkfield", "Larkfield Handbook"}
    assert found["Larkfield Handbook"] == ("Larkfield",)
    assert found["Larkfield"] == ("Larkfield Handbook",)


PULSE = """# A note on the week

## Pulse Board

{lead}
Pulse Board measures how many readers come back in a month. Pulse Board was made in six weeks by two people.
Pulse Board counts visits once a night from the gate logs. Pulse Board draws its charts without any script.
"""


@pytest.mark.parametrize(
    ("lead", "worth"),
    [
        ("Pulse Board is a chart of the visits to all branches of the network.", True),
        ("Pulse Board has changed the way in which the branches plan their week.", False),
    ],
)
def test_an_english_page_says_what_its_subject_is(lead: str, *, worth: bool) -> None:
    assert ("Pulse Board" in titles(PULSE.format(lead=lead))) is worth


@pytest.mark.parametrize(
    ("item", "name", "grade"),
    [
        ("Region: a range of neighbouring keys.", "Region", "strong"),
        ("Region: runs the queries that it is sent.", "Region", "none"),
        ("恢复点目标：是指可以丢失的最大数据量。", "恢复点目标", "strong"),
        ("心跳：每个节点都会频繁地发给其他节点。", "心跳", "none"),
    ],
)
def test_a_gloss_defines_only_when_it_names_a_kind(item: str, name: str, grade: str) -> None:
    assert strength(item, 0, len(name), item=True) == grade
