from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.index import TOPIC_MAP_FROM, build_index, topic_map
from llmwiki.vault.index_section import Entry
from llmwiki.vault.parse import parse
from llmwiki.vault.schema import Schema

RULES = Schema(index_section_max=3)
TIDB = Entry("entities/tidb.md", "TiDB", "entity", "A distributed SQL database.", 2, "tidb", ("storage",))
RAG = Entry("concepts/rag.md", "RAG", "concept", "Retrieval before generation.", 1, "rag")
OPTIMISTIC = Entry("concepts/乐观事务.md", "乐观事务", "concept", "提交时才检查冲突的事务。", 2, "乐观事务")
ANSWER = Entry("queries/why.md", "Why?", "query", "", 0, "why")
SUMMARY = Entry("summaries/x.md", "X", "summary", "Not listed.", 1, "x")

ENGLISH = """# Wiki Index

## Entities
<!-- entities listed here -->
- [[tidb|TiDB]]: A distributed SQL database. (2 sources)

## Concepts
<!-- concepts listed here -->
- [[rag|RAG]]: Retrieval before generation. (1 source)
- [[乐观事务]]: 提交时才检查冲突的事务。 (2 sources)

## Comparisons
<!-- comparisons listed here -->

## Queries
<!-- queries listed here -->
- [[why|Why?]] (no sources)
"""


def build(existing: str, *entries: Entry, language: str = "en") -> str:
    text = build_index(existing, entries, RULES, language)
    assert build_index(text, entries, RULES, language) == text, "a second run changes the index"
    return text


def concepts(*titles: str) -> list[Entry]:
    return [Entry(f"concepts/{title}.md", title, "concept", "", 1, title) for title in titles]


def test_from_nothing() -> None:
    assert build("", ANSWER, OPTIMISTIC, TIDB, RAG, SUMMARY) == ENGLISH


def test_in_chinese() -> None:
    text = build("", RAG, OPTIMISTIC, ANSWER, language="zh")
    assert text.startswith("# Wiki 索引\n\n## 实体\n<!-- 实体列在这里 -->\n\n## 概念\n")
    assert "- [[rag|RAG]]: Retrieval before generation.（1 个来源）\n- [[乐观事务]]: 提交时才检查冲突的事务。（2 个来源）\n" in text
    assert text.endswith("- [[why|Why?]]（无来源）\n")


def test_sections_of_a_vault_in_the_other_language_are_used() -> None:
    assert build(ENGLISH, TIDB, RAG, OPTIMISTIC, ANSWER, language="zh").count("## ") == 4


def test_a_page_that_is_gone_loses_its_line_and_a_changed_one_follows() -> None:
    text = build(ENGLISH, TIDB._replace(summary="Another.", sources=3))
    assert "- [[tidb|TiDB]]: Another. (3 sources)" in text
    assert "rag" not in text


def test_what_a_person_wrote_stays_where_it_is() -> None:
    written = """Intro with [[rag]] and [[anything]].

# Wiki Index

> My own words.

## Entities
<!-- entities listed here -->
Look at these first:
- [[old|Old]]: Gone. (1 source)
  a remark that was below the old one
- [[tidb|TiDB]]: Old words. (1 source)
  - my note on TiDB

Closing words.

## Reading list
- [[rag|RAG]]: Mine, not the tool's. (1 source)

## Concepts
"""
    text = build(written, TIDB, RAG)
    assert (
        "Look at these first:\n  a remark that was below the old one\n- [[tidb|TiDB]]: A distributed SQL database. (2 sources)\n  - my note on TiDB\n\nClosing words."
        in text
    )
    assert "## Reading list\n- [[rag|RAG]]: Mine, not the tool's. (1 source)\n" in text
    assert text.startswith("Intro with [[rag]] and [[anything]].\n\n# Wiki Index\n\n> My own words.\n")
    assert "[[old" not in text


@pytest.mark.parametrize(
    "line",
    [
        "- [[rag]] — my own summary",
        "* [[concepts/rag|RAG]]: how we find things",
        "- [RAG](concepts/rag.md): how we find things",
        "- **core**: [[RAG]]",
        "| [[rag]] | how we find things |",
    ],
)
def test_a_line_in_a_persons_words_stands_for_its_page(line: str) -> None:
    text = build(f"# Index\n\n## Concepts\n{line}\n", RAG, OPTIMISTIC)
    assert line in text
    assert text.count("RAG") + text.count("rag") == line.count("RAG") + line.count("rag")


def test_a_persons_groups_keep_their_entries() -> None:
    written = "## Concepts\n\n### Search\n- [[rag|RAG]]: Old. (9 sources)\n- [[gone|Gone]] (1 source)\n\n### Else\nwords\n"
    text = build(written, RAG, OPTIMISTIC)
    assert "### Search\n- [[rag|RAG]]: Retrieval before generation. (1 source)\n\n### Else\nwords\n" in text
    assert text.index("乐观事务") < text.index("### Search")
    assert "gone" not in text


