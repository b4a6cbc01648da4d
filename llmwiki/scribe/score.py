"""How well a sentence suits a page: the weights of the extractive recipe."""

from __future__ import annotations

import re
from functools import lru_cache

from llmwiki.scribe.definition import Strength
from llmwiki.scribe.hollow import is_vague
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.topic import Spot

_DEFINES = {"strong": 3.0, "fair": 1.5, "none": 0.0}
_NAME_FIRST = 1.5
_NAME_EARLY = 0.7
_NAME_LATE = -0.6
_OWNS = -0.7
_LONGER = -0.8
_VAGUE = -3.0
_ADJUNCT = -0.4
_BEHIND = -0.4
_FIRST_MENTION = 0.8
_NUMBER = 0.6
_OTHER_PAGE = 0.25
_MOST_OTHERS = 2
_OWN_SOURCE = 0.4
_INTRODUCTION = 0.5
_ADDRESSES_READER = -1.2
_SPEAKS_AS_WE = -2.2
_POINTS_BACK = -0.4
_POINTS_AT_NOTHING = -0.9
_POINTS_AT_NOTHING_CHINESE = -4.0
_POINTS_BACK_ENGLISH, _POINTS_AT_NOTHING_ENGLISH = -0.7, -4.0
_HEDGED = -0.6
_CHATS = -1.5
_SPOKEN = -1.5
_NEWS = -1.2
_INSTRUCTS = -1.5
_THEN = -0.8
_ITEM = -0.3
_STEP = -1.0
_QUOTE = -0.8
_EXCLAIMS = -0.5
_OUT_OF_CONTEXT = -2.5
_LONG = -0.5
_LONG_ENGLISH, _LONG_CHINESE = 38, 90
# Several steps ask the same of a sentence, for each topic that it names: those of some pages.
_SENTENCES_KEPT = 1024

_ARTICLE = re.compile(r"(?:(?:a|an|the)\s+)?[\"'“‘「《`*(]*", re.IGNORECASE)
_DIGITS = re.compile(r"\d")
_READER = either(r"\b(?:you|your|yours|yourself)\b", r"[你您]|[，,]请|(?:^|可以|，)(?:选择|点击|单击|打开|输入|启用)")
_WE = either(r"\b(?:we|our|ours|us)\b", r"我们|^现在[，可]")
# "Redis's author" is about the author.
# "Rust 2018", "the Rust Project": a longer name.
_MORE_NAME = re.compile(r" (?:[A-Z][a-z]|\d)")
_POSSESSIVE = re.compile(r"['’]s?\s|的")
_STEP_MARK = re.compile(r"(?:^|\n)[ \t>]*\d{1,2}[.)、][ \t]*[*_`\[]*$")
# A demonstrative with a noun usually means something said before; one without nearly always does.
_BACK = either(
    r"\b(?:these|those|this|such an?|the (?:above|former|latter|same(?! time))) [a-z]+|\b(?:to|of|in|for|with|from|by|on|at) that [a-z]+\b",
    r"(?<!在)[这该](?:[些种个类项次]|\w{2})|上述|此(?:[类种时外处]|情[况形]|基础|前提|背景|过程|阶段|方[式法])|[对将把使让为由与被在]其(?![他它余实中次])",
)
# 在这个大势下, 在这方面: whatever it was, it is not on the page.
_UNDER_THIS = re.compile(r"在[这该](?:个|种|些|样|一)?[^，。]{0,4}(?:大势|背景|形势|方面|趋势)下?")
_CLAUSE_END = re.compile(r"[，；：。、,;:]")
_BARE = re.compile(
    r"\b(?:like|such as|than|doing|allowing|of|for|with|by) (?:this|that)(?=[,.;:)])|\b(?:this|these|those)(?=[,.;:)]"
    r"|\s(?:is|are|was|were|can|will|would|has|have|and|or|but|to|in|by|for|at|on|means?|makes?)\b)",
    re.IGNORECASE,
)
_HEDGE = either(word_of("hedges"), any_of("zh", "hedges"))
_CHATTY = re.compile(rf"[吧呢嘛啊呀哦哈啦咯噢](?:[，。！？,!?]|$)|{any_of('zh', 'chats')}")
_SPEECH = re.compile(rf"^[\"“‘「]|{word_of('speech')}|[，,：:]?[他她]?(?:表示|说道|说|称|认为|指出)[，,：:“]")
# What is new in a release, what should be one day.
_TELLS_NEWS = re.compile(
    r"\b(?:(?:has|have) (?:published|released|announced|launched|shipped)|currently|at the moment|recently|upcoming|no plans)\b"
    r"|\b(?:now|should|ought|no longer)\b|\b(?:the|a) new\b|目前|现已|将会|新增|即将|最近|近期"
)
# A step of something told before.
_GOES_ON = re.compile(
    r"\b(?:will|can|would|may|is|are|and)? ?then\b(?! again)|\bthe (?:referenced|resulting|corresponding|given|said)\b|随即|接下来"
)
# True when it was written, faster than what is not said, more of what stood before; an author's opinion.
_LOST = either(any_of("en", "out-of-context"), any_of("zh", "out-of-context"))
_IMPERATIVE = either(rf"^{any_of('en', 'instructs')}[\s,]", f"^{any_of('zh', 'instructs')}")


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
        _LONGER if defines == "none" and _MORE_NAME.match(text[name_at + spot.end - spot.start :]) else 0.0,
        _VAGUE if is_vague(text, name_at + spot.end - spot.start) else 0.0,
        _ADJUNCT if spot.adjunct else 0.0,
        _BEHIND if spot.behind and defines == "none" else 0.0,
        _FIRST_MENTION if spot.first and early else 0.0,
        _NUMBER if _DIGITS.search(text) else 0.0,
        _OTHER_PAGE * min(spot.others, _MOST_OTHERS),
        _OWN_SOURCE if title_matches else 0.0,
        _INTRODUCTION if spot.section.level <= 1 else 0.0,
        manner(text, defines),
        _form(spot, text),
    )
    return sum(parts)


