from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from llmwiki.palace.ranking import Scope
from llmwiki.palace.store.base import Where
from llmwiki.query import Answered, query
from llmwiki.search import search
from llmwiki.vault.parse import parse
from llmwiki.vault.quotes import find_quote
from llmwiki.workspace import Site, Workspace

FILES = {
    ".wiki/config.toml": "",
    "SCHEMA.md": "## Domain\nLocks.\n\n## Taxonomy Tags\n- #storage\n- #search\n\n## Page Thresholds\n- query_max_age_days: 90\n",
    "index.md": "# Wiki Index\n\n## Queries\n<!-- queries listed here -->\n",
    "log.md": "# Wiki Log\n\n| Date | Action | Target | Notes |\n|------|--------|--------|-------|\n",
    "raw/articles/locks.md": """---
title: Locks in databases
date: 2026-03-01
---
# Locks in databases

An optimistic transaction is a transaction that takes no lock while it runs. It checks for conflicts when it commits. The [team](x.md)
switched to pessimistic transactions on 4 May 2025, because conflicts had become frequent.

The study counted 320 conflicts in one week. Every retry costs another round trip to the storage.

Optimistic transactions have three steps:

- read the rows without locks
- check for conflicts
- write the rows at once

<!-- The optimistic transaction was invented by Mallory in 1999. -->
""",
    "raw/articles/乐观事务.md": """# 乐观事务入门

乐观事务（optimistic transaction）是一种运行时不加锁的事务。它在提交时检测冲突。

## 如何避免冲突

把热点行拆开，可以减少写写冲突。没有热点时，重试的代价很小。
""",
    "concepts/optimistic-transaction.md": """---
title: Optimistic transaction
type: concept
aliases: [乐观事务]
tags: [storage]
sources: ["[[raw/articles/locks]]"]
---

# Optimistic transaction

An optimistic transaction is a transaction that takes no lock while it runs.[^locks-1] Nobody ever proved this unicorn claim about it.[^gone]

[^locks-1]: [[raw/articles/locks]] “An optimistic transaction is a transaction that takes no lock while it runs.”
[^gone]: [[raw/articles/locks]] “Nobody ever wrote this sentence in the source.”
""",
    "queries/old.md": "---\ntitle: Old\ntype: query\nquestion: Old?\n---\n\n# Old\n\nThe zebra answer stands only on this query page about zebras.\n",
}


@pytest.fixture
def root(write: Callable[[dict[str, str | bytes]], Path]) -> Path:
    return write(dict(FILES))


def ask(root: Path, question: str, **options: object) -> Answered:
    return query(Workspace.open(root, date(2026, 11, 30)), question, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        (
            "What is an optimistic transaction?",
            "An [[optimistic-transaction|optimistic transaction]] is a transaction that takes no lock while it runs.[^",
        ),
        ("When did the team switch to pessimistic transactions?", "The team switched to pessimistic transactions on 4 May 2025"),
        ("Why did the team switch?", "The team switched to pessimistic transactions on 4 May 2025, because"),
        ("How many conflicts were counted?", "The study counted 320 conflicts in one week."),
        (
            "Which steps do optimistic transactions have?",
            "Optimistic transactions have three steps: read the rows without locks; check for conflicts; write the rows at once.[^",
        ),
        ("什么是乐观事务？", "[[optimistic-transaction|乐观事务]]（optimistic transaction）是一种运行时不加锁的事务。[^"),
        ("乐观事务如何避免冲突？", "把热点行拆开，可以减少写写冲突。"),
    ],
)
def test_answers(root: Path, question: str, begins: str) -> None:
    result = ask(root, question)
    assert result.found
    assert result.text.startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "Who invented the theory of relativity?",
        "谁发明了相对论？",
        "How long does bread take to bake?",
        "When was the storage built?",
        "Who is Mallory?",
        "Do elephants sleep in the storage?",
        "What is the zebra answer?",
        "Where is the unicorn claim proved?",
        "",
        "???",
    ],
)
def test_nothing_found_is_said(root: Path, question: str) -> None:
    result = ask(root, question)
    assert not result.found
    assert result.citations == ()
    assert result.text in {"Nothing in this wiki answers that.\n", "这个 wiki 里没有找到足以回答的内容。\n"}


@pytest.mark.parametrize("question", ["What is an optimistic transaction?", "什么是乐观事务？", "conflicts"])
def test_every_quote_stands_in_its_source(root: Path, question: str) -> None:
    result = ask(root, question)
    assert result.citations
    for _, citation in result.citations:
        assert citation.source.startswith("raw/")
        assert find_quote(citation.quote, (root / citation.source).read_text(encoding="utf-8"))
    labels = {definition.label for definition in parse(result.text).footnote_defs}
    assert (
        {reference.label for reference in parse(result.text).footnote_refs}
        == labels
        == {citation.label for _, citation in result.citations}
    )


