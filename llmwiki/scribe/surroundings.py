"""What can be seen around a sentence that may stand on a page: its neighbours, headings and text, and how much is said of the topic."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.prose import Sentence
from llmwiki.scribe.topic import Pick, Topic

_BEFORE = 3
_USUAL_MENTIONS = 2.0
_MOST_PARTS, _MOST_HEADINGS, _MOST_SOURCES, _DEEPEST = 3, 3, 4, 3
_USUAL_TITLE = {False: 12, True: 5}
_MOST = 3.0
_LOGARITHMS = 4.0
_FENCE, _LINE = "```", 80

_EXAMPLE = re.compile(
    r"for example|for instance|e\.g\.|\bsuppose\b|\bimagine\b|\bconsider\b|\blet['’]s say\b|例如|比如|假设|假如|举例", re.IGNORECASE
)
_ADDRESSED = re.compile(r"\b(?:you|your|we|our|us|let)\b|[你您]|我们", re.IGNORECASE)
_TRIES = re.compile(
    r"example|sample|demo|tutorial|step|walk|exercise|\btry\b|getting started|quick ?start|install|how to"
    r"|示例|例子|案例|步骤|练习|实战|入门|安装|快速|教程|如何|怎么",
    re.IGNORECASE,
)
_ENDS = re.compile(r"conclusion|summary|\bnext\b|wrap|learn more|further|总结|小结|结语|结论|后记|展望|最后", re.IGNORECASE)
_EXPLAINS = re.compile(
    r"what (?:is|are)\b|overview|introduction|definition|concept|background|什么是|是什么|概述|简介|介绍|定义|概念|背景", re.IGNORECASE
)
_ASKS = re.compile(r"[?？]|^(?:why|how|when|what|can|do|does|is)\b", re.IGNORECASE)
_GUIDES = re.compile(
    r"how to|getting started|guide|tutorial|release|announc|introducing|changelog|what.s new|interview"
    r"|如何|怎样|教程|指南|实战|发布|问答|面试|手把手|入门|实践",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|they|them|its|their|this|these|those|such|another|others?|both|same|above|below|following|here|there|former|latter|then"
    r"|also|too|instead|again|however)\b",
    re.IGNORECASE,
)
_POINTS_CHINESE = re.compile(r"它|其(?![他中实])|[该此这那也还另]|上述|以下|如下|前者|后者|同样|上面|下面|之前|前面")
_PAST = re.compile(r"\b(?:was|were|had|did|[a-z]{3,}ed)\b|了")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CAPITAL = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][a-zA-Z]+")
_IMAGE_ENDS = re.compile(r"!\[[^\n]*\)$")


class Told(NamedTuple):
    """How much is said of a topic.

    Attributes:
        mentions: Sentences that name it.
        sources: The same by source.
        headings: Headings that name it, by source.
        begun: Share of the sentences that begin with its name.
    """

    mentions: int
    sources: Mapping[str, int]
    headings: Mapping[str, int]
    begun: float


def told_of(topic: Topic) -> Told:
    """How much is said of ``topic``."""
    title = topic.title.lower()
    readings = {spot.reading.source: spot.reading for spot in topic.spots}
    headings = {
        source: sum(1 for section in reading.prose.sections if title in section.heading.lower()) for source, reading in readings.items()
    }
    begun = sum(1 for spot in topic.spots if spot.start <= 1)
    return Told(len(topic.spots), Counter(spot.reading.source for spot in topic.spots), headings, begun / max(1, len(topic.spots)))


def around(topic: Topic, pick: Pick, whole: Pick, told: Told) -> Iterator[tuple[str, float]]:
    """Traits with their amounts; ``whole`` is the sentence with those behind it that go on about the same."""
    yield from _of_telling(topic, pick, told)
    yield from _of_headings(topic, pick)
    yield from _of_neighbours(topic, pick, whole)
    yield from _of_paragraph(pick)
    yield from _of_wording(topic, whole.text)


def _of_telling(topic: Topic, pick: Pick, told: Told) -> Iterator[tuple[str, float]]:
    source, prose = pick.run.reading.source, pick.run.reading.prose
    yield "mentions", min(_LOGARITHMS, math.log(max(1, told.mentions))) / _USUAL_MENTIONS
    yield "begun", told.begun
    yield "sources", min(_MOST_SOURCES, len(told.sources)) / _MOST_SOURCES
    yield "main source", told.sources.get(source, 0) / max(1, told.mentions)
    yield "headings", min(_MOST_HEADINGS, told.headings.get(source, 0)) / _MOST_HEADINGS
    yield "text's length", math.log(max(1, len(prose.sentences))) / _LOGARITHMS
    yield "text's code", min(_MOST, 10 * pick.run.reading.text.count(_FENCE) / 2 / max(1, len(prose.sentences)))
    yield "text guides", _GUIDES.search(prose.title) is not None
    yield "title's length", min(_MOST, len(topic.title) / _USUAL_TITLE[is_chinese(topic.title)])
    yield "title has capitals", topic.title[:1].isupper() and topic.title[1:].lower() != topic.title[1:]


def _of_headings(topic: Topic, pick: Pick) -> Iterator[tuple[str, float]]:
    section, title = pick.spot.section, topic.title.lower()
    yield "depth", section.level / _DEEPEST
    yield "heading is title", section.heading.lower() == title
    yield "headings above have title", title in " ".join(section.path).lower()
    yield "heading explains", _EXPLAINS.search(section.heading) is not None
    yield "heading tries", _TRIES.search(section.heading) is not None
    yield "heading ends", _ENDS.search(section.heading) is not None
    yield "heading asks", _ASKS.search(section.heading) is not None


def _of_neighbours(topic: Topic, pick: Pick, whole: Pick) -> Iterator[tuple[str, float]]:
    sentences = pick.run.reading.prose.sentences
    first, behind = pick.run.first, whole.run.last.index + 1
    before = [sentence.text for sentence in sentences[max(0, first.index - _BEFORE) : first.index] if sentence.section == first.section]
    last, following = before[-1] if before else "", sentences[behind].text if behind < len(sentences) else ""
    yield "example before", any(map(_EXAMPLE.search, before))
    yield "example just before", _EXAMPLE.search(last) is not None
    yield "reader before", _ADDRESSED.search(last) is not None
    yield "named before", any(name.lower() in last.lower() for name in topic.names)
    yield "reader behind", _ADDRESSED.search(following) is not None
    yield "example behind", _EXAMPLE.search(following) is not None
    yield "code before", _follows_code(pick.run.reading.text, first)


def _follows_code(text: str, sentence: Sentence) -> bool:
    """Whether code, a table, a formula or a picture stands right before a sentence, which then often speaks of it."""
    before = text[max(0, sentence.start - _LINE) : sentence.start].rstrip(" *_#>-\n\t")
    return before.endswith((_FENCE, "|", "$$")) or _IMAGE_ENDS.search(before) is not None


def _of_paragraph(pick: Pick) -> Iterator[tuple[str, float]]:
    sentences, first = pick.run.reading.prose.sentences, pick.run.first
    earlier = sum(1 for sentence in sentences[max(0, first.index - _MOST_PARTS) : first.index] if sentence.block == first.block)
    last = pick.run.last.index + 1
    alone = not earlier and (last >= len(sentences) or sentences[last].block != first.block)
    yield "place in paragraph", earlier / _MOST_PARTS
    yield "begins paragraph", not earlier
    yield "alone", alone
    yield "place in text", first.index / max(1, len(sentences))


def _of_wording(topic: Topic, text: str) -> Iterator[tuple[str, float]]:
    points = len((_POINTS_CHINESE if is_chinese(text) else _POINTS).findall(text))
    lowered = text.lower()
    yield "points", min(_LOGARITHMS, points) / 2
    yield "points nowhere", not points
    yield "capitals", min(5, len(_CAPITAL.findall(text))) / _MOST
    yield "times named", min(_MOST, sum(lowered.count(name.lower()) for name in topic.names if name)) / 2
    yield "past", min(_MOST, len(_PAST.findall(text))) / 2
    yield "reader", _ADDRESSED.search(text) is not None
    yield "year", _YEAR.search(text) is not None
    yield "example", _EXAMPLE.search(text) is not None
