"""The ten questions of a calibration."""

from __future__ import annotations

from typing import NamedTuple

_CHOOSE_EN = (
    "You prepare an encyclopedia. The statements are numbered. "
    "Give the number of the one statement that answers the question, as JSON: a key number with the number as text."
)
_CHOOSE_ZH = "你在编写一部百科全书。陈述句带有编号。请给出唯一能回答问题的那一句的编号，用 JSON 表示：键 number，值为编号文本。"
_SAME_EN = (
    "You prepare an encyclopedia. Two names with one sentence each. Do both names mean the same thing? Answer with one word: yes or no."
)
_SAME_ZH = "你在编写一部百科全书。下面有两个名称，各附一句说明。两个名称指的是同一个事物吗？只回答一个词：yes 或 no。"


class Choice(NamedTuple):
    """A question with a list.

    Attributes:
        task: The system's words.
        question: What is asked.
        right: The statement that answers it.
        others: Statements of the same kind that do not.
    """

    task: str
    question: str
    right: str
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
        "Question: In which year was the bridge opened?",
        "The bridge was opened in 1932 by the mayor.",
        (
            "The bridge is painted grey.",
            "Two ferries still run beside the bridge.",
            "The arch is made of steel.",
            "Trains cross the bridge every ten minutes.",
            "A toll is paid by drivers who go north.",
            "Visitors may climb the southern tower.",
            "The bridge has eight lanes for cars.",
        ),
    ),
    Choice(
        _CHOOSE_EN,
        "Question: Who wrote the first version of the editor?",
        "Mira Holt wrote the first version of the editor in a weekend.",
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
        "Question: What does the lake's water taste of?",
        "The water tastes of iron, for the springs run through ore.",
        (
            "The lake lies in a valley of the north.",
            "In winter the lake is frozen for three months.",
            "A path of nine kilometres leads around the lake.",
            "Fishing is allowed from May on.",
            "The deepest place is near the eastern shore.",
            "A village was moved when the dam was built.",
            "Swans breed on the small island.",
        ),
    ),
    Choice(
        _CHOOSE_ZH,
        "问题：这座图书馆藏书多少册？",
        "图书馆现有藏书六十万册。",
        (
            "图书馆位于旧城区的中心。",
            "大楼由两位年轻建筑师设计。",
            "周一上午图书馆不开放。",
            "二楼设有儿童阅览室。",
            "读者可以在网上续借。",
            "地下一层是停车场。",
            "屋顶花园夏天对公众开放。",
        ),
    ),
    Choice(
        _CHOOSE_ZH,
        "问题：数据库默认使用哪个端口？",
        "数据库默认监听 4000 端口。",
        (
            "数据库用 Go 语言编写。",
            "安装包大约有两百兆字节。",
            "升级之前应当先做备份。",
            "日志每天轮换一次。",
            "客户端支持多种编程语言。",
            "集群至少需要三个节点。",
            "慢查询会单独记录下来。",
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
