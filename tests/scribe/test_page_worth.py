"""What makes a page worth keeping: a lead that says what the thing is, facts that stand alone, nothing twice. In both languages."""

from __future__ import annotations

import pytest

from llmwiki.scribe.compile import compile_pages
from llmwiki.scribe.definition import acts, strength
from llmwiki.scribe.draft import Draft
from llmwiki.scribe.hollow import is_vague
from llmwiki.scribe.prose import BlockKind, Reading, Sentence
from llmwiki.scribe.read import read_prose
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.said import said, whole
from llmwiki.scribe.score import manner
from llmwiki.vault.schema import read_schema

RULES = read_schema("## Page Thresholds\n- concept_min_sections: 1\n\n## Tag Taxonomy\n- charts, branches, engine, 引擎\n")


def pages(*texts: str) -> dict[str, Draft]:
    readings = [Reading(f"raw/articles/{number}.md", text, read_prose(text)) for number, text in enumerate(texts)]
    return {draft.title: draft for draft in compile_pages(readings, [], RULES).drafts}


def told(draft: Draft) -> list[str]:
    return [statement.text for statement in (*draft.lead, *(s for part in draft.parts for s in part.statements))]


def sentence(text: str, kind: BlockKind = "paragraph") -> Sentence:
    return Sentence(text, 0, len(text), 0, 0, 0, kind, text.endswith((".", "。", "！", "．")))


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("The second example uses the same board with other colours.", "paragraph", "about the text"),
        ("The rest of the board is left as an exercise for the reader.", "paragraph", "about the text"),
        ("A comprehensive list of boards for every branch and every year.", "paragraph", "about the text"),
        ("The opening hours of the board can be found here.", "paragraph", "about the text"),
        ("On the last line the board is closed and the file is written.", "paragraph", "about the text"),
        ("For a board of many branches, imagine a wall of small clocks.", "paragraph", "call to act"),
        ("Boards that are drawn by hand typically don't do that.", "paragraph", "leans on the sentence before"),
        ("The board `a91bC0d8e7F6a5b4c3d2e1f0a9b8` is kept by the branch.", "paragraph", "example"),
        ("Boards have two main responsibilities, from a reader's point of view.", "paragraph", "announces a list"),
        ("A board has several semantics that are worth outlining.", "paragraph", "announces a list"),
        ("A board has several limitations that a reader meets on the first day.", "paragraph", ""),
        ("这里采用看板的第二种颜色来显示读者数量。", "paragraph", "about the text"),
        ("看板的读者数量如表中第三列所示，每晚更新。", "paragraph", "about the text"),
        ("Pulse Board: Best for branches with many readers", "item", "item without a verb"),
        ("A board store (which is kept open and is read by each of the branches)", "item", "item without a verb"),
        ("Pulse Board counts visits once a night from the gate logs.", "paragraph", ""),
        ("上面代码定义了一个看板函数，它返回读者数量。", "paragraph", "about the text"),
        ("第二行把看板的颜色改成了蓝色，其余保持不变。", "paragraph", "about the text"),
        ("在看板里使用排序功能的时候务必检查数据。", "paragraph", "call to act"),
        ("看板是在旧版图表的基础之上做出来的！", "paragraph", "exclamation"),
        ("Apollo是支持的。", "paragraph", "too short"),
        ("看板每天晚上根据门禁日志统计一次访问量。", "paragraph", ""),
    ],
)
def test_what_cannot_stand_on_a_page(text: str, kind: BlockKind, reason: str) -> None:
    assert refusal(sentence(text, kind)) == reason


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Quill, by contrast, keeps one file.", "Quill keeps one file."),
        ("Quill and Moss by contrast keep one file.", "Quill and Moss keep one file."),
        ("In contrast to Quill, Moss keeps one file.", "In contrast to Quill, Moss keeps one file."),
        ("Quill is a small engine for tables, such as:", "Quill is a small engine for tables."),
        ("If you want to start the engine, such as:", "If you want to start the engine, such as:"),
        ("（2）看板每晚更新一次数据。", "看板每晚更新一次数据。"),
        ("动作（Action） ：动作是智能体可以执行的操作。", "动作是智能体可以执行的操作。"),
        ("看板是一种显示每日访问量的图表，可以做到：", "看板是一种显示每日访问量的图表。"),
        ("普通应用指的是独立运行的程序，如", "普通应用指的是独立运行的程序。"),
        ("如果需要在本机上启动看板程序，执行：", "如果需要在本机上启动看板程序，执行："),
        ("评分法是一种结合两种信号的方法，其中，$\\pi_{\\theta}(a|s)$ 是策略。", "评分法是一种结合两种信号的方法。"),
        ("看板是一种显示访问量的图表．", "看板是一种显示访问量的图表。"),
    ],
)
def test_a_page_says_a_sentence_without_what_only_its_text_needs(text: str, plain: str) -> None:
    assert said(text) == plain


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Currently, Pulse Board can only read plain tables.", False),
        ("Pulse Board has previously supported drawings by hand.", False),
        ("Pulse Board also supports other stores of visits.", False),
        ("Pulse Board also supports stores of visits.", True),
        ("Pulse Board is 5x faster for small branches.", False),
        ("Pulse Board is 5x faster than a drawing by hand.", True),
        ("Pulse Board is, of course, no exception.", False),
        ("个人认为看板比表格好用得多。", False),
        ("看板居然也有并发的问题。", False),
        ("看板每天晚上更新一次数据。", True),
    ],
)
def test_what_has_its_sense_in_its_text_only_is_no_fact(text: str, *, stands: bool) -> None:
    """It may still answer a question, where its source is named."""
    assert (manner(text, "none") > -2) is stands
    assert refusal(sentence(text)) == ""


