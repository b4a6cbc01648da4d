"""Which sentence opens a page, and whether it is good enough for a new one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from llmwiki.scribe.bearing import is_of_other, is_titled_after
from llmwiki.scribe.definition import says_what
from llmwiki.scribe.excerpts import excerpts
from llmwiki.scribe.hollow import does, hints, ranks
from llmwiki.scribe.lead import denies, find_lead, fitness, is_in_opening, opens
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.score import manner
from llmwiki.scribe.topic import Pick, Topic
from llmwiki.vault.chars import HAN_CHAR

# Sentences of the topic that a page needs; without a definition, more.
_LEAST, _LEAST_UNDEFINED = 3, 4
# A text with so many excerpts under its own title is a treatise on it.
_TREATISE = 3
_MANY_SOURCES = 3
_MIXED = 0.35
# So many sentences make up for a definition that no source gives.
_MUCH, _SEVERAL = 8, 2
_FIT = 2.0
_FIRST = 3
_DETAIL = re.compile(r"[`$]|\bv?\d+\.\d+")
_NEAR = 0.25
_ONE = re.compile(r"[\"“*_]*(?:The|This|That|Our|Your) (?:[a-z]+ )?[\"“*_]*")


def lead_for(topic: Topic, candidates: Sequence[Pick]) -> tuple[Pick | None, int]:
    """The best of the sentences that are good enough to open the page, and how many sentences the page then needs."""
    able = [pick for pick in _able_to_open(topic, candidates) if _earned(topic, pick)]
    chinese = _reads_chinese(topic, candidates)
    lead = find_lead(able, chinese=chinese) or _lead_of_treatise(topic, candidates, chinese=chinese)
    if lead is None:
        return _lead_of_many(topic, candidates, chinese=chinese), _MUCH
    few = topic.plain if is_chinese(lead.text) else lead.defines == "none"
    return lead, _LEAST_UNDEFINED if few else _LEAST


def _lead_of_many(topic: Topic, candidates: Sequence[Pick], *, chinese: bool) -> Pick | None:
    """Of a thing that sources say much of, the best sentence that a text begins with or that half defines it, and tells in general."""
    if topic.existing or topic.plain or topic.sort == "place" or not topic.central or len(topic.sources) < _SEVERAL:
        return None
    able = [pick for pick in candidates if opens(pick) and not denies(pick) and not is_of_other(pick) and _tells_in_general(pick)]
    return find_lead(able, chinese=chinese)


def _tells_in_general(pick: Pick) -> bool:
    general = manner(pick.text, pick.defines) == 0.0 and not _DETAIL.search(pick.text)
    introduces = pick.defines != "none" or pick.run.first.index < _FIRST
    return general and introduces and pick.name_at == 0 and fitness(pick) >= _FIT


def _lead_of_treatise(topic: Topic, candidates: Sequence[Pick], *, chinese: bool) -> Pick | None:
    """What a text says first of the thing that it is all about, where it defines it nowhere but has much to say of it."""
    if not topic.titled or topic.plain or topic.existing:
        return None
    first = [pick for pick in candidates if _may_open(pick) and is_chinese(pick.text) == chinese and is_titled_after(pick, topic)]
    lead = max(first, key=lambda pick: (fitness(pick), -pick.run.first.index), default=None)
    return lead if lead and len(excerpts(topic, lead.run, chinese=chinese)) >= _TREATISE else None


def _may_open(pick: Pick) -> bool:
    near = pick.name_at <= len(pick.text) * _NEAR and not pick.spot.adjunct
    return near and is_in_opening(pick) and not denies(pick) and not is_of_other(pick) and fitness(pick) > 0


def _able_to_open(topic: Topic, candidates: Sequence[Pick]) -> list[Pick]:
    """Without what sources say by the way of a thing that they don't present, unless it defines it or many sources speak of it."""
    if len({pick.run.reading.source for pick in candidates}) >= _MANY_SOURCES:
        return list(candidates)
    return [pick for pick in candidates if topic.existing or pick.defines != "none" or pick.run.reading.source in topic.presented_by]


def _earned(topic: Topic, lead: Pick) -> bool:
    """Whether a new page has the lead it needs: one that says what the thing is.

    Chinese manuals define seldom; there a source that is about the topic is enough. Everyday words and places need a definition.
    """
    if topic.existing is not None:
        return True
    if topic.plain or topic.sort == "place":
        return not _praises(lead) if lead.defines == "strong" else lead.defines == "fair" and is_chinese(lead.text) and topic.titled
    if lead.defines == "none":
        return False
    return _says_kind(topic, lead)


def _is_subject_of_source(lead: Pick, topic: Topic) -> bool:
    """Whether a Chinese source is about the topic: it names it in its title, and presents it in a heading or the like."""
    return lead.run.reading.source in topic.presented_by and is_titled_after(lead, topic)


def _praises(lead: Pick) -> bool:
    """Whether a lead that counts as a definition praises, ranks, or speaks of one such thing: "The target is an address"."""
    text, end = lead.spot.sentence.text, lead.spot.end
    return hints(text, end) or ranks(text, end) or _ONE.fullmatch(text[: lead.spot.start]) is not None


def _says_kind(topic: Topic, lead: Pick) -> bool:
    """Whether a lead says what the thing is; a text's first sentence on its own title may do so by the way."""
    text, end = lead.spot.sentence.text, lead.spot.end
    if not is_chinese(text) and lead.defines == "fair" and not says_what(text, end) and not does(text, end):
        return False
    if topic.titled and (lead.spot.first or not ranks(text, end)):
        return True
    if topic.own and does(text, end) and not ranks(text, end):
        return True
    if is_chinese(text) and lead.defines != "strong" and not _is_subject_of_source(lead, topic):
        return False
    return not hints(text, end) and (lead.spot.first or not ranks(text, end))


def _reads_chinese(topic: Topic, picks: Collection[Pick]) -> bool:
    """Whether the page will be Chinese: what most sentences are, or the title where they are mixed."""
    chinese = sum(1 for pick in picks if is_chinese(pick.text))
    mixed = _MIXED * len(picks) <= chinese <= (1 - _MIXED) * len(picks)
    if not mixed:
        return _mostly_chinese(picks)
    return HAN_CHAR.search(topic.title) is not None or all(pick.run.reading.prose.language == "zh" for pick in picks)


def _mostly_chinese(picks: Collection[Pick]) -> bool:
    return sum(1 for pick in picks if is_chinese(pick.text)) * 2 > len(picks)