def test_a_long_section_is_split_by_letter_and_joined_again() -> None:
    many = concepts("alpha", "apex", "beta", "啊", "向量", "3d")
    text = build("", *many)
    section = text[text.index("## Concepts") : text.index("## Comparisons")]
    assert section == (
        "## Concepts\n<!-- concepts listed here -->\n"
        "\n### A\n\n- [[alpha]] (1 source)\n- [[apex]] (1 source)\n- [[啊]] (1 source)\n"
        "\n### B\n\n- [[beta]] (1 source)\n"
        "\n### X\n\n- [[向量]] (1 source)\n"
        "\n### …\n\n- [[3d]] (1 source)\n\n"
    )
    assert build(text, *many[:3]) == build("", *many[:3])


def test_a_letter_with_too_many_is_numbered() -> None:
    text = build("", *concepts("a1", "a2", "a3", "a4"))
    assert "### A (1)\n\n- [[a1]]" in text
    assert "### A (2)\n\n- [[a4]]" in text
    assert build(text, *concepts("a1", "a2")) == build("", *concepts("a1", "a2"))


def test_line_ends_are_kept() -> None:
    text = build(ENGLISH.replace("\n", "\r\n"), TIDB, RAG, *concepts("x", "y", "z"))
    assert text.count("\n") == text.count("\r\n")


def test_hermes_header_counts_pages_and_gets_the_day_when_something_changed() -> None:
    header = "# Index\n\n> Last updated: 2026-01-01 | Total pages: 9\n"
    first = build_index(header, [RAG, TIDB], RULES, "en", today=date(2026, 11, 30))
    assert "> Last updated: 2026-11-30 | Total pages: 2" in first
    assert build_index(first, [RAG, TIDB], RULES, "en", today=date(2027, 1, 1)) == first


def test_code_and_comments_are_no_entries() -> None:
    written = "## Concepts\n```\n- [[rag|RAG]]: Code. (1 source)\n```\n%% - [[rag|RAG]] (1 source) %%\n"
    text = build(written, RAG)
    assert text.startswith(written.rstrip("\n"))
    assert text.count("[[rag|RAG]]") == 3


def test_titles_cannot_break_a_line() -> None:
    page = Entry("concepts/a.md", "A [[b]]\nc", "concept", "one\ntwo", 1, "a")
    assert "- [[a|A ((b)) c]]: one two (1 source)\n" in build("", page)


def test_topic_map_groups_by_tag_and_the_index_leads_to_it() -> None:
    many = [
        Entry(f"concepts/{number}.md", f"t{number:03}", "concept", "", 1, f"t{number:03}", ("search",) if number % 2 else ())
        for number in range(TOPIC_MAP_FROM + 1)
    ]
    assert topic_map("", many[1:], "en") is None
    text = topic_map("", many, "en") or ""
    assert text.startswith("# Topic map\n\n## search\n\n- [[t001]]\n- [[t003]]\n")
    assert "\n\n## Other\n\n- [[t000]]\n" in text
    assert topic_map(text, many, "en") == text
    kept = topic_map("# Mine\n\nMy words.\n\n## old\n- [[gone]]\n", many, "zh") or ""
    assert kept.startswith("# Mine\n\nMy words.\n\n## search\n")
    assert "## 其他" in kept
    assert "# Wiki Index\n\n[[_meta/topic-map|Topic map]]\n\n## Entities" in build("", *many)


LINES = st.sampled_from(
    [
        "",
        "- [[rag|RAG]]: x (1 source)",
        "- [[rag]] mine",
        "- [[gone|G]]: y (2 sources)",
        "words",
        "## Concepts",
        "### A",
        "### Mine",
        "# T",
        "<!-- c -->",
        "```",
        "- [[a1]] (1 source)",
        "  - below",
    ]
)


@given(st.lists(LINES, max_size=20), st.booleans())
def test_no_word_of_a_person_is_lost_and_twice_is_once(rows: list[str], split: bool) -> None:  # noqa: FBT001 - hypothesis passes it
    written = "\n".join(rows)
    entries = [RAG, *concepts("a1", "a2", "a3", "b")[: 4 if split else 1]]
    text = build(written, *entries)
    for own in ("words", "- [[rag]] mine", "### Mine", "<!-- c -->", "  - below", "```"):
        assert text.split("\n").count(own) >= rows.count(own)
    assert len([line for line in text.split("\n") if line.startswith("- [[a1]]")]) >= 1


def test_a_page_that_changed_its_kind_moves_to_its_section() -> None:
    text = build(ENGLISH, TIDB._replace(kind="concept", path="concepts/tidb.md"))
    assert text.count("[[tidb|TiDB]]") == 1
    assert text.index("## Concepts") < text.index("[[tidb|TiDB]]") < text.index("## Comparisons")


def test_of_two_sections_of_one_kind_the_first_is_kept_up() -> None:
    text = build("## Concepts\n\n## 概念\n- [[rag|RAG]]: Mine. (1 source)\n", RAG)
    assert text.startswith(
        "## Concepts\n- [[rag|RAG]]: Retrieval before generation. (1 source)\n\n## 概念\n- [[rag|RAG]]: Mine. (1 source)\n"
    )


def test_a_summary_is_inert() -> None:
    text = build("", RAG._replace(summary="See [[other]] and #tag."))
    page = parse(text)
    assert [link.target for link in page.links] == ["rag"]
    assert not page.tags
