"""Whether a sentence says what a thing is, seen from the place where the thing's name stands."""

from __future__ import annotations

import re
from typing import Literal

from llmwiki.scribe.overlap import is_chinese, wide

Strength = Literal["strong", "fair", "none"]

# Between the name and the verb: a general noun, a bracket, an apposition in commas, or "also called X".
_HEAD = r"(?: (?:system|protocol|algorithm|company|project|library|framework|model|platform|service|tool|method|program|programme|app|application|database|engine|server|language|process|pattern|plugin|feature|team|group))?"
_HEAD_CHINESE = r"(?:集群|系统|协议|算法|方案|模型|模式|机制|引擎|组件|服务|框架|平台|工具|项目|公司|方法|技术|功能|语言|函数|插件|数据库|软件|应用|版本|库)?"
_ASIDE = _HEAD + r"(?:\s*[（(][^）)]{1,80}[）)])?(?:\s*,\s[^,.“]{2,80},|\s*,\s“[^”]{2,60}”)?\s*"
_ARTICLE_ENGLISH = (
    r"(?:(?:essentially|basically|simply|also|now|currently|generally|usually|typically|often|just|commonly|primarily|mainly|officially) )?"
)
_STRONG_ENGLISH = re.compile(
    _ASIDE
    + r"(?:(?:is|are) "
    + _ARTICLE_ENGLISH
    + r"(?:an?\b|one of\b|any\b|the (?:name|term|process|practice|act|art|ability|idea|concept|study|use|branch|set|collection|field|"
    r"world['’]s|largest|smallest|first|second|third|main|primary|official|most|highest|oldest|capital|part|way|method|state|condition|standard|default)\b)"
    r"|refers? to\b|stands? for\b|means?\b(?! that\b)|is the (?!same\b|only\b|best\b|most\b)[a-z-]+(?: [a-z-]+){0,4} (?:that|which|who|for|of|used|by|in|where|behind)\b|is (?:defined as|used to (?:describe|refer)|short for|like an?)\b|consists? of\b|is what\b)"
)
_MADE = "founded incorporated established created born launched released announced introduced developed formed built written named invented discovered designed published started opened set elected appointed"
_COUPLE = r"(?:and (?:the )?[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3} )?"
_FAIR_ENGLISH = re.compile(
    _ASIDE
    + _COUPLE
    + r"(?:(?:was|were|has been|became) (?:an?|one of|the)\b|(?:is|are) (?:the\b|(?:a )?[a-z]+(?:-[a-z]+)* (?:that|which|who|used|designed|made|found|located|based|written)\b)|"
    r"(?:is|are|was|were) responsible for\b|(?:is|are) (?:used|designed|meant|intended|built|located|found|made|responsible|known|named|aimed|based|composed|made up|part) (?:to|for|as|at|in|on|of|by|after)\b|"
    r"(?:was|were) (?:first |originally |initially |officially )?(?:"
    + _MADE.replace(" ", "|")
    + r")\b|(?:began|started|originated|grew|evolved|emerged) (?:as|out of|from|in)\b|(?:serves?|acts?|works?|functions?|operates?) as\b)"
    r"|^\s*,\s[“\"]?(?:an?|the|one of) [a-z]"
)
_STRONG_CHINESE = re.compile(
    r"\s*"
    + _HEAD_CHINESE
    + r"(?:[（(][^）)]{1,60}[）)])?\s*(?:，?\s*(?:又称|也称|简称|全称|英文)[^，。]{1,40}，)?\s*(?:通常|一般|其实|本质上|实际上|主要|就|，)?\s*"
    r"(?:是指|指的是|指|是一[种个款类套门项座家位本部条名场份组支台片首间道只]|是一系列|是(?:由[^，。]{1,30}(?:组成|构成)|对|用于|用来|基于|[^，。否为不]{1,40}的(?:一[种个]|[^，。的]{1,12}(?:[。，]|$)))|的?定义(?:是|为)|(?:的|设计的?)(?:任务|作用|目的|功能|目标|本质|职责)(?:便|就|主要|正)?(?:是|在于)|(?: Server)?：(?:是|负责|用于|用来|提供|一[种个])|可以理解为|意为|意思是|表示)"
)
_FAIR_CHINESE = re.compile(
    r"\s*"
    + _HEAD_CHINESE
    + r"(?:[（(][^）)]{1,60}[）)])?\s*(?:，)?(?:是(?![否为不因以])|为(?![了什何此])|用于|用来|负责|由[^，。]{1,24}(?:组成|构成|创立|成立|开发|推出|发布|创建|提出|设计|研发|发明|编写)|"
    r"(?:位于|成立于|创立于|始建于|诞生于|起源于|始于|发布于|建于|出生于)|旨在|致力于|专注于|原名|又名|作为|[^，。]{0,16}像是?一)"
)
_GLOSSED = re.compile(r"\s*(?:[(（][^)）]{1,40}[)）])?\s*(?:[:：]|\s[—–-]\s|——)\s*\S")
_CALLED = re.compile(
    r"(?:被称为|被称作|称之为|叫做|叫作|称为|称作)[“「『\"《]?$"
    r"|\b(?:is|are) (?:called|known as|termed|referred to as) (?:an? |the )?[“\"‘'*_]*$"
)
# "the column store TiFlash" says what TiFlash is, wherever it stands.
_APPOSED_CHINESE = re.compile(
    r"的[^，。的、]{0,8}(?:系统|协议|算法|方案|引擎|组件|框架|平台|工具|数据库|软件|语言|服务|项目|公司|模型|库|插件|浏览器)\s*(?:——\s*)?[“「]?$"
)
_APPOSED_ENGLISH = re.compile(r"\b(?:an?|the) [^,.;]{3,60} (?:called|named|known as|dubbed) (?:the )?[\"“‘']?$")


