"""Names that look as if they were one thing, and are not; and those that are. In both languages."""

from __future__ import annotations

import pytest

from llmwiki.scribe.acronyms import english_pairs
from llmwiki.scribe.candidates import find_candidates
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.notes import analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose


def names(text: str) -> dict[str, set[str]]:
    """Title of each thing that a text names, and every name of it."""
    readings = [Reading("raw/articles/one.md", text, read_prose(text))]
    found = find_candidates(readings, [], [analyse(one) for one in readings])
    return {candidate.title: {candidate.title, *candidate.aliases, *candidate.spellings} for candidate in found}


ELMORE = """# Elmore

Elmore Querier answers questions. Elmore keeps its data in buckets. Elmore Store reads the buckets.
Elmore Querier asks the Elmore Store. Querier has no state of its own. Elmore runs on one machine. Elmore needs no clock.
"""


def test_a_first_word_that_begins_other_names_is_no_first_name() -> None:
    found = names(ELMORE)
    assert "Elmore" not in found["Elmore Querier"]


def test_what_something_else_is_called_in_a_system_is_not_the_system() -> None:
    text = "# Keys\n\nMarnix stores rows in shards. In Marnix, these are called Vindexes. Vindexes map a column to a shard. Marnix reads Vindexes at start.\n"
    found = names(text)
    assert "Vindexes" not in found["Marnix"]


@pytest.mark.parametrize(
    ("text", "title", "other"),
    [
        (
            "非拜占庭错误（Non-Byzantine Fault）只会停机。拜占庭错误（Byzantine Fault）会说谎。拜占庭错误难以发现。",
            "拜占庭错误",
            "Non-Byzantine Fault",
        ),
        (
            "二叉树（binary tree）有根节点。完全二叉树（complete binary tree）逐层填满。二叉树（binary tree）可以为空。",
            "二叉树",
            "complete binary tree",
        ),
        ("第三次握手（ACK）由客户端发出。第三次握手之后连接建立。ACK 不带数据。", "第三次握手", "ACK"),
        ("多方安全计算（MPC）保护输入。模型预测控制（MPC）控制过程。MPC 很慢。", "多方安全计算", "MPC"),
        ("JWT（不推荐）存在服务器上。JWT 有三个部分。JWT 由服务器签发。", "JWT", "不推荐"),
        ("协议（Scheme）在最前面。协议规定格式。协议可以省略。", "协议", "Scheme"),
        ("音视频（RTP）走 UDP。RTP 不重传。音视频对延迟敏感。", "音视频", "RTP"),
    ],
)
def test_what_stands_in_brackets_may_be_another_things_name(text: str, title: str, other: str) -> None:
    assert other not in names(f"# 笔记\n\n{text}\n").get(title, set())


def test_both_names_behind_also_called_are_names() -> None:
    found = names("# 树\n\n多叉检索树也叫前缀树或字典树。多叉检索树查得快。前缀树按字符分支。字典树省内存。\n")
    assert {"前缀树", "字典树"} <= found["多叉检索树"]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("The InterPlanetary Name System (IPNS) makes links.", ("InterPlanetary Name System", "IPNS")),
        ("It writes JavaScript Object Notation (JSON).", ("JavaScript Object Notation", "JSON")),
        ("The OpenTelemetry Protocol (OTLP) sends spans.", None),
    ],
)
def test_capitals_inside_a_word_count_as_initials(text: str, pair: tuple[str, str] | None) -> None:
    assert next(((found.long, found.short) for found in english_pairs(text, 0)), None) == pair


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("FTP", "FTPS", False),
        ("HTTP", "HTTPS", False),
        ("PDF", "PDFs", True),
        ("API", "APIs", True),
        ("DNS", "dns", True),
        ("Region", "Regions", True),
    ],
)
def test_initials_have_no_plural_in_capitals(name: str, other: str, *, same: bool) -> None:
    assert (merge_key(name) == merge_key(other)) is same
