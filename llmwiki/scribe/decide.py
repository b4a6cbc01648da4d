"""Which candidates deserve a page: the extractive writer's rule set."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from llmwiki.scribe.candidates import Candidate
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.phrases import any_of
from llmwiki.scribe.stopwords import wordlist
from llmwiki.vault.chars import HAN_CHAR

# Specification 3.2: the worth of each kind of evidence, each counted once.
_WORTH = {
    "title": 1.0,
    "heading": 1.0,
    "definition": 2.0,
    "listed": 1.5,
    "pair": 1.0,
    "bold": 0.5,
    "link": 0.5,
    "named": 1.0,
    "defined": 2.0,
}
_QUOTED_TWICE = 0.5
_BEGINS_THRICE = 0.5
_MOST_WORTH = 4.0
_TWO_SOURCES = 0.5

_FEWEST, _FEW, _SOME, _MANY = 3, 4, 5, 8
_SUBJECT_SHARE, _SUBJECT_LEAST = 0.45, 3
_COMMON_SENTENCES, _COMMON_SECTIONS = 6, 3
_CONCEPT_SECTIONS = 2
_SHORT_CHINESE = 4

_LOWER_CAMEL = re.compile(r"[a-z]+[A-Z]\w*$")
_FILE = re.compile(r"(?![A-Z]\w*\.js$)\S*\.(?:md|py|js|ts|tsx|json|ya?ml|toml|txt|html|css|sh|go|rs|java|sql)$|\S*[/\\@]\S*|[A-Z]\d{1,2}$")
_CALENDAR = re.compile(
    r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|winter"
    r"|[一二三四五六七八九十]{1,2}月|星期[一二三四五六日天]|周[一二三四五六日]|\d+[年月日号]?)\.?(?: \d+)?",
    re.IGNORECASE,
)
_LINKING = frozenset("是有为在会能可要")
_NAMING_TAGS = ("n", "v", "a", "l", "i", "j", "s", "b", "g", "x")
_TEXT = re.compile(
    r"(?:指南|教程|详解|入门|实战|面试题|常见问题|总结|笔记|简介|导读|一览|速查|手册)$"
    r"|\b(?:tutorial|cheat ?sheet|walkthrough|faqs?|release notes?|quick ?start|getting started(?: guide)?)$",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(r"第[一二三四五六七八九十两几\d]+[个种类项位步]")
_GENERAL_HEAD = re.compile(f".{any_of('zh', 'modifier-heads')}$")
_ALL_CAPITALS = re.compile(r"[A-Z][A-Z_ ]+$")


def shown(candidate: Candidate, how: str) -> int:
    """How often the sources present a name in one way: ``title``, ``heading``, ``definition`` and so on."""
    return sum(getattr(entry, how) for entry in candidate.evidence)


def focused(candidate: Candidate) -> Candidate:
    """A plain word as that source uses it which presents it most: elsewhere it may mean something else.

    One that has a name in another language as all sources use it that present it.
    """
    if candidate.specific:
        return candidate
    own = [entry for entry in candidate.evidence if entry.own]
    if candidate.has_translation:
        return replace(candidate, evidence=tuple(own))
    most = max(
        own, key=lambda entry: (entry.definition + entry.title + entry.heading + entry.listed, entry.sentences, entry.source), default=None
    )
    return replace(candidate, evidence=(most,) if most else ())


def is_named_apart(candidate: Candidate) -> bool:
    """Whether sources set even a plain word apart: with its name in another language, twice, or, in Chinese, as a whole title.

    An English title of one everyday word ("Background", "Teams") is as likely the first heading of a text whose title got lost.
    """
    titled = HAN_CHAR.search(candidate.title) and any(entry.title > 1 for entry in candidate.evidence)
    return bool(titled) or shown(candidate, "pair") > 1


def worth(candidate: Candidate) -> float:
    """What the sources' presentation of a name is worth, 0 to about 8."""
    found = sum(points for name, points in _WORTH.items() if shown(candidate, name))
    quoted = _QUOTED_TWICE if shown(candidate, "quoted") > 1 else 0.0
    begins = _BEGINS_THRICE if shown(candidate, "initial") >= _SUBJECT_LEAST else 0.0
    return found + quoted + begins


def weight(candidate: Candidate) -> float:
    """Ranks candidates: evidence, the logarithm of the sentences, and half a point for a second source."""
    second = _TWO_SOURCES if len(candidate.sources) > 1 else 0.0
    return min(worth(candidate), _MOST_WORTH) + math.log2(max(1, candidate.sentences)) + second


def is_central(candidate: Candidate, busiest: Collection[str]) -> bool:
    """Whether the thing is central to a source: in its title or headings, or among the names it uses most."""
    return bool(shown(candidate, "title") or shown(candidate, "heading") or candidate.key in busiest)


class Setting(NamedTuple):
    """Where a candidate stands in its sources.

    Attributes:
        spread: Sections that name it; in a source without many headings, pairs of paragraphs.
        foreign: A Latin word that stands in Chinese text mostly, where it is a term and no everyday word.
    """

    spread: int
    foreign: bool = False


def objection(candidate: Candidate, setting: Setting) -> Objection | None:
    """Why a candidate gets no page, or None when it may try to fill one."""
    return next((rule.objection for rule in _RULES if rule.forbids(candidate, setting)), None)