def strength(text: str, start: int, end: int, *, item: bool = False) -> Strength:
    """How well ``text`` defines the name at ``start:end`` (code points).

    Args:
        text: The sentence.
        start, end: The name in it.
        item: It is a list item, where ``Name: what it is`` is a definition.
    """
    if item and start <= 1 and _GLOSSED.match(text[end:]):
        return "strong"
    text = wide(text)
    before, after = text[:start], text[end:]
    if is_chinese(text):
        apposed = _APPOSED_CHINESE.search(before) is not None and text[start:end].isascii()
        grade = _grade(after, _STRONG_CHINESE, _FAIR_CHINESE) if _near_start_chinese(before) else "none"
    else:
        apposed = _APPOSED_ENGLISH.search(before) is not None
        grade = _grade(after, _STRONG_ENGLISH, _FAIR_ENGLISH) if _near_start_english(before) else "none"
    if is_called(before):
        return "strong"
    return "fair" if apposed and grade == "none" else grade


def is_called(before: str) -> bool:
    """Whether what stands before a name gives this name to what was said until then."""
    return _CALLED.search(before) is not None


def _grade(after: str, strong: re.Pattern[str], fair: re.Pattern[str]) -> Strength:
    if strong.match(after):
        return "strong"
    return "fair" if fair.match(after) else "none"


def _near_start_english(before: str) -> bool:
    """Only an article, a determiner or a short fronted phrase may stand before the subject of a definition."""
    return (
        re.fullmatch(
            r"[\"'“‘(*_]*(?:(?:The|A|An|In [^,]{2,40},|As [^,]{2,40},|[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3} and|Simply put,|At its core,)\s*)?(?:the|an?)?\s*[\"'“‘(*_`]*",
            before,
        )
        is not None
    )


def _near_start_chinese(before: str) -> bool:
    """Nothing but a short phrase before the name in its clause."""
    before = re.split(r"[，：；]", before)[-1]
    return (
        re.fullmatch(
            r"[“「『\"《]*(?:(?:在|从|对)[^，。]{1,12}[中里上看来]，?|所谓的?|简单来说，|简单地说，|总的来说，|目前，?|其中，?)?[“「『\"《`]*",
            before,
        )
        is not None
    )


_ACTS_ENGLISH = re.compile(
    _ASIDE
    + _COUPLE
    + r"(?:(?:also|now|still|often|usually|always|never|later|first|only|typically|generally|currently|recently|has|have|had) )*"
    r"(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|may|might|must|should|[a-z]{2,}(?:s|ed)|(?:isn|aren|wasn|doesn|didn|can|won|hasn)['’]?t|"
    r"began|became|won|ran|made|took|gave|grew|built|wrote|led|left|met|held|sold|rose|fell|went|came|got|set|saw|found|brought|spent|lost|kept|put|cut)\b(?!['’])"
)
_NOUN_CHINESE = re.compile(r"\s*(?:的|之|[、和与及或])")
_HEADS_BEFORE = re.compile(r"\s*" + _HEAD_CHINESE + r"\s*(?:[（(][^）)]*[）)])?\s*")
_UNDER = re.compile(r"[下中里上]，")
_WINDOW = 12
_NOMINAL_TAGS = ("n", "s", "f", "t", "m")


def acts(text: str, end: int) -> bool:
    """Whether the name that ends at ``end`` is followed by a verb rather than by more of a longer noun phrase."""
    if is_chinese(text):
        return _acts_chinese(wide(text)[end:])
    return _ACTS_ENGLISH.match(text[end:]) is not None


def _acts_chinese(after: str) -> bool:
    """The word behind the name, general nouns and brackets skipped, is no noun or place."""
    from llmwiki.scribe.names_zh import segment

    if _NOUN_CHINESE.match(after):
        return False
    head = _HEADS_BEFORE.match(after)
    rest = after[head.end() if head else 0 :][:_WINDOW]
    if _UNDER.match(rest):
        return True
    words = segment(rest)
    return bool(words) and not words[0].tag.startswith(_NOMINAL_TAGS)
