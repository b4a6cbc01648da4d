from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.scribe.identity import is_generic_form, merge_key, same_thing, singular, vetoed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("open-source license", "Open source licenses"),
        ("the Handbook", "Handbook’s"),
        ("Member of Parliament", "Members of Parliament"),
        ("reducer 函数", "reducer函数"),
        ("React v19", "React 19"),
        ("《史记》", "史记"),
        ("Cafe\u0301 Luna", "Café Luna"),
        ("policies", "Policy"),
    ],
)
def test_one_key(one, other):
    assert merge_key(one) == merge_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("React", "React 19"), ("Cyclops 1", "Cyclops 2"), ("mw-2", "mw-3"), ("Redis", "Redi"), ("Texas", "texan")]
)
def test_two_keys(one, other):
    assert merge_key(one) != merge_key(other)


def test_singular_keeps_words_that_only_look_plural():
    assert [singular(word) for word in ("process", "analysis", "status", "series", "boxes", "pages", "gas", "事务s")] == [
        "process",
        "analysis",
        "status",
        "series",
        "box",
        "page",
        "gas",
        "事务s",
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mw-2", "mw-3"),
        ("React", "React 19"),
        ("draft-final-study", "final-study"),
        ("GPT-3", "GPT-4"),
        ("乐观事务", "乐观事务模型"),
        ("Windows 10 Pro", "Windows 11 Pro"),
    ],
)
def test_numbers_and_qualifiers_veto(one, other):
    assert vetoed(one, other)
    assert vetoed(other, one)
    assert not same_thing(one, other, [(one, other)])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Kubernetes", "K8s"), ("TiDB", "TiDB 集群"), ("React", "React library"), ("RAG", "检索增强生成"), ("Tartus", "Tortosa")],
)
def test_no_veto(one, other):
    assert not vetoed(one, other)


def test_same_thing_only_when_said():
    said = [("检索增强生成", "RAG"), ("Retrieval-Augmented Generation", "RAG"), ("React 19", "React")]
    assert not same_thing("检索增强生成", "RAG")
    assert same_thing("检索增强生成", "RAG", said)
    assert same_thing("检索增强生成", "retrieval augmented generation", said)
    assert not same_thing("React 19", "React", said)
    assert not same_thing("", "", said)


def test_generic_forms():
    assert is_generic_form("tidb集群", "tidb")
    assert is_generic_form("react library", "react")
    assert not is_generic_form("react native", "react")
    assert not is_generic_form("react", "react")


@given(st.text(max_size=40))
def test_keys_are_stable(text):
    assert merge_key(merge_key(text)) == merge_key(merge_key(merge_key(text)))
    assert not vetoed(text, text)
