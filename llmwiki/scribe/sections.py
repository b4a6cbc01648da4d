"""Puts a page's statements under headings: the sources' own where they serve, else plain ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from llmwiki.scribe.overlap import inclusion, is_chinese, word_set
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
    r"^(?:overview|introduction|intro|summary|conclusions?|background|about|general|basics|notes?|see also|references?|faqs?|tl;?dr|abstract|contents|further reading|next steps|"
    r"getting started|details|description|key facts|more|other|misc|appendix|wrapping up|wrap[- ]up|final thoughts|recap|takeaways?|"
    r"概述|概览|简介|介绍|前言|引言|背景|总结|小结|结语|结论|说明|注意|注意事项|其他|其它|附录|参考|参考资料|常见问题|正文|目录|摘要|基本概念|详细说明|要点|定义|关联|一览|面试.*|.*剖析|重要|提示|场景描述|使用方法|示例|例子|效果|背景知识|题目|思考|补充|总体说明|更多)$",
    re.IGNORECASE,
)
_TALKS = re.compile(r"[?？!！]|\b(?:you|your|we|our|us|i|my|me|let['’]?s|don['’]t|this|that|these|it|its|here)\b|[你您我]|怎么|如何|为什么|为何|什么|哪些|是否|吗$|这|那", re.IGNORECASE)
_ORDERS = re.compile(
    r"^(?:keep|get|make|use|build|find|know|learn|choose|decide|define|create|add|put|take|give|try|avoid|be|do|go|think|ask|say|stop|manage|establish|"
    r"recognize|understand|bring|let|see|consider|remember|follow|ensure|invest|identify|include|prepare|treat|respect|embrace|leave)\b(?! (?:of|and|cases?)\b)"
    r"|^(?:进行|查看|启用|启动|停用|添加|点击|选择|准备|开始|通过|利用|尝试|了解|认识|学习|深入|初识|实战|走进|安装|打开|关闭)",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_CHARS = 6, 16
_MARKUP = re.compile(r"[\[\]|\\<>{}=$]")
# A heading that only says the page's own name again.
_SAME_NAME = 0.99

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

    A source's heading is used for two statements or more, and for single ones only as far as the page
    would otherwise have fewer than ``wanted`` sections; what is left stands under "Key facts".

    Args:
        picks: Statements of the page.
        names: Spellings of the page's own name, which make no heading.
        words: Section names of the writer's own.
        wanted: Sections to aim at.
    """
    own = [word_set(name) for name in names]
    headings = [_heading(pick, own) for pick in picks]
    counts = {heading: headings.count(heading) for heading in headings if heading}
    used = {heading for heading, count in counts.items() if count > 1}
    sources = {pick.run.reading.source for pick in picks}
    if len(used) == 1 and counts[next(iter(used))] == len(picks) and len(sources) == 1 and wanted <= 1:
        used = set()
    for heading in _by_worth(counts, headings):
        if len(used) + _leftover(headings, used) >= wanted or (_leftover(headings, used) and len(used) + 1 >= wanted):
            break
        used.add(heading)
    groups = _collect(picks, headings, used, words)
    return groups if len(groups) >= wanted else _by_role(groups, words, wanted)


def _by_worth(counts: dict[str, int], headings: Sequence[str]) -> list[str]:
    return sorted(counts, key=lambda heading: (-counts[heading], headings.index(heading)))


def _leftover(headings: Sequence[str], used: set[str]) -> int:
    return int(any(heading not in used for heading in headings))


def _collect(picks: Sequence[Pick], headings: Sequence[str], used: set[str], words: Wording) -> list[Group]:
    order = list(dict.fromkeys(heading for heading in headings if heading in used))
    facts = tuple(pick for pick, heading in zip(picks, headings, strict=True) if heading not in used)
    groups = [Group(name, tuple(pick for pick, heading in zip(picks, headings, strict=True) if heading == name)) for name in order]
    return [Group(words.facts, facts), *groups] if facts else groups


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


def _heading(pick: Pick, own: list[frozenset[str]]) -> str:
    """The nearest heading that serves, from the sentence's own section outwards; level 1 is the source's title."""
    section = pick.spot.section
    for heading in reversed(section.path):
        shown = shown_heading(heading)
        if shown and not any(inclusion(name, word_set(shown)) > _SAME_NAME and len(word_set(shown)) <= len(name) for name in own):
            return "" if heading == pick.run.reading.prose.title or section.level <= 1 else shown
    return ""


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