def test_a_definition_that_announces_a_list_can_be_quoted() -> None:
    text = "看板是一种显示每日访问量的图表，可以做到："
    assert refusal(sentence(text)) != ""
    assert refusal(whole(sentence(text))) == ""


def test_the_wide_full_stop_of_mathematics_ends_a_sentence() -> None:
    prose = read_prose("# 平衡树\n\n平衡树是一种数据结构．它由很多棵小树通过轻边连接组成．\n")
    assert [found.text for found in prose.sentences] == ["平衡树是一种数据结构．", "它由很多棵小树通过轻边连接组成．"]


@pytest.mark.parametrize(
    ("text", "name", "item", "grade"),
    [
        ("Quill, (short for “quick tables”) is a small engine.", "Quill", False, "strong"),
        ("On a lower level, Quill is a set of four files.", "Quill", False, "strong"),
        ("Content routing: The Quill node finds other nodes with the table.", "Content routing", True, "none"),
        ("Quill: The Long Way Home by Ada Moore.", "Quill", True, "none"),
        ("Quill: the part that reads tables.", "Quill", True, "strong"),
        ("在看板的说法中，“组合函数”(Composables) 是一个封装逻辑的函数。", "组合函数", False, "strong"),
        ("复合索引： 建立在多个字段上的索引，也称联合索引。", "复合索引", True, "strong"),
        ("复合索引： 查询时会先比较最左边的字段。", "复合索引", True, "none"),
        ("贝尔曼方程（Bellman equation）：其定义了状态之间的迭代关系。", "贝尔曼方程", True, "strong"),
        ("星河的复制集群又称副本集群，是一组维护相同数据的进程。", "复制集群", False, "none"),
        ("Quill 的复制集群又称副本集群，是一组维护相同数据的进程。", "复制集群", False, "strong"),
        ("大部分人都会认可，看板是一次了不起的实验。", "看板", False, "none"),
        ("分布定理认为，系统最多只能保证两项特性。", "分布定理", False, "fair"),
    ],
)
def test_definitions(text: str, name: str, item: bool, grade: str) -> None:  # noqa: FBT001 - a column of the table
    start = text.find(name)
    assert strength(text, start, start + len(name), item=item) == grade


