from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.vault.schema import NUMBERS, Schema, read_schema

ARTICLE = """# Wiki Schema

## Domain
AI Engineering & Knowledge Management

## Taxonomy Tags
- #architecture
- #embedding
- #vector-db

## Page Thresholds
- entity_min_references: 3
- concept_min_sections: 4
- comparison_min_axes: 2
- query_max_age_days: 30

## Naming Convention
- lowercase-with-hyphens.md
"""

CHINESE = """# Wiki 规则

## 领域
人工智能工程与知识管理

## 标签分类
- #架构
- #向量库、#检索

## 页面阈值
- entity_min_references：3
- query_max_age_days: 30

## 命名约定
- naming: ascii
"""

HERMES = """# Wiki Schema

## Domain
Distributed databases: engines, protocols, operators.

## Conventions
- File names: lowercase, hyphens, no spaces
- Use `[[wikilinks]]`, with a minimum of 3 outbound links per page
- When a section of the index exceeds 60 entries, split it

## Frontmatter
```yaml
tags: [from the taxonomy below]
entity_min_references: 99
```

## Tag Taxonomy
Define the tags here before use.

- Engines: storage, query-planner, `replication`
- **People/Orgs:** person, company (the legal entity), lab
- Meta: comparison, timeline

Rule: every tag on a page comes from this list.

## Page Thresholds
- **Create a page** when a thing appears in 4+ sources OR is central to one
- **Don't create a page** for passing mentions
- **Split a page** when it exceeds ~300 lines
- Archive a page when it is fully superseded

## Update Policy
When facts conflict, keep both with their dates. Pages are stale when older than 120 days.
Rotate when log.md exceeds 700 entries.
"""

HERMES_CHINESE = """## 标签体系
- 引擎：存储、查询优化、复制
- 元：对比，时间线

## 页面门槛
- 出现在 3 个以上来源中才建页面
- 超过 150 行时拆分
- 每页至少 1 个出链链接
"""


def test_defaults() -> None:
    assert read_schema("") == Schema()
    assert NUMBERS == (
        "entity_min_references",
        "concept_min_sections",
        "comparison_min_axes",
        "query_max_age_days",
        "page_max_lines",
        "page_min_links",
        "stale_after_days",
        "log_max_entries",
        "index_section_max",
    )


def test_the_example_names_every_key_with_its_default() -> None:
    text = (Path(__file__).resolve().parents[2] / "SCHEMA.example.md").read_text(encoding="utf-8")
    schema = read_schema(text)
    assert schema.problems == ()
    for key in (*NUMBERS, "naming"):
        assert f"- {key}: {getattr(Schema(), key)}\n" in text
        assert getattr(schema, key) == getattr(Schema(), key)


def test_article_form() -> None:
    schema = read_schema(ARTICLE)
    assert schema.domain == "AI Engineering & Knowledge Management"
    assert schema.tags == ("architecture", "embedding", "vector-db")
    assert (schema.entity_min_references, schema.concept_min_sections) == (3, 4)
    assert (schema.comparison_min_axes, schema.query_max_age_days) == (2, 30)
    assert schema.page_max_lines == 200
    assert schema.problems == ()


def test_article_form_in_chinese() -> None:
    schema = read_schema(CHINESE)
    assert schema.domain == "人工智能工程与知识管理"
    assert schema.tags == ("架构", "向量库", "检索")
    assert (schema.entity_min_references, schema.query_max_age_days, schema.naming) == (3, 30, "ascii")
    assert schema.problems == ()


def test_hermes_form() -> None:
    schema = read_schema(HERMES)
    assert schema.tags == ("storage", "query-planner", "replication", "person", "company", "lab", "comparison", "timeline")
    assert schema.tag_groups[1] == ("People/Orgs", ("person", "company", "lab"))
    assert (schema.entity_min_references, schema.page_max_lines, schema.page_min_links) == (4, 300, 3)
    assert (schema.index_section_max, schema.stale_after_days, schema.log_max_entries) == (60, 120, 700)
    assert schema.problems == ()
    assert dict(schema.prose)["Update Policy"].startswith("When facts conflict")


def test_hermes_form_in_chinese() -> None:
    schema = read_schema(HERMES_CHINESE)
    assert schema.tags == ("存储", "查询优化", "复制", "对比", "时间线")
    assert (schema.entity_min_references, schema.page_max_lines, schema.page_min_links) == (3, 150, 1)


def test_a_key_beats_prose() -> None:
    text = "## Page Thresholds\nA thing that appears in 5+ sources.\n- entity_min_references: 1\n"
    assert read_schema(text).entity_min_references == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- entity_min_refs: 2", "unknown key 'entity_min_refs'"),
        ("- entity_min_references: two", "'entity_min_references' takes a whole number, not 'two'"),
        ("- page_max_lines: 0", "'page_max_lines' takes a whole number, not '0'"),
        ("- page_max_lines: -3", "'page_max_lines' takes a whole number, not '-3'"),
        ("- naming: pinyin", "'naming' must be unicode or ascii, not 'pinyin'"),
    ],
)
def test_problems_have_a_line(line: str, said: str) -> None:
    assert [tuple(problem) for problem in read_schema(f"# S\n\n## Page Thresholds\n{line}\n").problems] == [(said, 4)]


def test_a_key_set_twice_is_a_problem_and_the_last_holds() -> None:
    schema = read_schema("## Page Thresholds\n- page_min_links: 1\n- page_min_links: 4\n")
    assert schema.page_min_links == 4
    assert [problem.line for problem in schema.problems] == [3]


def test_tags_keep_order_once_and_descriptions_are_no_tags() -> None:
    text = "## Taxonomy Tags\r\n- #b: see #c for more\r\n- #a, #b\r\n- #rag/dense — dense only\r\n- Every tag must be listed here.\r\n"
    assert read_schema(text).tags == ("b", "a", "rag/dense")


def test_tags_below_subheadings_are_grouped() -> None:
    schema = read_schema("## Tags\n### Models\n- #llm\n- #moe\n### People\n- person\n")
    assert schema.tag_groups == (("Models", ("llm", "moe")), ("People", ("person",)))


def test_comments_and_code_are_not_read() -> None:
    text = "## Taxonomy Tags\n<!--\n- #hidden\n-->\n```\n- #code\n```\n- #shown\n"
    assert read_schema(text).tags == ("shown",)


@given(st.text(alphabet="#-*:：ab_1 \n`<!->，、域标签", max_size=200))
def test_any_text_is_read(text: str) -> None:
    schema = read_schema("## Taxonomy Tags\n" + text + "\n## Page Thresholds\n" + text)
    assert not [tag for tag in schema.tags if not tag or tag.startswith("#")]
    assert schema.entity_min_references >= 0


def test_it_is_known_which_thresholds_somebody_chose() -> None:
    said = read_schema("## Page Thresholds\n- concept_min_sections: 3\n- Split pages over 200 lines\n")
    assert said.stated == {"concept_min_sections", "page_max_lines"}
    assert not read_schema("## Domain\nSearch.\n").stated