def instructs(text: str) -> bool:
    """Whether ``text`` begins by telling a reader what to do, or under which condition something holds."""
    return _IMPERATIVE.match(text) is not None


def speaks(text: str) -> bool:
    """Whether ``text`` tells what somebody said rather than what is so."""
    return _SPEECH.search(text) is not None


def points_at_nothing(text: str) -> bool:
    """Whether a demonstrative means something that stands nowhere in the sentence before it."""
    return _points_back(text) <= _POINTS_AT_NOTHING_ENGLISH


def _position(text: str, name_at: int) -> float:
    if name_at <= 1 or _ARTICLE.fullmatch(text[:name_at]):
        return _NAME_FIRST
    if name_at <= len(text) / 3:
        return _NAME_EARLY
    return _NAME_LATE if name_at > len(text) * 2 / 3 else 0.0


@lru_cache(_SENTENCES_KEPT)
def manner(text: str, defines: Strength) -> float:
    """What a sentence loses by how it speaks: to a reader, of what stands elsewhere, in hedges, chat or news; 0 or less."""
    parts = (
        _ADDRESSES_READER if _READER.search(text) else 0.0,
        _SPEAKS_AS_WE if _WE.search(text) else 0.0,
        _points_back(text),
        _POINTS_AT_NOTHING if _BARE.search(text) else 0.0,
        _HEDGED if _HEDGE.search(text) else 0.0,
        _CHATS if _CHATTY.search(text) else 0.0,
        _SPOKEN if speaks(text) else 0.0,
        _NEWS if _TELLS_NEWS.search(text) else 0.0,
        _THEN if _GOES_ON.search(text) else 0.0,
        _OUT_OF_CONTEXT if _LOST.search(text) else 0.0,
        _INSTRUCTS if defines == "none" and instructs(text) else 0.0,
    )
    return sum(parts)


def _points_back(text: str) -> float:
    """More when nothing in the sentence stands before the demonstrative that it could mean."""
    if _UNDER_THIS.search(text):
        return _POINTS_AT_NOTHING_CHINESE
    found = _BACK.search(text)
    if found is None:
        return 0.0
    has_clause_before = _CLAUSE_END.search(text[: found.start()]) is not None
    if is_chinese(text):
        return _POINTS_BACK if has_clause_before else _POINTS_AT_NOTHING_CHINESE
    return _POINTS_BACK_ENGLISH if has_clause_before else _POINTS_AT_NOTHING_ENGLISH


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