@pytest.mark.parametrize(
    ("text", "name", "subject"),
    [
        ("Gauges typically measure temperatures.", "Gauges", True),
        ("Boards represent the visits of a day.", "Boards", True),
        ("Board represent the visits of a day.", "Board", False),
        ("Gauge histograms are seldom used.", "Gauge", False),
        ("Gauge measures temperatures.", "Gauge", True),
    ],
)
def test_the_name_is_the_subject_not_part_of_a_longer_one(text: str, name: str, *, subject: bool) -> None:
    assert acts(text, len(name)) is subject


@pytest.mark.parametrize(
    ("text", "name", "vague"),
    [
        ("Quill is the core of every table.", "Quill", True),
        ("Quill is a set of building blocks for a better office.", "Quill", True),
        ("Quill is an important concept for writers of tables.", "Quill", True),
        ("Quill is something that should be kept up to date.", "Quill", True),
        ("Quill is a core library for tables.", "Quill", False),
        ("Quill is a concept of ownership in tables.", "Quill", False),
        ("看板是图表系统的标志性功能。", "看板", True),
        ("看板是容器生命周期的核心驱动力。", "看板", True),
        ("看板是业界十分关注的领域，很多人在用。", "看板", True),
        ("看板是研究读者行为的领域。", "看板", False),
        ("看板是一种图表。", "看板", False),
    ],
)
def test_a_lead_that_is_true_of_anything(text: str, name: str, *, vague: bool) -> None:
    assert is_vague(text, len(name)) is vague


BOARD = """# A week at the branches

Some notes on the week, written for the staff of all branches.

## Pulse Board

{first} Pulse Board measures how many readers come back in a month.
Pulse Board was made in six weeks by two people.

## Visits

{later} Pulse Board draws its charts without any script.
"""


@pytest.mark.parametrize(
    "first",
    [
        "Pulse Board is one of the most dangerous charts of the network.",
        "Pulse Board is an important concept for all branches to understand.",
        "Pulse Board was initially developed as a drawing for the front desk.",
        "Pulse Board is also a drawing for the front desk of the branch.",
        "Pulse Board is the heart of every branch of the network.",
    ],
)
def test_the_lead_is_the_definition_wherever_it_stands(first: str) -> None:
    later = "In the words of the staff, Pulse Board is a chart of the visits to a branch."
    draft = pages(BOARD.format(first=first, later=later))["Pulse Board"]
    assert told(draft)[0] == later


ENGINE = """# 一周见闻

本周的一些记录，写给各分馆的同事们看看。

## 星河图库

{first}星河图库把每个点和它的边保存在同一页里。星河图库每秒可以读取两百万条边。

## 存储

{later}星河图库在内存中保留最近用过的页。
"""


@pytest.mark.parametrize(
    "first",
    [
        "星河图库是业界十分关注的领域，去年有很多文章。",
        "星河图库是由两位工程师在去年开发的。",
        "星河图库最早出现在去年的一次内部会议上。",
        "星河图库由存储层和查询层组成，两层可以分开部署。",
        "星河图库也是一种画在前台墙上的图表。",
    ],
)
def test_a_chinese_lead_is_the_definition_wherever_it_stands(first: str) -> None:
    later = "星河图库是一种保存点和边的存储引擎。"
    assert told(pages(ENGINE.format(first=first, later=later))["星河图库"])[0] == later


def test_a_page_without_a_definition_is_not_written() -> None:
    assert "星河图库" not in pages(ENGINE.format(first="星河图库支持两种查询语言和三种备份方式。", later="星河图库的日志每天归档一次。"))


