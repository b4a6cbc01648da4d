"""Names from titles are legal on three systems; paths that lead out are refused."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.errors import NameRefused
from llmwiki.vault.safe_names import checked, slug, unique

SLUGS = {
    "GPT-4.1": "gpt-4.1",
    "GPT-41": "gpt-41",
    "TiDB v3.0.8": "tidb-v3.0.8",
    "Node.js": "node-js",
    "部署流程": "部署流程",
    "检索增强生成（RAG）": "检索增强生成-rag",
    "乐观事务 2.0": "乐观事务-2.0",
    "../../etc/x": "etc-x",
    "a\\b": "a-b",
    "build(sandbox): shared base": "build-sandbox-shared-base",
    "CON": "con-note",
    "com1.5": "com1-5-note",
    "Nul.": "nul-note",
    "ends in a dot. ": "ends-in-a-dot",
    "snake_case__name": "snake-case-name",
    "C": "c",
    "C++": "c-plus-plus",
    "C#": "c-sharp",
    "Kai’s plan": "kais-plan",
    "🎉 Party": "party",
    "1️⃣ step": "1-step",
    "x\u202egpj.exe": "xgpj-exe",
    "zero\u200bwidth": "zerowidth",
    "clip 1.3gp": "clip-1-3gp",
    "README.md": "readme-md",
    "E\u0301cole": "école",
    "データベース": "データベース",
    "한국어": "한국어",
}


@pytest.mark.parametrize("title", SLUGS)
def test_slug(title: str):
    assert slug(title) == SLUGS[title]


def test_titles_with_nothing_left_get_names_of_their_own():
    names = {slug(title) for title in ("", "🎉", "🎊", "...", "\u200b", "\u3164")}
    assert all(re.fullmatch(r"note-[0-9a-f]{8}", name) for name in names)
    assert len(names) == 6


def test_ascii_naming_keeps_chinese_titles_apart():
    names = [slug(title, "ascii") for title in ("部署流程", "总结", "RAG 检索", "RAG 生成", "Café")]
    assert len(set(names)) == 5
    assert all(name.isascii() for name in names)
    assert names[4] == "cafe"
    assert names[2].startswith("rag-")


def test_long_titles_are_cut_at_a_word_and_stay_apart():
    one, two = (slug("a long title about retrieval " * 10 + ending) for ending in ("one", "two"))
    assert one != two
    assert len(one) <= 80
    assert re.fullmatch(r"(?:a|long|title|about|retrieval)(?:-(?:a|long|title|about|retrieval))*-[0-9a-f]{6}", one)
    assert len(slug("中" * 300).encode()) <= 200


@given(
    st.text(max_size=120) | st.text(alphabet="cCoO0nN1.-_ :/\\\u0301\u200d\U0001f468人ß", max_size=120),
    st.sampled_from(["unicode", "ascii"]),
)
def test_every_slug_is_a_safe_name(title: str, naming: str):
    name = slug(title, naming)
    assert checked(f"concepts/{name}.md")
    assert name == unicodedata.normalize("NFC", name)
    assert len(name) <= 80
    assert len(name.encode()) <= 200
    assert not name.startswith((".", "-"))
    assert not name.endswith((".", "-"))
    assert slug(title, naming) == name
    if naming == "ascii":
        assert name.isascii()


def test_unique_numbers_without_regard_to_case_and_normal_form():
    assert unique("rag", []) == "rag"
    assert unique("rag", ["RAG", "rag-2"]) == "rag-3"
    assert unique("é", ["E\u0301"]) == "é-2"
    assert len(unique("a" * 80, ["a" * 80])) == 80


REFUSED = [
    "", "/etc/passwd", "../x.md", "a/../../x.md", "a//b.md", "./a.md", "a/./b.md", "C:/x.md", "c:x.md", "\\\\host\\share\\x.md", "a\\..\\b.md",
    "a\0.md", "a\n.md", "CON.md", "a/nul", "aux.tar.md", "LPT9.md", "COM¹.md", "a?.md", 'a".md', "a<b>.md", "a|b.md", "a*.md", "a:stream.md",
    "trailing./x.md", "trailing /x.md", "x.md.", "x.md ", " x.md", "a\u202eb.md", "a\u200b.md", "a\u2028b.md", "\u3164.md", "a\ud800.md", "中" * 90 + ".md",
    ".git/config", ".GIT/config", "a/.hidden.md", ".ssh/x", ".wiki/local/journal.json", ".wiki/cache/state.db", "~/x.md".replace("~", ".."),
]  # fmt: skip


@pytest.mark.parametrize("path", REFUSED)
def test_unsafe_paths_are_refused(path: str):
    with pytest.raises(NameRefused) as caught:
        checked(path)
    assert caught.value.hint


@pytest.mark.parametrize(
    "path",
    ["a.md", "概念/部署流程.md", "notes v2.4.md", ".wiki/ledger/pages/a.md.json", ".gitignore", ".obsidian/app.json", "می\u200cخواهم.md"],
)
def test_safe_paths_pass_unchanged(path: str):
    assert checked(path) == path


def test_a_persons_own_names_may_be_illegal_elsewhere():
    for path in ("Why?.md", "a: b.md", "CON.md", "👨\u200d👩\u200d👧.md", "E\u0301.md"):
        assert checked(path, existing=True) == path
    for path in ("../x.md", ".git/config", "/x.md", ".wiki/local/lock"):
        with pytest.raises(NameRefused):
            checked(path, existing=True)
