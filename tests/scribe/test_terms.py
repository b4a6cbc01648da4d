from __future__ import annotations

import pytest

from llmwiki.scribe.acronyms import english_pairs
from llmwiki.scribe.brackets import chinese_pairs
from llmwiki.scribe.definitions import definition_subject, naming_cue
from llmwiki.scribe.latin import tokenize
from llmwiki.scribe.names_zh import segment
from llmwiki.scribe.terms import chinese_terms, english_terms, heading_phrases, title_segments


@pytest.mark.parametrize(
    ("heading", "phrases"),
    [
        ("3.1 什么是 RAG？", ["RAG"]),
        ("乐观事务原理", ["乐观事务原理"]),
        ("实体与关系", ["实体与关系", "实体", "关系"]),
        ("乐观事务的优点", []),
        ("如何选择模型", []),
        ("概述", []),
        ("使用缓存", []),
        ("Pull requests", ["Pull requests"]),
        ("What is a closet?", ["closet"]),
        ("Values and implementation", ["Values and implementation", "Values", "implementation"]),
        ("How to choose", []),
        ("Getting started", []),
        ("Define your audience", []),
        ("Introduction", []),
        ("useState()", ["useState"]),
        ("a_b.md", []),
        ("Retrieval-augmented generation (RAG)", ["Retrieval-augmented generation"]),
    ],
)
def test_headings(heading, phrases):
    assert heading_phrases(heading) == phrases


def test_title_segments_are_maximal():
    assert title_segments("The TTS Handbook: A 21st-century approach to internal documentation") == [
        "TTS Handbook",
        "21st-century approach",
        "internal documentation",
    ]
    assert title_segments("TiDB 乐观事务模型") == ["TiDB 乐观事务模型"]
    assert "Georgia" not in title_segments("Georgia Guidestones")


def test_english_terms_stand_between_function_words():
    text = "The team reads decision records and merges pull requests quickly."
    assert {"decision records", "pull requests"} <= set(english_terms(text, tokenize(text)))


def test_chinese_terms_may_begin_with_an_adjective_and_have_all_tails():
    text = "乐观事务模型很好，两阶段提交也好。"
    assert {"乐观事务", "乐观事务模型", "事务模型", "两阶段提交"} <= set(chinese_terms(text, segment(text)))


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("An Architecture Decision Record (ADR) helps.", [("Architecture Decision Record", "ADR")]),
        ("Use large language models (LLMs) here.", [("large language models", "LLMs")]),
        ("We sell platform as a service (PaaS).", [("platform as a service", "PaaS")]),
        ("It is for TANF (Temporary Assistance for Needy Families).", [("Temporary Assistance for Needy Families", "TANF")]),
        ("RAG, short for retrieval-augmented generation, is popular.", [("retrieval-augmented generation", "RAG")]),
        ("ADR stands for architecture decision record.", [("architecture decision record", "ADR")]),
        ("The Cloud Native Computing Foundation (the CNCF says so) pays.", []),
        ("A large fast language model (LLM) helps.", []),
        ("We met in Paris (France).", []),
        ("The first index (SQL) is big.", []),
    ],
)
def test_acronyms(text, pairs):
    assert [(pair.long, pair.short) for pair in english_pairs(text, 0)] == pairs


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("检索增强生成（RAG）是一种方法。", [("检索增强生成", "RAG", True)]),
        ("TiDB 实现了多版本并发控制 (MVCC)。", [("多版本并发控制", "MVCC", True)]),
        ("这里用到长度归一化（length normalization）。", [("长度归一化", "length normalization", True)]),
        (
            "检索增强生成（Retrieval-Augmented Generation，RAG）很常用。",
            [("检索增强生成", "Retrieval-Augmented Generation", True), ("检索增强生成", "RAG", True)],
        ),
        ("知识图谱（SQLite）里有关系。", []),
        ("向量索引（ChromaDB）很快。", []),
        ("向量去重（P1）还没做。", []),
        ("配方（view）在这里。", []),
        ("其中的宫殿（Palace）很大。", [("宫殿", "Palace", False)]),
        ("每个 Closet（衣柜）都有名字。", [("衣柜", "Closet", False)]),
        ("Jack Kilby（德州仪器公司）发明了它。", [("德州仪器公司", "Jack Kilby", False)]),
        ("检索增强生成，简称 RAG。", [("检索增强生成", "RAG", True)]),
        ("这条消息（FROM CAPTAIN MIDNIGHT）来了。", []),
        ("一篇英文长文，介绍机械。", []),
    ],
)
def test_chinese_pairs(text, pairs):
    assert [(pair.long, pair.short, pair.sure) for pair in chinese_pairs(text, segment(text), 0)] == pairs


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("A closet is a line of text that points to drawers.", "closet"),
        ("Retrieval-augmented generation refers to a method.", "Retrieval-augmented generation"),
        ("It is a pity.", ""),
        ("Tethering is a way to stay.", ""),
        ("乐观锁是一种并发控制方法。", "乐观锁"),
        ("记忆宫殿是指一种记忆方法。", "记忆宫殿"),
        ("品牌不仅是一种符号。", ""),
        ("更合理的做法是一种折中。", ""),
    ],
)
def test_definition_subjects(text, subject):
    assert definition_subject(text) == subject


def test_naming_cues():
    cue = naming_cue("The Georgia Guidestones, also known as “American Stonehenge”, stood there.")
    assert cue is not None
    assert cue.alias == "American Stonehenge"
    assert naming_cue("We called them on Friday.") is None
