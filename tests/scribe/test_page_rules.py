"""Rules about whole pages, each on a source small enough to read."""

from __future__ import annotations

import pytest

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.compose import summary
from llmwiki.scribe.definition import strength
from llmwiki.scribe.openers import cut_connective
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.said import said
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


@pytest.mark.parametrize(
    ("lead", "worth"),
    [
        ("Pulse Board is a chart of the visits to all branches of the network.", True),
        ("Pulse Board is the most popular page of the whole network this year.", False),
        ("Pulse Board is designed to keep the branches of the network in touch.", True),
        ("Pulse Board lets branches of the network look at their visits each day.", False),
        ("Pulse Board is a journey, not a destination, for the branches we know.", False),
        ("Pulse Board is a collection of charts that seek to achieve this goal.", False),
        ("Pulse Board is one of the reasons that were thought to be responsible.", False),
        ("Pulse Board Functions is an interface for the charts of the network.", False),
    ],
)
def test_a_lead_says_what_the_thing_is_not_what_it_is_good_for(lead: str, *, worth: bool) -> None:
    assert ("Pulse Board" in titles(PULSE.format(lead=lead))) is worth


def test_a_title_that_its_text_uses_as_a_name_stays_whole() -> None:
    text = """# Dinner for Rowan

Dinner for Rowan is the third album of the Larkfield Four, and it was made in a barn. Dinner for Rowan has nine songs in two halves.
Dinner for Rowan was sold in four shops at first. Dinner for Rowan was the only record that the band paid for by itself.
Dinner was served late on most days, and dinner was cold by then. Dinner came from the inn. Dinner never came twice.
"""
    assert set(titles(text)) == {"Dinner for Rowan"}


def test_a_thing_that_is_only_ever_the_one_of_its_text_gets_no_page() -> None:
    text = """# News of the week

The handbook is an operations manual that gives the rules of the office. The handbook was written in 1990 by two clerks.
The handbook consists of four thick binders. The handbook is kept in a locked drawer of the office. The handbook is read daily.

## The handbook

The handbook has an index of nine pages at its end. The handbook was last printed in 2001.
"""
    assert "Handbook" not in titles(text)


def test_a_person_by_first_name_alone_gets_no_page() -> None:
    text = """# An award for good work

## Rosalind

Rosalind is an engineer who leads the network's small group of tools. Rosalind said that the award came late. Rosalind wrote four programs
in a year. Rosalind thinks that the tools are done. Rosalind joined the network in 2019 and moved to the coast in 2020.
"""
    assert "Rosalind" not in titles(text)


def test_a_name_cut_out_of_a_longer_one_gets_no_page() -> None:
    text = """# 会话中的设置

用户自定义变量是一种跟会话绑定的变量，当前设置的值只在当前连接中可见。用户自定义变量的格式是一个名字加上一个符号。
用户自定义变量不区分大小写，读写都很快。用户自定义变量在连接关闭之后就会消失。

## 自定义变量

用户自定义变量可以用一条语句来设置，也可以在查询中读取。用户自定义变量支持整数和字符串两种类型。
"""
    assert "自定义变量" not in titles(text)


@pytest.mark.parametrize(
    ("lead", "worth"),
    [
        ("星河图库是一种保存图数据的存储引擎，由两位工程师写成。", True),
        ("星河图库是说明图数据有多么好用的一个例子，由两位工程师写成。", False),
        ("星河图库可以帮助用户更快地保存图数据，由两位工程师写成。", False),
    ],
)
def test_a_chinese_lead_says_what_the_thing_is(lead: str, *, worth: bool) -> None:
    text = f"""# 一周见闻

## 星河图库

{lead}星河图库把每个点和它的边保存在同一页里。星河图库每秒可以读取两百万条边。
星河图库在内存中保留最近用过的页。星河图库的索引按照边的方向分成两份。
"""
    assert ("星河图库" in titles(text)) is worth


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("However, gRPC is a framework for calls.", "gRPC is a framework for calls."),
        ("However, the ferry left.", "The ferry left."),
        ("Today, the ferry leaves twice.", "Today, the ferry leaves twice."),
    ],
)
def test_a_connective_goes_and_nothing_else_changes(text: str, shown: str) -> None:
    assert cut_connective(text) == shown


def test_code_is_no_citation_mark() -> None:
    assert said('Take `"${list[@]}"` for all [@doe2020].') == 'Take `"${list[@]}"` for all.'


def test_a_summary_ends_at_a_sentence_not_inside_a_bracket() -> None:
    text = "A router network selects two experts (i.e. two groups out of eight distinct groups of parameters) for every token, and " * 3
    assert summary(text).count("(") == summary(text).count(")")
    assert not summary(text).rstrip(".").endswith("i.e")


def test_an_aside_before_the_verb_is_no_apposition_alone() -> None:
    lead = "Pulse Board, if you have not met it yet, is the common chart of visits for all branches of the network."
    assert "Pulse Board" in titles(PULSE.format(lead=lead))
