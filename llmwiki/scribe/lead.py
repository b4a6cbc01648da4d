"""Chooses the sentence that says first what the thing is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from llmwiki.scribe.hollow import hints, ranks
from llmwiki.scribe.overlap import is_chinese, wide
from llmwiki.scribe.phrases import any_of, either, word_of
from llmwiki.scribe.pick import joined_texts
from llmwiki.scribe.prose import Sentence
from llmwiki.scribe.rejects import refusal
from llmwiki.scribe.said import said
from llmwiki.scribe.score import instructs, speaks
from llmwiki.scribe.topic import Pick, Run
from llmwiki.vault.chars import HAN

_BONUS = {"strong": 5.0, "fair": 3.2, "none": 0.0}
_NAME_FIRST = 1.0
_ACTS = 1.0
_INTRODUCTION = 0.5
# Texts say at their beginning what their subject is.
_OPENING, _OPENING_LEAST = 1.0, 5
_FIRST_SENTENCES, _OPENS_SOURCE = 3, 2.5
_ITEM, _GLOSS = -2.0, -0.7
_SAME_LANGUAGE = 3.0
_LEFT_OUT, _UNFIT = -24.0, -5.0

_READER = re.compile(r"\b(?:you|we|us|let['’]s)\b|[你您](?!的)|我们(?!的)", re.IGNORECASE)
_CONDITION = either(rf"^{any_of('en', 'condition')}\s", f"^{any_of('zh', 'condition')}")
# What a lead points back to isn't on the page.
_BACK = re.compile(
    r"\b(?:these|those|such(?! as\b))\b|\bthis\b|\b(?:above|below)\b"
    r"|\b(?:to|of|in|for|with|from|by|on|at) that [a-z]+\b"
    r"|\bthat (?:problem|issue|end|reason|way|case|goal|purpose|time|point|kind|sort|question|need|gap)\b"
    r"|上边|[这该](?:[些种个类项次样里一]|是|就)|上述|[上下]面|此(?:[类种时外处]|情[况形]|基础|前提|背景|过程|阶段|方[式法])|以上|^[^，。]*其中",
    re.IGNORECASE,
)
_BACK_COSTS = -2.0
_THIS = re.compile(r"th(?:is|ese|ose|at)\b|[这该]一|此", re.IGNORECASE)
_EXCLAIMS = -1.5
# Words by which a sentence takes up what was said before.
_TAKES_UP = either(word_of("takes-up"), any_of("zh", "takes-up"))
_TAKES_UP_COSTS = -1.0
# What a thing does not do, or may do, comes after what it is.
_DENIES = re.compile(
    r"`?\s*(?:目前|还|也|并)?(?:不|没有|无法|未)|\s*(?:may|might|could|can|should) (?!be an?\b)"
    r"|\s*(?:does not|is not|are not|cannot|can['’]t|doesn['’]t|isn['’]t)\b"
)
_DENIES_COSTS = -2.0
_CHATS = re.compile(r"[吧呢嘛啊呀哦哈啦](?:[，。！？,!?]|$)|如果|[，,]请|挂了|的话")
_CHATS_COSTS = -1.5
# Code, versions and panels of a user interface are details; a lead speaks in general.
_DETAIL = re.compile(r"`|\bv?\d+\.\d+|面板|参数|配置项|变量")
_DETAIL_COSTS = -1.0
_SPOKEN = -2.0
# When it came up, how it was taken, or what it is in one program, is not what it is.
_BY_THE_WAY = re.compile(
    r"[^，。]{0,8}(?:前|后|时|之前|之后|以来|期间)，|[^，。]{0,4}(?:最早|最初|起初|诞生于|起源于|始于|于 ?\d{4} ?年)"
    r"|`? (?:is|are) an? `|(?:\s[^,.]{0,30})?\snow\b|[^.]{10,140}, so "
    r"|\s*(?:\([^)]*\) )?(?:has|have) (?:[a-z]+ly |also )?(?:been|become|seen|[a-z]+(?:ed|own|en))\b"
    r"|[^，。]{0,6}(?:已经|近年来?|越来越)[^，。]{0,8}(?:成为|受到|得到|流行)"
)
# RNN 中，……: what happens in it.
_INSIDE = re.compile(r"`? ?(?:中|里|上|下|内|之中|当中)[，的]")
_ASIDE_COSTS = -4.0
_TOGETHER = re.compile(r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*)* and (?:the )?")
# A phrase with its comma, or an adjective or two; "Adding the tar" is about adding.
_FRONTED = re.compile(r"(?:[A-Z][^,]{0,60}, )?(?:[A-Za-z][a-z]*(?<!ing) ){0,2}")
_READER_IN_DEFINITION, _TOLD_IN_DEFINITION = -1.0, -4.0
_TOLD = re.compile(r"\byou (?:should|must|need|have to|ought)\b", re.IGNORECASE)
_TOO_SHORT = -1.0
_SHORT_ENGLISH, _SHORT_CHINESE = 9, 18
# "It" after a definition is the thing defined; "this" or "these" may be anything.
_FOLLOWS = re.compile(
    r"^(?:It|They|He|She) (?!['’]?s? ?(?:important|possible|clear|true|worth|turns out|seems))"
    r"|^(?:它|他|她)们?(?!的)|^其(?![他它实中余次间])"
)
# "This technique ..." behind "X is a technique ...".
_SAME_NOUN = re.compile(
    rf"(?:The|This) (?P<en>[a-z]{{4,}}) (?:is|was|has|can|will|also|[a-z]{{3,}}s)\b|[该这](?:[种个类]|一)?(?P<zh>[{HAN}]{{2}})"
)
_QUALIFIES = re.compile(
    r"(?:但是?(?!凡)|不过|然而|只是|因此|所以|否则)(?![^。]*[你您我])"
    r"|(?:However|But|Otherwise|Therefore|Thus|Hence|As a result|That said|Nevertheless),? (?!.*\b(?:you|we|I)\b)"
)
_SAYS_WORDS, _SAYS_CHARS = 9, 12
_WITHOUT_SUBJECT = re.compile(
    r"(?:核心思想|基本思想|主要思想|基本原理|主要[用特优缺]|优点|缺点|特点|目的|作用|优势|通常用|常用于|常见于|用于|适用于|广泛|支持|能够|允许)"
)
_MOST_FOLLOWING = 2
_DANGLES = re.compile(rf"\b{any_of('en', 'dangles')}[.!]?$")
# "A mix of these," and nothing on the page says of what.
_POINTS = re.compile(r"(?<!like )\b(?:these|those|this|that)(?=[,.;:])")
_HINTS_COSTS = -5.0
_EXAMPLE = re.compile(r"For (?:example|instance)\b|例如|比如|举个?例")
_WE = re.compile(r"\b(?:we|our|us)\b|我们(?:以上|上面|前面|刚才|之前|已经|要)|本文", re.IGNORECASE)
_RANKS_COSTS = -7.0
_LONGEST_LEAD, _LONGEST_LEAD_CHINESE = 55, 150


def find_lead(candidates: Sequence[Pick], *, chinese: bool) -> Pick | None:
    """The pick that opens the page, None when nothing says what the topic is or begins with it.

    Args:
        candidates: Sentences that may stand on the page.
        chinese: Whether most of them are; a lead in the page's language is preferred.
    """
    able = [pick for pick in candidates if opens(pick)]
    return max(
        able,
        key=lambda pick: (fitness(pick) + _SAME_LANGUAGE * (is_chinese(pick.text) == chinese), pick.spot.first, _newest_last(pick)),
        default=None,
    )


def opens(pick: Pick) -> bool:
    """Whether ``pick`` defines the topic or begins with it (or nearly so) as its subject."""
    if fitness(pick) <= _UNFIT:
        return False
    if _INSIDE.match(pick.spot.sentence.text, pick.spot.end):
        return False
    if pick.defines != "none":
        return True
    if _BACK.search(wide(pick.text)):
        return False
    if pick.name_at == 0 or _TOGETHER.fullmatch(pick.text[: pick.name_at]):
        return pick.acts
    near = pick.name_at <= _nearly(pick.text) and (is_chinese(pick.text) or _FRONTED.fullmatch(pick.text[: pick.name_at]))
    return bool(near) and pick.acts and not pick.spot.adjunct and not pick.spot.behind


def fitness(pick: Pick) -> float:
    """How well ``pick`` opens a page; only differences mean something."""
    text = wide(pick.text)
    parts = (
        pick.score,
        _BONUS[pick.defines],
        _NAME_FIRST if pick.name_at <= 1 else 0.0,
        _ACTS if pick.acts else 0.0,
        _INTRODUCTION if pick.spot.section.level <= 1 else 0.0,
        _OPENING if _is_in_opening(pick) else 0.0,
        _OPENS_SOURCE if pick.spot.first and pick.defines != "none" and pick.run.first.index < _FIRST_SENTENCES else 0.0,
        _item(pick),
        points_back(text),
        _TAKES_UP_COSTS if pick.defines != "strong" and _TAKES_UP.search(text) else 0.0,
        _DENIES_COSTS if _denies(pick) else 0.0,
        _CHATS_COSTS if _CHATS.search(text) else 0.0,
        _DETAIL_COSTS if pick.defines != "strong" and _DETAIL.search(text) else 0.0,
        _SPOKEN if speaks(text) else 0.0,
        _ASIDE_COSTS if _BY_THE_WAY.match(text, pick.spot.end) else 0.0,
        _HINTS_COSTS if pick.defines != "none" and hints(pick.spot.sentence.text, pick.spot.end) else 0.0,
        _LEFT_OUT if _WE.search(pick.text) or _EXAMPLE.match(pick.spot.sentence.text) else 0.0,
        _RANKS_COSTS if ranks(pick.spot.sentence.text, pick.spot.end) else 0.0,
        _LEFT_OUT if _DANGLES.search(pick.text) or _POINTS.search(pick.text) else 0.0,
        _EXCLAIMS if pick.text.endswith(("!", "！")) else 0.0,
        _TOO_SHORT if pick.defines == "none" and _is_short(pick.text) else 0.0,
        _reader(pick),
        _LEFT_OUT if (pick.name_at > 1 and (instructs(text) or _CONDITION.match(text))) else 0.0,
    )
    return sum(parts)


def _is_in_opening(pick: Pick) -> bool:
    """Whether the sentence is among the first of its source."""
    return pick.run.first.index < max(_OPENING_LEAST, len(pick.run.reading.prose.sentences) // 10)


def points_back(text: str) -> float:
    """What a lead loses by pointing at what is not on the page, 0 or less.

    More where "this goal" or 这一理念 has nothing before it in the sentence that it could mean.
    """
    found = _BACK.search(text)
    if found is None:
        return 0.0
    return _LEFT_OUT if _THIS.search(found[0]) and not re.search("[,;:，；：、]", text[: found.start()]) else _BACK_COSTS


def _denies(pick: Pick) -> bool:
    """Whether the sentence says what its subject does not do, or only may do."""
    spot = pick.spot
    return _DENIES.match(spot.sentence.text, spot.end) is not None


def _item(pick: Pick) -> float:
    if pick.spot.sentence.kind != "item":
        return 0.0
    return _GLOSS if pick.defines == "strong" else _ITEM


def _reader(pick: Pick) -> float:
    if not _READER.search(pick.text):
        return 0.0
    if pick.defines != "none" and pick.name_at == 0:
        return _TOLD_IN_DEFINITION if _TOLD.search(pick.text) else _READER_IN_DEFINITION
    found = _READER.search(pick.text)
    late = found is not None and found.start() > len(pick.text) // 2 and found.group().lower() == "you"
    return 2 * _READER_IN_DEFINITION if late and pick.name_at == 0 and pick.acts else _LEFT_OUT


def _is_short(text: str) -> bool:
    return len(text) < _SHORT_CHINESE if is_chinese(text) else len(text.split()) < _SHORT_ENGLISH


def with_next(pick: Pick) -> Pick:
    """A sentence on the topic together with those behind it that go on about the same thing: "It ...", 它……, 该算法……, 核心思想是……."""
    if pick.role:
        return pick
    if pick.defines != "strong" and pick.name_at > 0:
        return _and_next(pick) or pick if _qualified(pick) else pick
    for _ in range(_MOST_FOLLOWING):
        longer = _and_next(pick)
        if longer is None:
            break
        pick = longer
    return pick


def _and_next(pick: Pick) -> Pick | None:
    after = _next(pick)
    if after is None or refusal(after) or not _goes_on(after.text, pick):
        return None
    text = joined_texts(pick.text, said(after.text))
    size, most = (len(text), _LONGEST_LEAD_CHINESE) if is_chinese(text) else (len(text.split()), _LONGEST_LEAD)
    return None if size > most else replace(pick, text=text, run=Run(pick.run.reading, pick.run.first, after))


def _qualified(pick: Pick) -> bool:
    """Whether the next sentence takes something back of this one, or says what follows from it: alone it would mislead."""
    after = _next(pick)
    return after is not None and _qualifies(after.text)


def _qualifies(text: str) -> bool:
    """Whether a sentence takes back or draws from the one before it, and says something in doing so."""
    long = len(text) >= _SAYS_CHARS if is_chinese(text) else len(text.split()) >= _SAYS_WORDS
    return long and _QUALIFIES.match(text) is not None


def _goes_on(text: str, pick: Pick) -> bool:
    """Whether a sentence has the same subject as the one before: by a pronoun, its general noun, or, in Chinese, none at all."""
    if _FOLLOWS.match(text) or _qualifies(text) or (pick.defines == "strong" and _WITHOUT_SUBJECT.match(text)):
        return True
    noun = _SAME_NOUN.match(text)
    return noun is not None and pick.defines == "strong" and (noun["en"] or noun["zh"]) in pick.text


def _next(pick: Pick) -> Sentence | None:
    sentences = pick.run.reading.prose.sentences
    number = pick.run.last.index + 1
    if number >= len(sentences) or sentences[number].block != pick.run.last.block:
        return None
    return sentences[number]


def _nearly(text: str) -> int:
    return 6 if is_chinese(text) else max(5, len(text) // 8)


def _newest_last(pick: Pick) -> tuple[int, ...]:
    """Breaks ties for the earlier sentence, whatever the order of the sources."""
    return (-pick.run.first.index, *(-ord(char) for char in pick.run.reading.source))
