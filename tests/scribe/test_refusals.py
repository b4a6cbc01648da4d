"""What can't stand on a page alone, how sentences lean on others, what defines."""

from __future__ import annotations

import pytest

from llmwiki.scribe.dates import first_date
from llmwiki.scribe.definition import strength
from llmwiki.scribe.openers import cut_connective, opening
from llmwiki.scribe.prose import BlockKind, Sentence
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.said import said
from llmwiki.scribe.score import points_at_nothing
from llmwiki.scribe.sections import shown_heading


def sentence(text: str, kind: BlockKind = "paragraph") -> Sentence:
    return Sentence(text, 0, len(text), 0, 0, 0, kind, text.rstrip('”’")）').endswith((".", "!", "?", "。", "！", "？")))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("What is the point of all this work?", "question"),
        ("The tool has the following three parts:", "no final punctuation"),
        ("In this post we describe the palace and its rooms.", "about the text"),
        ("Click the button in the corner to open the vault.", "call to act"),
        ("I think that the palace is a fine place to keep things.", "one person's voice"),
        ("The address is https://example.org/page for all readers.", "address"),
        ("and so the palace fell into ruin after the war.", "fragment"),
        ("Too short a sentence.", "too short"),
        ("The palace (built in 1820 was burnt down in the war.", "unbalanced"),
        ("SELECT name FROM rooms WHERE drawers are more than ten.", "code"),
        ("Docker is a tool that runs programs in containers.", ""),
        ("乐观事务是什么，为什么要用它呢？", "question"),
        ("本文介绍乐观事务的实现原理与使用方法。", "about the text"),
        ("详见下图所示的两阶段提交流程与说明。", "about the text"),
        ("欢迎关注公众号获取更多数据库内容。", "call to act"),
        ("我觉得乐观事务比悲观事务更容易理解。", "one person's voice"),
        ("我们在提交阶段检测事务之间的写冲突。", ""),
        ("详情在下文的两阶段提交流程里说明。", "about the text"),
        ("该指令将构建上下文中的文件复制到镜像内。", ""),
        ("版本文件在本节点上被更新后立即生效。", ""),
        ("因为组件在另一个组件中被渲染。", "fragment"),
        ("Kubernetes 集群里的最小调度单位。", ""),
        ("Kubernetes 的全部调度单位。", "fragment"),
        ("Kubernetes (常简称为 K8s) 是容器编排引擎。", ""),
        ("Discovery is how we’re building “the first plan” with them.", ""),
        ("消息被发给订阅了主题的消费者。", ""),
        ("agencies’ implementation of the plan began in the spring.", "fragment"),
        ("乐观事务在提交阶段检测写冲突。", ""),
        ("The palace was built in 1820 by a rich merchant.", ""),
        ("`make_room` adds a room to the palace it is given.", ""),
    ],
)
def test_refusal(text: str, reason: str) -> None:
    assert refusal(sentence(text)) == reason


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Docker [12] is a tool :cite:`Merkel.2014` for containers.", "Docker is a tool for containers."),
        ("惩罚项由$\\lambda$控制，它也称$L_2$正则化。", "惩罚项由λ控制，它也称L₂正则化。"),
        ("(权重衰减是最广泛使用的技术之一) 权重衰减是机器学习里最广泛使用的技术之一。", "权重衰减是机器学习里最广泛使用的技术之一。"),
        ("(The palace stood in the old town) Merchants met there.", "(The palace stood in the old town) Merchants met there."),
    ],
)
def test_said(text: str, plain: str) -> None:
    assert said(text) == plain


def test_items_need_a_verb_when_they_have_no_end() -> None:
    assert refusal(sentence("Rooms hold drawers that are grouped by their topic", "item")) == ""
    assert refusal(sentence("Office of Rooms and Drawers in the Northern Palace Wing", "item")) == "item without a verb"
    assert refusal(sentence("事务在提交阶段通过两阶段提交写入数据", "item")) == ""
    assert refusal(sentence("a cell", "cell")) == "table cell"


@pytest.mark.parametrize(
    ("text", "name", "how"),
    [
        ("The palace stores drawers.", "palace", "free"),
        ("The company was founded in 1998 around the palace.", "palace", "leans"),
        ("It was the first palace.", "palace", "leans"),
        ("On 4 August 2023, he visited the palace.", "palace", "leans"),
        ("However, the palace fell.", "palace", "hangs"),
        ("However, it was a palace.", "palace", "leans"),
        ("Palaces are large.", "Palaces", "free"),
        ("The capital of the palace is small.", "palace", "free"),
        ("它在提交时检测宫殿冲突。", "宫殿", "leans"),
        ("该公司建造了宫殿。", "宫殿", "leans"),
        ("但宫殿后来被毁。", "宫殿", "hangs"),
        ("其他宫殿后来被毁。", "宫殿", "leans"),
        ("此外，宫殿有两个房间。", "宫殿", "hangs"),
        ("宫殿有两个房间。", "宫殿", "free"),
        ("再平衡由调度器负责。", "再平衡", "free"),
    ],
)
def test_opening(text: str, name: str, how: str) -> None:
    assert opening(text, text.find(name)) == how