class _Rule(NamedTuple):
    objection: Objection
    forbids: Callable[[Candidate, Setting], bool]


def _is_file_or_handle(candidate: Candidate, _: Setting) -> bool:
    return bool(_FILE.match(candidate.title))


def _is_text(candidate: Candidate, _: Setting) -> bool:
    """入门指南, 方案详解, Getting Started Guide: what a text is called, not what it is about."""
    return _TEXT.search(candidate.title) is not None


def _is_in_order(candidate: Candidate, _: Setting) -> bool:
    """第一个参数: of one function it is another thing than of the next; 第二次世界大战 is one."""
    return _IN_ORDER.match(candidate.title) is not None


def _has_no_noun(candidate: Candidate, _: Setting) -> bool:
    """或者是, 诸如: a run of Chinese words none of which names anything."""
    if not HAN_CHAR.search(candidate.title) or re.search(r"[A-Za-z]", candidate.title):
        return False
    from llmwiki.scribe.names_zh import segment

    return not any(word.tag.startswith(_NAMING_TAGS) and word.text not in _LINKING for word in segment(candidate.title))


def _is_calendar_word(candidate: Candidate, _: Setting) -> bool:
    return _CALENDAR.fullmatch(candidate.title) is not None


def _is_code_word(candidate: Candidate, _: Setting) -> bool:
    """Identifiers of examples and keywords in capitals, unless a source presents them."""
    if _LOWER_CAMEL.match(candidate.title):
        return not (shown(candidate, "heading") or shown(candidate, "link") or shown(candidate, "title"))
    return _is_acronym(candidate) and not any(
        shown(candidate, how) for how in ("pair", "definition", "defined", "title", "listed", "heading")
    )


def _is_acronym(candidate: Candidate) -> bool:
    return _ALL_CAPITALS.match(candidate.title) is not None


def _is_bare_place(candidate: Candidate, _: Setting) -> bool:
    """Places need a definition, a heading or a whole title of their own: mostly they are only where things happen."""
    presented = any(shown(candidate, how) for how in ("definition", "defined", "heading", "title"))
    return candidate.type == "place" and not presented


def _is_plain_word(candidate: Candidate, setting: Setting) -> bool:
    """A word that says nothing by itself needs a whole title, a definition, or a pair seen twice; its lead must define it too."""
    if candidate.specific:
        return False
    if any(entry.title > 1 for entry in candidate.evidence):
        return candidate.sentences < _FEW
    if candidate.title.lower() in wordlist("en", "generic") | wordlist("zh", "generic"):
        return True
    presented = (
        ("listed", "definition", "defined", "title", "heading")
        if setting.foreign or _is_acronym(candidate)
        else ("listed", "definition", "defined")
    )
    if any(shown(candidate, how) for how in presented):
        return candidate.sentences < _COMMON_SENTENCES or setting.spread < _CONCEPT_SECTIONS
    return shown(candidate, "pair") < 2 or candidate.sentences < _COMMON_SENTENCES or setting.spread < _COMMON_SECTIONS  # noqa: PLR2004 - seen twice


def _is_modifier_with_head(candidate: Candidate, _: Setting) -> bool:
    """开发环境, 父组件: a short Chinese compound on a generic head needs to be presented."""
    title = candidate.title
    if len(title) > _SHORT_CHINESE or not HAN_CHAR.search(title):
        return False
    if not _GENERAL_HEAD.search(title):
        return False
    return not any(shown(candidate, name) for name in ("definition", "defined", "heading", "bold", "link", "title", "listed", "pair"))


def _is_rare(candidate: Candidate, setting: Setting) -> bool:
    e = worth(candidate)
    told = shown(candidate, "definition") or shown(candidate, "defined") or shown(candidate, "listed")
    said = max(candidate.sentences, shown(candidate, "claims"))  # a statement on "it" is one on the thing
    if candidate.own and said >= (_FEWEST if told else _FEW) and e >= 1:
        return candidate.kind == "concept" and not told and setting.spread < _CONCEPT_SECTIONS
    wide = candidate.sentences >= _MANY and setting.spread >= _COMMON_SECTIONS
    if candidate.kind == "concept":
        return not (wide and (e >= _QUOTED_TWICE or len(candidate.sources) > 1))
    return not (wide or (len(candidate.sources) > 1 and candidate.sentences >= _SOME))


def _is_adjunct(candidate: Candidate, _: Setting) -> bool:
    if candidate.own or shown(candidate, "claims") >= _SUBJECT_LEAST:
        return False
    subject = sum(entry.subject for entry in candidate.evidence)
    return candidate.subject_share < _SUBJECT_SHARE or subject < _SUBJECT_LEAST


_RULES: Sequence[_Rule] = (
    _Rule(Objection.FILE, _is_file_or_handle),
    _Rule(Objection.TEXT, _is_text),
    _Rule(Objection.GENERAL, _is_in_order),
    _Rule(Objection.NOTHING, _has_no_noun),
    _Rule(Objection.CALENDAR, _is_calendar_word),
    _Rule(Objection.IDENTIFIER, _is_code_word),
    _Rule(Objection.PLACE, _is_bare_place),
    _Rule(Objection.EVERYDAY, _is_plain_word),
    _Rule(Objection.GENERAL, _is_modifier_with_head),
    _Rule(Objection.RARE, _is_rare),
    _Rule(Objection.BESIDE, _is_adjunct),
)
