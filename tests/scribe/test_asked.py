from __future__ import annotations

import pytest

from llmwiki.scribe.asked import ask, fits, terms_of


@pytest.mark.parametrize(
    ("question", "want", "subject"),
    [
        ("What is a closet?", "definition", "closet"),
        ("who was Niklas Luhmann", "definition", "Niklas Luhmann"),
        ("What does ADR mean?", "definition", "ADR"),
        ("BM25", "definition", "BM25"),
        ("什么是乐观事务？", "definition", "乐观事务"),
        ("MemPalace 是什么？", "definition", "MemPalace"),
        ("介绍一下向量索引", "definition", "向量索引"),
        ("What is the price of tea?", "any", ""),
        ("谁发明了相对论？", "any", ""),
        ("When did Heron replace Quill?", "date", ""),
        ("苍鹭什么时候上线？", "date", ""),
        ("How many readers took part?", "number", ""),
        ("去重阈值是多少？", "number", ""),
        ("Why did we leave?", "reason", ""),
        ("为什么默认使用悲观事务？", "reason", ""),
        ("Which hooks are new?", "list", ""),
        ("有哪些优点？", "list", ""),
        ("", "definition", ""),
    ],
)
def test_what_is_wanted(question: str, want: str, subject: str) -> None:
    asked = ask(question, dict.fromkeys(terms_of(question), 1.0))
    assert asked.want == want
    assert asked.subject == subject


@pytest.mark.parametrize(
    ("question", "language"),
    [("What is TiDB?", "en"), ("TiDB 是什么？", "zh"), ("什么是 user response time", "zh"), ("Was ist das?", "en")],
)
def test_language_of_the_question(question: str, language: str) -> None:
    assert ask(question, {}).language == language


def test_a_long_name_does_not_drown_the_rest() -> None:
    question = "检索增强生成怎样防止编造？"
    weights = dict.fromkeys(terms_of(question), 1.0)
    assert ask(question, weights).weight_of(frozenset({"检索", "索增", "增强", "强生", "生成"})) > 0.6
    assert ask(question, weights, {"检索增强生成": ("RAG",)}).weight_of(frozenset({"检索", "索增", "增强", "强生", "生成"})) < 0.4


def test_other_names_count_as_the_name() -> None:
    asked = ask("What is a vector index?", {"vector": 1.0, "index": 1.0}, {"vector index": ("向量索引",)})
    assert asked.held("向量索引是一种数据结构。") == {"vector", "index"}
    assert asked.held("A vector has a direction.") == {"vector"}


@pytest.mark.parametrize(
    ("question", "sentence", "wanted"),
    [
        ("When?", "It began on 3 May 2021.", True),
        ("When?", "It began early.", False),
        ("多少个？", "每月抽查一百个答案。", True),
        ("How many are there?", "There are none.", False),
        ("Why?", "It fails because the lock is held.", True),
        ("为什么？", "由于冲突，事务失败。", True),
    ],
)
def test_fits(question: str, sentence: str, wanted: object) -> None:
    assert fits(ask(question, {}), sentence) is wanted