def test_cut_connective() -> None:
    assert cut_connective("However, the palace fell.") == "The palace fell."
    assert cut_connective("此外，宫殿有两个房间。") == "宫殿有两个房间。"
    assert cut_connective("Howevers are words.") == "Howevers are words."


@pytest.mark.parametrize(
    ("text", "name", "grade"),
    [
        ("RAG is a way to ground answers.", "RAG", "strong"),
        ("A closet is one of four places.", "closet", "strong"),
        ("Retrieval-augmented generation (RAG) is a method.", "Retrieval-augmented generation", "strong"),
        ("RAG refers to methods.", "RAG", "strong"),
        ("RAG is both a method and a system.", "RAG", "strong"),
        ("The Department of Labor’s Wage and Hour Division is responsible for the law.", "Wage and Hour Division", "fair"),
        ("RAG lets you ground answers.", "RAG", "fair"),
        ("哨兵可以让你监控主节点。", "哨兵", "fair"),
        ("RAG [3] is a way to ground answers.", "RAG", "strong"),
        ("RAG was a success.", "RAG", "fair"),
        ("RAG is slow.", "RAG", "none"),
        ("Many say RAG is a method.", "RAG", "none"),
        ("乐观事务是一种并发控制方法。", "乐观事务", "strong"),
        ("多版本并发控制（MVCC）是指保存多个版本。", "多版本并发控制", "strong"),
        ("所谓宫殿，是指记忆的容器。", "宫殿", "strong"),
        ("乐观事务用于冲突少的场景。", "乐观事务", "fair"),
        ("乐观事务是否可用取决于版本。", "乐观事务", "none"),
        ("使用乐观事务是一个好办法。", "乐观事务", "none"),
    ],
)
def test_definition(text: str, name: str, grade: str) -> None:
    start = text.find(name)
    assert strength(text, start, start + len(name)) == grade


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("On 4 August 2023, it opened.", "2023-08-04"),
        ("Founded on March 12, 2026 in Paris.", "2026-03-12"),
        ("It opened in 1998.", "1998"),
        ("In the 1990s it closed.", ""),
        ("自2019年3月起开放。", "2019-03"),
        ("成立于2011年，总部在北京。", "2011"),
        ("Released 2024-05-01.", "2024-05-01"),
        ("Version 3.0.8 has 2048 slots.", ""),
    ],
)
def test_first_date(text: str, date: str) -> None:
    assert first_date(text) == date


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("3.2 Write conflicts", "Write conflicts"),
        ("第二步 提交", "提交"),
        ("🚀 Storage engine", "Storage engine"),
        ("What is RAG?", ""),
        ("概述", ""),
        ("Overview", ""),
        ("Why you should care", ""),
        ("事务的重试", "事务的重试"),
        ("如何选择事务模式", ""),
    ],
)
def test_shown_heading(heading: str, shown: str) -> None:
    assert shown_heading(heading) == shown


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("Recursion in this language consists of two phases.", "paragraph", "announces a list"),
        ("The board can also be used in several other modes of operation.", "paragraph", "announces a list"),
        ("The board has three parts, of which the lamp is the largest.", "paragraph", ""),
        ("递归的调用过程将导致两方面的结果。", "paragraph", "announces a list"),
        ("看板由三个部分组成，其中灯最大。", "paragraph", ""),
        ("How to configure access for the branches of the network.", "paragraph", "names a question"),
        ("How the board is drawn is up to the branch, which may choose.", "paragraph", ""),
        ("A board attached to a wall to show the visits of a day.", "paragraph", "no finite verb"),
        ("A board attached to a wall shows the visits of a day.", "paragraph", ""),
        ("The [Board] resource was first used by the Marlow branch.", "paragraph", "debris"),
        ("A brief comparison of the board and the older lamp of the hall.", "paragraph", "about the text"),
        ("以港口分馆为例，看板每晚统计一次访问量。", "paragraph", "example"),
        ("(a) 图中的看板有三盏灯，每盏对应一个分馆。", "paragraph", "part of a figure"),
        ("`ttl` - the time to live of the board, in seconds, as it is set", "item", "field of an interface"),
        ("定义：看板在每晚完成统计时，统计服务器的本地时间。", "item", "field of an interface"),
        ("灯则不然，需要从头开始逐个点亮所有的分馆。", "paragraph", "leans on the sentence before"),
        ("与分馆的看板以及灯进行交互。", "item", "item that only names a task"),
    ],
)
def test_what_only_points_at_what_is_not_on_the_page(text: str, kind: BlockKind, reason: str) -> None:
    assert refusal(sentence(text, kind)) == reason


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Pulse Board serves to show these numbers to the branches.", True),
        ("Pulse Board shows visits and loans, and these are counted at night.", False),
        ("Pulse Board is a chart that asks the gates and the desks at the same time.", False),
        ("脉搏看板就是用来发现这种情况的。", True),
        ("脉搏看板是把访问和借阅放在一起读、并给这一对打分的看板。", False),
        ("在这个大势下，脉搏看板应运而生，为各分馆所用。", True),
    ],
)
def test_a_demonstrative_needs_something_before_it(text: str, *, lost: bool) -> None:
    assert points_at_nothing(text) is lost
