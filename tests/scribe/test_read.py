from __future__ import annotations

import pytest

from llmwiki.scribe.headings import clean_heading, plain_heading
from llmwiki.scribe.read import MAX_PROSE, read_prose

ARTICLE = """---
title: "Locks: a guide"
---
Intro sentence.

# Locks {#locks}

There are **two modes**:

- **Optimistic lock**: taken at commit.
- Pessimistic — taken at once
  - see [the paper](x.md) here
- last one

## Why? {/*why*/}

> Because "deadlocks" and 《死锁》 hurt.

| Mode | Cost \\| time |
|:-----|------:|
| [[optimistic\\|Optimistic]] | `a\\|b` |
| 悲观 | high |

Drawer
: A chunk of text.

### Deeper

Text.

# Next
End.
"""


def test_sections_know_their_path() -> None:
    prose = read_prose(ARTICLE)
    assert [(section.heading, section.level) for section in prose.sections] == [
        ("", 0),
        ("Locks", 1),
        ("Why?", 2),
        ("Deeper", 3),
        ("Next", 1),
    ]
    assert prose.sections[3].path == ("Locks", "Why?", "Deeper")
    assert [prose.sections[sentence.section].heading for sentence in prose.sentences][-1] == "Next"


def test_items_know_what_introduces_them() -> None:
    prose = read_prose(ARTICLE)
    by_text = {sentence.text: sentence for sentence in prose.sentences}
    lead = by_text["There are two modes:"]
    items = [sentence for sentence in prose.sentences if sentence.kind == "item"]
    assert {item.lead_in for item in items} == {lead.index}
    assert len({item.block for item in items}) == len(items)
    assert by_text['Because "deadlocks" and 《死锁》 hurt.'].lead_in == -1


def test_lead_in_of_nested_lists() -> None:
    prose = read_prose("Do this:\n\n1. Outer:\n   - inner\n2. Second\n\nNot a lead.\n\n- free\n")
    assert [sentence.lead_in for sentence in prose.sentences] == [-1, 0, 1, 0, -1, -1]


def test_definitions() -> None:
    prose = read_prose(ARTICLE)
    assert [(definition.term, definition.text) for definition in prose.definitions] == [
        ("Optimistic lock", "taken at commit."),
        ("Pessimistic", "taken at once"),
        ("Drawer", "A chunk of text."),
    ]
    assert prose.sentences[prose.definitions[0].sentence].text == "Optimistic lock: taken at commit."


def test_definitions_of_chinese_items() -> None:
    prose = read_prose("# 层\n\n- 抽屉：存原文的块。\n- **衣柜（Closet）**：索引层。\n- 没有冒号的条目\n")
    assert [(definition.term, definition.text) for definition in prose.definitions] == [
        ("抽屉", "存原文的块。"),
        ("衣柜（Closet）", "索引层。"),
    ]


def test_tables_are_blocks_of_plain_cells() -> None:
    (table,) = read_prose(ARTICLE).tables
    assert table.header == ("Mode", "Cost | time")
    assert table.rows == (("Optimistic", "`a|b`"), ("悲观", "high"))
    assert ARTICLE[table.start : table.end].startswith("| Mode")
    assert ARTICLE[table.start : table.end].endswith("high |")
    assert read_prose(ARTICLE).sections[table.section].heading == "Why?"


def test_marked_terms() -> None:
    prose = read_prose(ARTICLE)
    assert prose.emphasised == ("two modes", "Optimistic lock")
    assert prose.linked == ("the paper",)
    assert prose.quoted == ("deadlocks", "死锁")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (ARTICLE, "Locks: a guide"),
        ("---\ntitle: >\n Folded\n title\n---\n# H\n", "Folded title"),
        ("---\ntitle: 'it''s'\n---\n", "it's"),
        ("---\nauthor: x\n---\nText.\n\n## First *heading* {#a}\n", "First heading"),
        ("The first line\n\nText of the note. It goes on.\n", "The first line"),
        ("Only a sentence here. And more.", "Only a sentence here. And more."),
        ("金鱼记忆\n\n用的人都知道。\n", "金鱼记忆"),
        ("```\n# no heading\n```\n\n# Heading\n", "Heading"),
        ("", ""),
    ],
)
def test_title(text: str, title: str) -> None:
    assert read_prose(text).title == title


def test_given_title_wins() -> None:
    assert read_prose(ARTICLE, title="Mine").title == "Mine"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A sentence in English with TiDB.", "en"),
        ("TiDB 是一个分布式数据库，支持 SQL。", "zh"),
        ("これは日本語の文章です。", "ja"),
        ("이것은 한국어 문장입니다.", "ko"),
        ("Ein Satz auf Deutsch.", "en"),
        ("", "en"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert read_prose(text).language == language


def test_poor_source() -> None:
    run_on = "这段文字丢了换行和标点" * 25 + "。"
    assert read_prose(run_on * 3 + "很短。").poor
    assert not read_prose("很短。也很短。" * 10 + run_on).poor
    assert read_prose(("word " * 120 + ". Then ") * 5).poor
    assert not read_prose("A normal sentence. " * 5).poor


def test_complete() -> None:
    prose = read_prose("Done (really). Then:\n\n- an item\n\n“好。”\n\n还有……\n\n没有")
    assert [sentence.complete for sentence in prose.sentences] == [True, False, False, True, True, False]


def test_numbered_lines_of_plain_text_are_headings() -> None:
    prose = read_prose(
        "我的标题\n\n开头的话。\n\n一、概述\n\n第一段。\n\n小标题没有号\n\n第二段。\n\n1.2 细节\n\n第三段。\n\n第3步 检查\n\n第四段。\n"
    )
    assert [(section.heading, section.level) for section in prose.sections[1:]] == [
        ("我的标题", 1),
        ("一、概述", 2),
        ("小标题没有号", 4),
        ("1.2 细节", 3),
        ("第3步 检查", 2),
    ]


@pytest.mark.trial
def test_huge_text_is_read_in_part() -> None:
    unit = "word " * 20 + "end.\n\n"
    text = unit * (MAX_PROSE // len(unit) // 32)
    assert len(read_prose(text).sentences) == text.count("end.")
    long = " " * MAX_PROSE + "\n\nToo far away."
    assert read_prose(long).sentences == ()


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("3.2 什么是 RAG？", "RAG"),
        ("What is a closet?", "closet"),
        ('What does "open source" mean?', "open source"),
        ("第 2 步：安装", "安装"),
        ("一、LLM Wiki 概述", "LLM Wiki"),
        ("乐观事务简介", "乐观事务"),
        ("小结", "小结"),
        ("简介", "简介"),
        ("1. Setup {#setup}", "Setup"),
        ("Step 3: Install", "Install"),
        ("2024 review", "2024 review"),
        ("React 19", "React 19"),
        ("3D printing", "3D printing"),
        ("⚠️ Known issues", "Known issues"),
        ("一致性", "一致性"),
        ("（二）缓存", "缓存"),
    ],
)
def test_clean_heading(heading: str, name: str) -> None:
    assert clean_heading(heading) == name


def test_plain_heading_keeps_the_words() -> None:
    assert plain_heading("3.2 What is **RAG**? {/*what-is-rag*/}") == "3.2 What is RAG?"
    assert plain_heading("`useState` [hook](x.md) {#a} ^id") == "`useState` hook"
