"""Links are placed on names, once a page, where a name stands by itself."""

from __future__ import annotations

import pytest

from llmwiki.scribe.linking import Names, in_table, linked, wikilink

NAMES = Names(
    {
        "RAG": "RAG",
        "vector store": "vector-store",
        "Context": "Context",
        "乐观事务": "乐观事务",
        "乐观事务模型": "乐观事务模型",
        "React": "React",
        "React 19": "react-19",
    }
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("RAG reads a Vector Store.", "[[RAG]] reads a [[vector-store|Vector Store]]."),
        ("RAG and RAG", "[[RAG]] and RAG"),
        ("the context is lost", "the context is lost"),
        ("RAGs, RAG-based, x.RAG, RAG.py, #RAG", "RAGs, RAG-based, x.RAG, RAG.py, \\#RAG"),
        ("`RAG` is code", "`RAG` is code"),
        ("使用乐观事务模型提交", "使用[[乐观事务模型]]提交"),
        ("使用RAG检索", "使用[[RAG]]检索"),
        ("React 19 and React", "[[react-19|React 19]] and [[React]]"),
        ("RAG [x]", "[[RAG]] \\[x\\]"),
    ],
)
def test_first_mention_is_linked(text: str, shown: str) -> None:
    assert linked(text, NAMES, set()) == shown


def test_never_its_own_page() -> None:
    assert linked("RAG is RAG", NAMES, {"RAG"}) == "RAG is RAG"


def test_once_a_page_over_several_statements() -> None:
    taken: set[str] = set()
    assert linked("RAG one", NAMES, taken) == "[[RAG]] one"
    assert linked("RAG two", NAMES, taken) == "RAG two"


def test_pipes_are_escaped_in_tables() -> None:
    assert in_table(linked("a Vector Store | b", NAMES, set())) == "a [[vector-store\\|Vector Store]] \\| b"


def test_a_label_loses_what_would_end_the_link() -> None:
    assert wikilink("x", "a]] |b") == "[[x|a b]]"


@pytest.mark.parametrize(
    ("text", "is_linked"),
    [("函数组合成一个整体。", False), ("每个数组都有长度。", True), ("数组是有序的。", True), ("冷热数据分开存放。", False)],
)
def test_a_chinese_name_is_linked_as_a_word_only(text: str, *, is_linked: bool) -> None:
    names = Names({"数组": "数组", "热数据": "热数据"})
    assert bool(list(names.places(text, ()))) is is_linked
