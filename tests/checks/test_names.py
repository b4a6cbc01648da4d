"""Names of files: what other systems refuse, and what tells two pages apart."""

from __future__ import annotations

import pytest

from llmwiki.checks.likeness import name_key, singular
from llmwiki.checks.unportable_name import fault_of


@pytest.mark.parametrize(
    "name",
    [
        "a<b.md",
        "a:b.md",
        'say "hi".md',
        "a|b.png",
        "a?.md",
        "a*.md",
        "a\\b.md",
        "a\tb.md",
        "a\n.md",
        "Drafts.",
        "Drafts ",
        "con.md",
        "Aux",
        "LPT1.tar.gz",
    ],
)
def test_windows_refuses(name: str) -> None:
    assert fault_of(name)[0]
    assert fault_of(name)[1] is None


def test_names_have_255_bytes_at_most() -> None:
    assert not fault_of("检" * 84 + ".md")[0]
    assert "bytes" in fault_of("检" * 85 + ".md")[0]
    assert not fault_of("a" * 252 + ".md")[0]
    assert "bytes" in fault_of("a" * 253 + ".md")[0]


@pytest.mark.parametrize(
    "name",
    ["a.md", "Dr. Who.md", "a (b).md", "检索：什么？.md", "console.md", "comma.md", "com.md", "com10.md", "100%.md", "a..md", "🧰.md"],
)
def test_names_that_work_everywhere(name: str) -> None:
    assert fault_of(name) == ("", None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vector Search", "vector-search"),
        ("Vector_Search", "VectorSearch"),
        ("ＲＡＦＴ", "raft"),
        ("检索 增强生成", "检索增强生成"),
        ("GPT-4.1", "gpt 4.1"),
        ("don't", "don’t"),
        ("Cafe\u0301", "caf\u00e9"),
    ],
)
def test_one_name_in_two_spellings(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("GPT-3.5", "GPT-35"),
        ("MW-1-2", "MW-12"),
        ("Mercury", "Mercury (planet)"),
        ("乐观事务", "悲观事务"),
        ("हिंदी", "हदी"),  # vowel signs tell words apart
    ],
)
def test_two_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(("plural", "one"), [("embeddings", "embedding"), ("queries", "query"), ("indexes", "index"), ("matches", "match")])
def test_english_plurals(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize("key", ["dns", "process", "analysis", "corpus", "检索s", "gas"])
def test_what_is_no_plural(key: str) -> None:
    assert singular(key) == key
