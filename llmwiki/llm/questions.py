"""The ten questions of a calibration."""

from __future__ import annotations

from typing import NamedTuple

_CHOOSE_EN = (
    "You prepare an encyclopedia. The statements are numbered. Give the numbers of all statements that answer the question, and of no "
    "others, as JSON: a key numbers with a list of the numbers as texts. The list is empty where no statement does."
)
_CHOOSE_ZH = (
    "你在编写一部百科全书。陈述句带有编号。请给出所有能回答问题的句子的编号，不要多也不要少，"
    "用 JSON 表示：键 numbers，值为编号文本的列表；没有句子能回答时列表为空。"
)
_SAME_EN = (
    "You prepare an encyclopedia. Two names with one sentence each. Do both names mean the same thing? Answer with one word: yes or no."
)
_SAME_ZH = "你在编写一部百科全书。下面有两个名称，各附一句说明。两个名称指的是同一个事物吗？只回答一个词：yes 或 no。"


class Choice(NamedTuple):
    """A question with a list.

    Attributes:
        task: The system's words.
        question: What is asked.
        right: The statements that answer it; none for one that cannot be answered.
        others: Statements of the same kind that do not.
    """

    task: str
    question: str
    right: tuple[str, ...]
    others: tuple[str, ...]


class Pair(NamedTuple):
    """A question of yes or no.

    Attributes:
        task: The system's words.
        question: The two names.
        is_same: Whether yes is right.
    """

    task: str
    question: str
    is_same: bool


CHOICES = (
    Choice(
        _CHOOSE_EN,
        "Question: Who pays for something, and what?",
        ("Drivers who go north leave four crowns at the gate.", "Repairs are borne by the two counties in equal parts."),
        (
            "The bridge is painted grey.",
            "Two ferries still run beside the bridge.",
            "The arch is made of steel.",
            "Trains cross the bridge every ten minutes.",
            "Visitors may climb the southern tower.",
            "The bridge has eight lanes for cars.",
            "Ships pass below it at high water.",
        ),
    ),
    Choice(
        _CHOOSE_EN,
        "Question: Which people worked on the editor?",
        ("Mira Holt wrote the first version in a weekend.", "The icons were drawn by Tomas Reed."),
        (
            "The editor runs in a terminal.",
            "Colours are set in a file of its own.",
            "The editor opens files of several gigabytes.",
            "Plugins are written in a small language.",
            "Each key can be bound to a command.",
            "The manual has forty chapters.",
            "Undo reaches back to the first change.",
        ),
    ),
    Choice(
        _CHOOSE_EN,
        "Question: How long is the river that feeds the lake?",
        (),
        (
            "The lake lies in a valley of the north.",
            "In winter the lake is frozen for three months.",
            "A path of nine kilometres leads around the lake.",
            "Fishing is allowed from May on.",
            "The deepest place is near the eastern shore.",
            "A village was moved when the dam was built.",
            "Swans breed on the small island.",
            "The water tastes of iron.",
            "Two ferries cross the lake in summer.",
        ),
    ),
    Choice(
        _CHOOSE_ZH,
        "问题：图书馆什么时候建成，什么时候不开放？",
        ("大楼于 1932 年落成。", "每逢周一上午闭馆。"),
        (
            "图书馆位于旧城区的中心。",
            "大楼由两位建筑师设计。",
            "二楼设有儿童阅览室。",
            "读者可以在网上续借。",
            "地下一层是停车场。",
            "馆内藏书六十万册。",
            "屋顶有一座小花园。",
        ),
    ),
    Choice(
        _CHOOSE_ZH,
        "问题：哪些默认值可以修改？",
        ("监听端口如不指定则为 4000，可在启动时另设。", "缓存大小预设为 256 兆，可在配置中调整。"),
        (
            "数据库用 Go 语言编写。",
            "安装包大约有两百兆字节。",
            "升级之前应当先做备份。",
            "客户端支持多种编程语言。",
            "集群至少需要三个节点。",
            "慢查询会单独记录下来。",
            "日志每天轮换一次。",
        ),
    ),
)

PAIRS = (
    Pair(
        _SAME_EN,
        "A: heart attack. The blood supply of a part of the heart is suddenly blocked.\n"
        "B: myocardial infarction. Heart muscle dies because its blood supply is suddenly blocked.",
        is_same=True,
    ),
    Pair(
        _SAME_EN,
        "A: Python 2. The version of the language whose support ended in 2020.\n"
        "B: Python 3. The version of the language that is developed today.",
        is_same=False,
    ),
    Pair(
        _SAME_EN,
        "A: machine learning. Programs that get better at a task from examples.\nB: 机器学习。让程序从样例中自动改进的方法。",
        is_same=True,
    ),
    Pair(
        _SAME_ZH,
        "A：乐观锁。提交时才检查冲突，事先不加锁。\nB：悲观锁。读取数据时就先加锁，防止他人修改。",
        is_same=False,
    ),
    Pair(
        _SAME_ZH,
        "A：长江。中国最长的河流，流入东海。\nB：黄河。中国第二长的河流，流入渤海。",
        is_same=False,
    ),
)
