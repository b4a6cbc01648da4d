"""Puts a page's statements under headings: the sources' own where they serve, else plain ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from llmwiki.scribe.overlap import is_chinese, word_set
from llmwiki.scribe.topic import Pick
from llmwiki.scribe.wording import Wording

_NUMBER = re.compile(
    r"^(?:第\s*[0-9一二三四五六七八九十百零]+\s*[步章节篇部分条讲阶段点]+|[一二三四五六七八九十]{1,3}(?=[、.．:：])|[(（][0-9一二三四五六七八九十]{1,3}[)）]|[①-⑳]"
    r"|(?:step|chapter|part|section|tip)\s+(?:\d+|[ivxlc]+)\b|\d{1,3}(?:\.\d{1,3})*(?=[.、．:：)\s]|$))[\s、.．:：)）-]*",
    re.IGNORECASE,
)
_EDGES = re.compile(r"^[^\w《「“\"'(（`]+|[\s:：。,，;；#–—-]+$")
# Headings that say where in a text one is, not what is said there.
_EMPTY = re.compile(
    r"^(?:what|who|why|how|when|where|exercises?|training|discussions?|练习|训练|overview|introduction|intro|summary|conclusions?|background|about|general|basics|notes?|see also|references?|faqs?|tl;?dr|abstract|contents|further reading|next steps|"
    r"getting started|details|description|key facts|more|other|misc|appendix|wrapping up|wrap[- ]up|final thoughts|recap|takeaways?|"
    r"概述|概览|简介|介绍|前言|引言|背景|总结|小结|结语|结论|说明|注意|注意事项|其他|其它|附录|参考|参考资料|常见问题|正文|目录|摘要|基本概念|详细说明|要点|定义|关联|一览|面试.*|.*剖析|重要|提示|场景描述|使用方法|示例|例子|效果|背景知识|题目|思考|补充|总体说明|更多)$",
    re.IGNORECASE,
)
_TALKS = re.compile(
    r"[?？!！]|\b(?:you|your|we|our|us|i|my|me|let['’]?s|don['’]t|this|that|these|it|its|here)\b|[你您我]|怎么|如何|为什么|为何|什么|哪些|是否|吗$|这|那",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"^(?:keep|get|make|use|build|find|know|learn|choose|decide|define|create|add|put|take|give|try|avoid|be|do|go|think|ask|say|stop|manage|establish|"
    r"recognize|understand|bring|let|see|consider|remember|follow|ensure|invest|identify|include|prepare|treat|respect|embrace|leave)\b(?! (?:of|and|cases?)\b)"
    r"|^(?:进行|查看|启用|启动|停用|添加|点击|选择|准备|开始|通过|利用|尝试|了解|认识|学习|深入|初识|实战|走进|安装|打开|关闭)",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_CHARS = 6, 16
_MARKUP = re.compile(r"[\[\]|\\<>{}=$]")
# Above this share of the page a heading parts nothing.
_FEW, _MOST_OF = 4, 0.7

_EXAMPLE = re.compile(r"\b(?:for example|for instance|such as|e\.g\.)|例如|比如|譬如|举例|示例")
_LIMIT = re.compile(
    r"\b(?:cannot|can['’]t|not (?:support|allow|guarantee|suitable|recommended|available|possible|work)|only (?:if|when|works|supports)|limit(?:s|ed|ation|ations)?|drawbacks?|downsides?|disadvantages?|risks?|"
    r"problems?|fails?|unless|however|costs? more|trade-?offs?|deprecated|removed)\b|不支持|不能|无法|不可|限制|缺点|局限|仅支持|只能|只支持|不足|风险|问题|代价|废弃|失败|冲突|不适合|不建议|可能导致|可能会导致",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"\b(?:used (?:to|for|by|in|as)|uses?|purpose|helps?|allows?|enables?|lets?|designed (?:to|for)|so that|in order to|benefits?|advantages?|useful|improves?|reduces?|makes? it|ensures?)\b"
    r"|用于|用来|可用于|适用于|适合|为了|以便|目的|作用|好处|优点|优势|帮助|提高|提升|减少|降低|避免|允许|支持|保证|能够|可以",
    re.IGNORECASE,
)


class Group(NamedTuple):
    """Statements under one level-2 heading."""

    heading: str
    picks: tuple[Pick, ...]


def group(picks: Sequence[Pick], names: Iterable[str], words: Wording, *, wanted: int) -> list[Group]:
    """Arrange ``picks`` (in page order, the lead left out) under headings.

    A source's heading is used for two statements or more, the deepest that has so many, and for single
    ones only as far as the page would otherwise have fewer than ``wanted`` sections; what is left stands
    under "Key facts".

    Args:
        picks: Statements of the page.
        names: Spellings of the page's own name, which make no heading.
        words: Section names of the writer's own.
        wanted: Sections to aim at.
    """
    own = [word_set(name) for name in names]
    trails = [_trail(pick, own) for pick in picks]
    counts = Counter(heading for trail in trails for heading in trail)
    wide = {heading for heading, count in counts.items() if len(picks) >= _FEW and count > _MOST_OF * len(picks)}
    headings = [next((heading for heading in trail if counts[heading] > 1 and heading not in wide), "") for trail in trails]
    headings = ["" if headings.count(heading) == 1 else heading for heading in headings]
    spare = [trail[0] if trail and not heading else "" for trail, heading in zip(trails, headings, strict=True)]
    for heading in dict.fromkeys(filter(None, spare)):
        if len(set(headings)) >= wanted:
            break
        headings = [heading if single == heading else kept for single, kept in zip(spare, headings, strict=True)]
    groups = _collect(picks, headings, words)
    return groups if len(groups) >= wanted else _by_role(groups, words, wanted)


def _collect(picks: Sequence[Pick], headings: Sequence[str], words: Wording) -> list[Group]:
    order = sorted(set(headings), key=lambda heading: (heading != "", headings.index(heading)))
    return [
        Group(name or words.facts, tuple(pick for pick, heading in zip(picks, headings, strict=True) if heading == name)) for name in order
    ]


def _by_role(groups: list[Group], words: Wording, wanted: int) -> list[Group]:
    """Split the plain section by what its statements do, as far as sections are missing and something stays in it."""
    for heading, cue in ((words.limits, _LIMIT), (words.purpose, _PURPOSE), (words.examples, _EXAMPLE)):
        facts = next((entry for entry in groups if entry.heading == words.facts), None)
        if facts is None or len(groups) >= wanted:
            break
        part = tuple(pick for pick in facts.picks if cue.search(pick.text))
        rest = tuple(pick for pick in facts.picks if not cue.search(pick.text))
        if part and rest:
            at = groups.index(facts)
            groups = [*groups[:at], Group(words.facts, rest), Group(heading, part), *groups[at + 1 :]]
    return groups


def _trail(pick: Pick, own: list[frozenset[str]]) -> list[str]:
    """Headings that serve, from the sentence's own section outwards; the source's title and the page's own name don't."""
    trail = []
    for heading in reversed(pick.spot.section.path[1 if _is_title(pick) else 0 :]):
        shown = shown_heading(heading)
        if shown and shown not in trail and heading != pick.run.reading.prose.title and not _repeats(shown, own):
            trail.append(shown)
    return trail


def _is_title(pick: Pick) -> bool:
    """Whether the outermost heading is the only one of its level, as a title is."""
    first = pick.spot.section.path[:1]
    tops = [section for section in pick.run.reading.prose.sections if section.level == 1]
    return bool(first) and len(tops) == 1 and tops[0].heading == first[0]


def _repeats(heading: str, own: list[frozenset[str]]) -> bool:
    words = word_set(heading)
    return any(words <= name for name in own)


def bare_heading(heading: str) -> str:
    """A source's heading without numbers, emoji, code marks and trailing punctuation; empty when nothing tells is left."""
    bare = _EDGES.sub("", _NUMBER.sub("", _EDGES.sub("", heading))).replace("`", "").replace("**", "").strip()
    return "" if _EMPTY.match(bare) or _MARKUP.search(bare) else bare


def shown_heading(heading: str) -> str:
    """A source's heading as it can stand on a page, or an empty string when it can't.

    Questions, calls to the reader and whole sentences don't serve.
    """
    shown = bare_heading(heading)
    if not shown or _TALKS.search(shown) or _ORDERS.match(shown):
        return ""
    long = len(shown) > _MOST_CHARS if is_chinese(shown) else len(shown.split()) > _MOST_WORDS
    return "" if long else shown
