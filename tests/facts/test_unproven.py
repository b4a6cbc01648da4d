"""What quotes do not prove: names that no dictionary has, and what is denied in other forms of its words."""

from __future__ import annotations

import pytest

from llmwiki.facts.support import Evidence
from llmwiki.facts.unproven import unproven
from llmwiki.scribe.stated import stated_names


def gaps(statement: str, quote: str) -> list[tuple[str, str]]:
    return [(gap.kind, gap.text) for gap in unproven(statement, Evidence((quote,), whole=quote), stated_names)]


@pytest.mark.parametrize(
    ("statement", "quote", "name"),
    [
        ("苗可心主持了研究。", "研究由方若琳博士主持。", "苗可心"),  # a guess of the segmenter, with a character that stands beside names
        ("日晒豆销往首尔。", "京都买日晒豆。", "首尔"),
        ("徽商多收茯砖。", "陕商多收茯砖。", "徽商"),  # a part of it is elsewhere
        ("船由酒泉开出。", "船从文昌开出。", "酒泉"),  # a noun of the dictionary
        ("计划交给了教授龙在田。", "计划交给了教授麦克勤。", "龙在田"),
        ("电解液由子午科技供应。", "电解液由环宇科技供应。", "子午"),  # a word for a time, before what makes it a body
    ],
)
def test_a_chinese_name_in_the_place_of_another_is_seen(statement: str, quote: str, name: str) -> None:
    assert ("name", name) in gaps(statement, quote)


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("土地总价120万元。", "地价共120万元。"),  # plain words for plain words
        ("缪春兰的老面自1987年一直养着。", "缪春兰的老面从1987年养到现在。"),
        ("服务不可用达47分钟。", "检索服务苍鹭中断了47分钟。"),
        ("卫星从文昌发射。", "它于2023年7月11日从文昌发射。"),
        ("会议由教授主持。", "会议由教授龙在田主持。"),
    ],
)
def test_other_words_for_the_same_are_no_names(statement: str, quote: str) -> None:
    assert gaps(statement, quote) == []


@pytest.mark.parametrize(
    ("statement", "quote", "is_denied"),
    [
        ("Flax has been part of the collection.", "Flax was never collected.", True),
        ("Flax has never been part of the collection.", "Flax was never collected.", False),
        ("The run ended because nobody had plugged in the sensor.", "The run failed since a sensor had been plugged in backwards.", True),
        ("The run ended because a sensor had been plugged in backwards.", "The run failed since a sensor was plugged in backwards.", False),
        ("Fares have been raised since 2019.", "Fares have not been raised since 2019.", True),
    ],
)
def test_a_denial_is_seen_in_another_form_of_its_word(statement: str, quote: str, *, is_denied: bool) -> None:
    assert ("negation" in [kind for kind, _ in gaps(statement, quote)]) == is_denied