def test_a_statement_of_a_page_is_cited_through_its_footnotes(root: Path) -> None:
    ((page, citation),) = [pair for pair in ask(root, "What is an optimistic transaction?").citations if pair[0]]
    assert page == "concepts/optimistic-transaction.md"
    assert citation.source == "raw/articles/locks.md"


def test_the_question_s_language_comes_first(root: Path) -> None:
    assert ask(root, "乐观事务").text.startswith("[[optimistic-transaction|乐观事务]]")
    assert ask(root, "optimistic transaction").text.startswith("An [[optimistic-transaction|optimistic")


def test_a_page_of_a_person_answers_without_sources(write: Callable[[dict[str, str | bytes]], Path]) -> None:
    root = write(
        {".obsidian/app.json": "{}", "Notes/Gardens.md": "# Gardens\n\nA raised bed is a box of soil that stands above the ground.\n"}
    )
    result = ask(root, "What is a raised bed?")
    assert result.text.startswith("A raised bed is a box of soil")
    assert result.citations[0][1].source == "Notes/Gardens.md"


def test_save_files_the_answer(root: Path) -> None:
    result = ask(root, "What is an optimistic transaction?", save=True)
    assert (result.filed, result.action) == ("queries/what-is-an-optimistic-transaction.md", "created")
    page = parse((root / str(result.filed)).read_text(encoding="utf-8"))
    properties = page.frontmatter
    assert properties.text("title") == properties.text("question") == "What is an optimistic transaction?"
    assert [properties.text(key) for key in ("type", "status", "expires")] == ["query", "derived", "2027-02-28"]
    assert properties.items("tags") == ("storage",)
    assert properties.items("sources")
    assert "what-is-an-optimistic-transaction" in (root / "index.md").read_text(encoding="utf-8")
    assert "| query | queries/what-is-an-optimistic-transaction.md |" in (root / "log.md").read_text(encoding="utf-8")


def test_the_same_question_means_the_same_page(root: Path) -> None:
    first = ask(root, "What is an optimistic transaction?", save=True)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file() and ".wiki" not in path.parts}
    again = ask(root, "what is an OPTIMISTIC transaction", save=True)
    assert (again.filed, again.action) == (first.filed, "unchanged")
    assert before == {path: path.read_bytes() for path in root.rglob("*") if path.is_file() and ".wiki" not in path.parts}


def test_a_person_s_lines_on_a_filed_answer_stay(root: Path) -> None:
    path = root / str(ask(root, "How many conflicts were counted?", save=True).filed)
    path.write_text(path.read_text(encoding="utf-8") + "\nMy own remark.\n", encoding="utf-8")
    source = root / "raw/articles/locks.md"
    source.write_text(source.read_text(encoding="utf-8").replace("320 conflicts", "321 conflicts"), encoding="utf-8")
    assert ask(root, "How many conflicts were counted?", save=True).action == "updated"
    text = path.read_text(encoding="utf-8")
    assert "My own remark." in text
    assert "321 conflicts" in text


def test_without_evidence_nothing_is_filed(root: Path) -> None:
    result = ask(root, "Who invented the theory of relativity?", save=True)
    assert result.filed is None
    assert not (root / ".wiki/ledger").exists()


def test_a_filed_answer_is_no_evidence(root: Path) -> None:
    ask(root, "How many conflicts were counted?", save=True, title="Zanzibar count of conflicts")
    shutil.rmtree(root / "raw/articles")
    assert not ask(root, "How many conflicts were counted?").found
    assert search(Site.of(Workspace.open(root, date(2026, 11, 30))), "Zanzibar", Scope()).hits


@pytest.mark.parametrize(
    "title", ["../../../etc/passwd", "CON", "a" * 300, "[[x]] | #tag ^id", "乐观事务\n# 标题", "😀", "C:\\x", ".hidden"]
)
def test_hostile_questions_and_titles(root: Path, title: str) -> None:
    question = f"What is an optimistic transaction?\n\n# {title} [[evil]] <script> %%x%%"
    result = ask(root, question, save=True, title=title)
    if result.filed is None:
        result = ask(root, "What is an optimistic transaction?", save=True, title=title)
    path = root / str(result.filed)
    assert path.resolve().parent == root / "queries"
    page = parse(path.read_text(encoding="utf-8"))
    assert len(page.headings) == 1
    assert {link.target for link in page.links if link.kind == "wikilink"} <= {"optimistic-transaction", "raw/articles/locks", "locks"}
    assert page.html_comments == page.comments == ()


def test_search_finds_pages_and_sources(root: Path) -> None:
    result = search(Site.of(Workspace.open(root, date(2026, 11, 30))), "optimistic transaction lock", Scope(3))
    assert {hit.drawer.kind for hit in result.hits} == {"page", "source"}
    assert {hit.drawer.wing for hit in result.hits} == {"vault"}
    assert not any("Mallory" in hit.drawer.text for hit in result.hits)
    only = search(
        Site.of(Workspace.open(root, date(2026, 11, 30))), "optimistic", Scope(where=Where(kind="source", under="raw/articles/l"))
    )
    assert {hit.drawer.path for hit in only.hits} == {"raw/articles/locks.md"}