def test_a_sentence_that_goes_on_about_the_subject_is_quoted_with_it() -> None:
    first = "Pulse Board is a chart of the visits to a branch. It is drawn once a night by the desk. This chart has one line for each week."
    assert told(pages(BOARD.format(first=first, later=""))["Pulse Board"])[0] == first
    chinese = "星河图库是一种保存点和边的存储引擎。其数据文件只有一个。该引擎每晚压缩一次文件。"
    assert told(pages(ENGINE.format(first=chinese, later=""))["星河图库"])[0] == chinese


def test_what_the_lead_says_the_thing_is_is_not_said_again() -> None:
    first = "Pulse Board is a nightly chart of the visits to a branch."
    later = "Pulse Board is a chart of branch visits made for the desk."
    texts = told(pages(BOARD.format(first=first, later=later))["Pulse Board"])
    assert first in texts
    assert later not in texts


def test_a_page_has_two_sentences_of_its_own_beside_the_lead() -> None:
    text = """# A week at the branches

## Pulse Board

Pulse Board is a chart of the visits to a branch. Pulse Board counts visits once a night.

## Desks

The front desk opens Pulse Board in the morning. Nobody at the desk has ever closed Pulse Board by hand.
"""
    assert "Pulse Board" not in pages(text)
    assert "Pulse Board" in pages(text + "\nPulse Board draws its charts without any script.\n")


@pytest.mark.parametrize("heading", ["Pulse Board vs. Moss Board", "看板对比", "Understanding the boards", "Pulse Board (drawn.py)"])
def test_headings_that_set_things_side_by_side_or_order_the_reader_about_head_no_section(heading: str) -> None:
    text = f"""# A week at the branches

Pulse Board is a chart of the visits to a branch. Pulse Board counts visits once a night.

## {heading}

Pulse Board draws its charts without any script. Pulse Board was made in six weeks by two people.
"""
    assert [part.heading for part in pages(text)["Pulse Board"].parts if heading[:4] in part.heading] == []


def test_tags_are_words_of_the_name_or_of_its_definition() -> None:
    first = "Pulse Board is a nightly drawing of charts for the desk."
    later = "Pulse Board asks all branches. Pulse Board shows branches in red. Pulse Board sorts branches by name."
    assert pages(BOARD.format(first=first, later=later))["Pulse Board"].tags == ("charts",)
    chinese = ENGINE.format(first="星河图库是一种保存点和边的存储引擎。", later="")
    assert pages(chinese)["星河图库"].tags == ("引擎",)


def test_two_letters_do_not_join_names_of_two_languages_from_two_sources() -> None:
    chance = "# 概率\n\n## 马氏性质\n\n马氏性质（Mild Prospects，MP）是一种只看现在的性质。MP 很常用。马氏性质用于预测。马氏性质很简单。\n"
    tools = "# 工具\n\n## MyBatis-Plus\n\nMyBatis-Plus（简称 MP）是一个增强工具。MyBatis-Plus 只做增强。MyBatis-Plus 用于简化开发。\n"
    found = pages(chance, tools)
    assert "MyBatis-Plus" not in (found["马氏性质"].aliases if "马氏性质" in found else ())


def test_a_name_of_code_in_a_chinese_sentence_is_not_cut() -> None:
    prose = read_prose("# 服务\n\n服务在处理函数中基于 http.ResponseWriter 和 http.Request 构造一条通道。\n")
    assert [found.text for found in prose.sentences] == ["服务在处理函数中基于 http.ResponseWriter 和 http.Request 构造一条通道。"]


@pytest.mark.parametrize(("name", "worth"), [("闭包", False), ("闭包（closure）", True)])
def test_an_everyday_chinese_word_needs_its_name_in_another_language(name: str, *, worth: bool) -> None:
    text = f"""# 一周见闻

## 闭包

{name}是一段可以反复调用的代码块。闭包可以接受输入的参数。闭包运行的时候会有自己的内存。

## 调用

闭包可以调用自身。闭包调用结束时释放内存。闭包的名字不能重复。
"""
    assert ("闭包" in pages(text)) is worth
