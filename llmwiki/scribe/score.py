"""How well a sentence suits a page: the weights of the extractive recipe."""

from __future__ import annotations

import re

from llmwiki.scribe.definition import Strength
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.topic import Spot

_DEFINES = {"strong": 3.0, "fair": 1.5, "none": 0.0}
_NAME_FIRST = 1.5
_NAME_EARLY = 0.7
_NAME_LATE = -0.6
_OWNS = -0.7
_ADJUNCT = -0.4
_BEHIND = -0.4
_FIRST_MENTION = 0.8
_NUMBER = 0.6
_OTHER_PAGE = 0.25
_MOST_OTHERS = 2
_OWN_SOURCE = 0.4
_INTRODUCTION = 0.5
_ADDRESSES_READER = -0.8
_SPEAKS_AS_WE = -1.6
_POINTS_BACK = -0.4
_ITEM = -0.3
_STEP = -1.0
_POINTS_AT_TEXT = -0.8
_QUOTE = -0.8
_EXCLAIMS = -0.5
_CONNECTIVE = -0.5
_HEDGED = -0.6
_SPOKEN = -1.5
_CHATS = -1.5
_LONG = -0.5
_LONG_ENGLISH, _LONG_CHINESE = 38, 90

_ARTICLE = re.compile(r"(?:(?:a|an|the)\s+)?[\"'“‘「《`*(]*", re.IGNORECASE)
_DIGITS = re.compile(r"\d")
_READER = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]|[，,]请|(?:^|可以|，)(?:选择|点击|单击|打开|输入|启用)", re.IGNORECASE)
_WE = re.compile(r"\b(?:we|our|ours|us)\b|我们|^现在[，可]", re.IGNORECASE)
# A demonstrative with a noun usually means something said before.
_BARE = re.compile(
    r"\b(?:like|such as|than|doing|allowing|of|for|with|by) (?:this|that)(?=[,.;:)])|\b(?:this|these|those)(?=[,.;:)]|\s(?:is|are|was|were|can|will|would|has|have|and|or|but|to|in|by|for|at|on|means?|makes?)\b)",
    re.IGNORECASE,
)
# "Redis's author" is about the author.
_POSSESSIVE = re.compile(r"['’]s?\s|的")
_STEP_MARK = re.compile(r"(?:^|\n)[ \t>]*\d{1,2}[.)、][ \t]*[*_`\[]*$")
_BACK = re.compile(
    r"\b(?:these|those|this|such an?|the (?:above|former|latter|same)) [a-z]+|(?<!在)[这该](?:[些种个类项次]|\w{2})|上述|此[类种时外处]|[对将把使让为由与被在]其(?![他它余实中次])",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|kind of|sort of|basically|obviously|of course|actually|really|just|pretty much|a lot of)\b|其实|当然|大概|比如说|必须得",
    re.IGNORECASE,
)
_CHATTY = re.compile(r"[吧呢嘛啊呀哦哈啦咯噢](?:[，。！？,!?]|$)|挂了|其实就|相当于是|说白了|干一|比如说你|搞|玩|牛逼|坑爹|废话|好家伙")
_SPEECH = re.compile(
    r"^[\"“‘「]|\b(?:said|says|told|asked|added|explained|argues?|argued|recalled|noted|according to|wrote|tweeted)\b|[，,：:]?(?:他|她)?(?:表示|说道|说|称|认为|指出)[，,：:“]"
)
_IMPERATIVE = re.compile(
    r"^(?:please |always |never |do not |don['’]t |be sure |make sure |remember |consider |use |try |avoid |ensure |enter |choose |select |open |set |add |create |keep |note |start |run |install |"
    r"write |ask |give |take |let |look |think |imagine |find |get |go |put |turn |check |change |read |follow |if you|when you|to \w+)|^(?:请|务必|不要|建议|记得|尽量|可以|应该|需要|使用|打开|选择|输入|执行|运行|设置|如果|当|若|假设|想象|例如|比如|为了|有了|重启|准备|回想|试试|看看|想一想|记住|确保|检查|点开|参考|避免|添加|创建|选中|单击|双击|复制|粘贴|打开)",
    re.IGNORECASE,
)
_INSTRUCTS = -0.7


def score(spot: Spot, text: str, name_at: int, defines: Strength, *, title_matches: bool) -> float:
    """Weight of a sentence; about 4 for a definition that opens a source, below 0 for one to leave out.

    Args:
        spot: The sentence and its source.
        text: What the page would say.
        name_at: Where the topic's name stands in ``text``.
        defines: How well it defines the topic.
        title_matches: Whether the source's title names the topic.
    """
    early = name_at <= len(text) / 3
    parts = (
        _DEFINES[defines],
        _position(text, name_at),
        _OWNS if defines == "none" and _POSSESSIVE.match(text[name_at + spot.end - spot.start :]) else 0.0,
        _ADJUNCT if spot.adjunct else 0.0,
        _BEHIND if spot.behind and defines == "none" else 0.0,
        _FIRST_MENTION if spot.first and early else 0.0,
        _NUMBER if _DIGITS.search(text) else 0.0,
        _OTHER_PAGE * min(spot.others, _MOST_OTHERS),
        _OWN_SOURCE if title_matches else 0.0,
        _INTRODUCTION if spot.section.level <= 1 else 0.0,
        _manner(text, defines),
        _form(spot, text),
    )
    return sum(parts)


def instructs(text: str) -> bool:
    """Whether ``text`` begins by telling a reader what to do, or under which condition something holds."""
    return _IMPERATIVE.match(text) is not None


def _position(text: str, name_at: int) -> float:
    if name_at <= 1 or _ARTICLE.fullmatch(text[:name_at]):
        return _NAME_FIRST
    if name_at <= len(text) / 3:
        return _NAME_EARLY
    return _NAME_LATE if name_at > len(text) * 2 / 3 else 0.0


def _manner(text: str, defines: Strength) -> float:
    parts = (
        _ADDRESSES_READER if _READER.search(text) else 0.0,
        _SPEAKS_AS_WE if _WE.search(text) else 0.0,
        _POINTS_BACK if _BACK.search(text) else 0.0,
        _POINTS_AT_TEXT if _BARE.search(text) else 0.0,
        _HEDGED if _HEDGE.search(text) else 0.0,
        _CHATS if _CHATTY.search(text) else 0.0,
        _SPOKEN if _SPEECH.search(text) else 0.0,
        _INSTRUCTS if defines == "none" and instructs(text) else 0.0,
    )
    return sum(parts)


def _form(spot: Spot, text: str) -> float:
    long = len(text) > _LONG_CHINESE if is_chinese(text) else len(text.split()) > _LONG_ENGLISH
    parts = (
        _item(spot),
        _STEP if _is_step(spot) else 0.0,
        _QUOTE if spot.sentence.kind == "quote" else 0.0,
        _EXCLAIMS if text.rstrip("\"'”’）)").endswith(("!", "！")) else 0.0,
        _LONG if long else 0.0,
    )
    return sum(parts)


def _item(spot: Spot) -> float:
    """List items that don't begin with the topic are often about an unnamed other thing."""
    if spot.sentence.kind != "item":
        return 0.0
    return _ITEM if spot.start <= 1 else 2 * _ITEM


def _is_step(spot: Spot) -> bool:
    """Whether the sentence opens an item of a numbered list: a step, which says little without the others."""
    start = spot.sentence.start
    return spot.sentence.kind == "item" and _STEP_MARK.search(spot.reading.text[max(0, start - 24) : start]) is not None
