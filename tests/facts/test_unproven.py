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
        ("援军在柳河渡口被击退。", "援军在栗河渡口被击退。", "柳"),  # one character of it
        ("洛清寒的首部小说问世。", "洛清秋1978年出版首部小说，后来问世。", "寒"),
        ("理事长一职交给副手龙在田。", "柏淑仪把理事长一职交给副手麦克勤。", "龙在田"),  # between 副手 and the end
        ("试验名为“晚星”。", "试验名为“晨星”。", "晚星"),  # in quotation marks
    ],
)
def test_a_chinese_name_in_the_place_of_another_is_seen(statement: str, quote: str, name: str) -> None:
    assert ("name", name) in gaps(statement, quote)


def test_a_word_of_a_name_is_not_held_for_a_plain_word() -> None:
    assert ("name", "Weaver Mills") in gaps("The woman sued Weaver Mills.", "The weaver sued Calder Mills.")
    assert gaps("The woman sued Calder Mills.", "The weaver sued Calder Mills.") == []


@pytest.mark.parametrize(("statement", "quote"), [("It needs 7 bytes.", "It needs 7 bits."), ("它需要7字节。", "它需要7比特。")])
def test_bits_are_no_bytes(statement: str, quote: str) -> None:
    assert "unit" in [kind for kind, _ in gaps(statement, quote)]
    assert gaps("It needs 2 bytes.", "It needs 16 bits.") == []


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("土地总价120万元。", "地价共120万元。"),  # plain words for plain words
        ("缪春兰的老面自1987年一直养着。", "缪春兰的老面从1987年养到现在。"),
        ("服务不可用达47分钟。", "检索服务苍鹭中断了47分钟。"),
        ("卫星从文昌发射。", "它于2023年7月11日从文昌发射。"),
        ("会议由教授主持。", "会议由教授龙在田主持。"),
        ("它替语料库抓了21亿个网页。", "它为语料库抓取了21亿个网页。"),  # a word of one character
        ("罚款只付了一半，余下的从未付清。", "西白镇只付了一半，另一半始终没有收到。"),  # a verb, behind 未
        ("法院判东莲镇赢，并罚了西白镇。", "法院判东莲镇胜诉，罚西白镇2500元。"),
        ("乔木言管网络层，冯立夏管存储层。", "冯立夏负责存储层，乔木言负责网络层。"),  # 夏管 is none
        ("1978年茶厂归县供销社管理。", "1978年，县供销社接管了茶厂。"),  # nor is 归县
        ("它后来捐给大学。", "酿酒商后来把它捐给了一所大学。"),
        ("代蒲若安签字的是副手文可澜。", "蒲若安没有亲自签字，由副手文可澜代签。"),
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
        ("LevelDB has adopted it.", "RocksDB adopted the filter, but LevelDB did not.", True),  # of what the clause before says
        ("LevelDB has not adopted it.", "RocksDB adopted the filter, but LevelDB did not.", False),
        ("乙厂采用了它。", "甲厂采用了它，乙厂则没有。", True),
        ("乙厂没有采用它。", "甲厂采用了它，乙厂则没有。", False),
        ("Dahl died before the last of her comets was named.", "Dahl did not live to see the last of them named.", False),
        ("No job can hold more than 64 boards.", "A job may hold at most 64 boards.", False),
        ("The telescope has no longer been used since.", "The telescope was last used in 1974.", False),
        ("门票60元，儿童不收费。", "门票60元，儿童免费。", False),
        ("每个作业占用的板卡不得超过64块。", "一个作业最多占用64块板卡。", False),
        ("抢占默认不开启。", "抢占默认关闭，须按队列开启。", False),
        ("最后一颗彗星得名时，她已经去世。", "她没能看到最后一颗彗星得名。", False),
    ],
)
def test_a_denial_is_seen_in_another_form_of_its_word(statement: str, quote: str, *, is_denied: bool) -> None:
    assert ("negation" in [kind for kind, _ in gaps(statement, quote)]) == is_denied


@pytest.mark.parametrize(
    ("statement", "quote", "unit"),
    [
        ("The pump moves 40 jars a minute.", "The pump moves 40 jars a second.", "a minute"),
        ("It answers 900 questions/s.", "It answers 900 questions an hour.", "/s"),
        ("这台泵每分钟可抽40瓶。", "这台泵每秒抽40瓶。", "每分钟"),
        ("The oven runs at 180 °F.", "The oven runs at 180 °C.", "180 °F"),
        ("烤箱温度为180℉。", "烤箱温度为180℃。", "180℉"),
        ("The field covers 12 acres.", "The field covers 12 hectares.", "12 acres"),
        ("农田有12亩。", "农田有12公顷。", "12亩"),
        ("一份含700千卡。", "一份含700千焦。", "700千卡"),
    ],
)
def test_another_period_or_unit_is_seen(statement: str, quote: str, unit: str) -> None:
    assert gaps(statement, quote) == [("unit", unit)]


@pytest.mark.parametrize(
    ("statement", "quote"),
    [
        ("The pump moves 40 jars per second.", "It moves 40 jars a second."),
        ("A year later 40 jars a day were sold.", "In the year after it sold 40 jars daily."),
        ("40 jars are sold daily.", "Every week 40 jars are sold daily."),
        ("每天卖出40瓶。", "40瓶是每日的销量，每天如此。"),
        ("The noise is 60 decibels.", "The noise is 60 dB."),
        ("工厂有3千伏的线路。", "工厂有3 kV的线路。"),
    ],
)
def test_the_same_period_and_unit_in_other_words_is_no_gap(statement: str, quote: str) -> None:
    assert gaps(statement, quote) == []
