from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.palace.estimate import estimate
from llmwiki.palace.stems import stem
from llmwiki.palace.tokens import document_terms, identifiers, question_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The transactions were committed", ["transaction", "commit"]),
        ("Kai's children don't like BM25.", ["kai", "child", "lik", "bm25"]),
        ("Node.js v3.0.8", ["node.js", "nod", "js", "v3.0.8", "v3"]),
        ("max_tokens=5", ["max_tokens", "max", "token", "5"]),
        ("setNumber of TiDB", ["setnumber", "set", "number", "tidb"]),
        ("C++ and C#", ["c++", "c#"]),
        ("Café Ｗｉｄｅ vis\u200bible", ["caf", "wid", "visibl"]),
        ("乐观事务", ["乐", "观", "事", "务", "乐观", "观事", "事务"]),
        ("用TiDB的库", ["用", "tidb", "的", "库", "的库"]),
        ("", []),
    ],
)
def test_document_terms(text: str, terms: list[str]) -> None:
    assert document_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("What is a closet?", ["closet"]),
        ("Why did we leave REST for REST?", ["leav", "rest"]),
        ("什么是乐观事务？", ["乐观", "观事", "事务"]),
        ("乐观事务和悲观事务的目的是什么", ["乐观", "观事", "事务", "悲观", "目的"]),
        ("怎么办", []),
        ("锁", ["锁"]),
    ],
)
def test_question_terms(text: str, terms: list[str]) -> None:
    assert question_terms(text) == terms


def test_identifiers_name_one_thing() -> None:
    assert identifiers("Is ERR-1234 from 2024 in max_tokens, v3.0.8 or the well-known 1st case?") == ["err-1234", "max_tokens", "v3.0.8"]


def test_names_as_in_code_and_hashes_of_letters_are_identifiers() -> None:
    assert identifiers("自从fadecab以后ConnectionPoolManager和setNumber崩溃") == ["fadecab", "connectionpoolmanager", "setnumber"]
    assert identifiers("Did JavaScript, GitHub or an iPhone facade fail?") == []


@pytest.mark.parametrize(
    "words",
    [
        "run runs running ran",
        "study studies studied studying",
        "commit commits committed committing",
        "make makes making made",
        "child children",
    ],
)
def test_forms_of_a_word_meet(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@given(st.text())
def test_a_question_is_found_in_itself(text: str) -> None:
    assert set(question_terms(text)) <= set(document_terms(text))
    assert all(term and not term.isspace() for term in document_terms(text))


def test_estimate_counts_both_scripts() -> None:
    assert estimate("乐观事务") == 4
    assert estimate("a transaction takes 1000 locks.") == 1 + 2 + 1 + 2 + 1 + 1
