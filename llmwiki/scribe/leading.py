"""Which sentence opens a page, and whether it is good enough for a new one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from llmwiki.scribe.appraisal import Appraisal, appraisals
from llmwiki.scribe.bearing import is_foreign, is_of_other, is_subject
from llmwiki.scribe.lead import find_lead, fitness
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.topic import Pick, Topic
from llmwiki.vault.chars import HAN_CHAR

# Of sentences above these chances (English, Chinese) readers took seven in ten for ones that tell what the thing is, and most others for
# good facts; of those below 0.3 with which pages had opened, one in six. An everyday word has to be told from what it means everywhere.
_SURE, _SURE_OF_WORD = {False: 0.45, True: 0.5}, 0.75
# What the rules take for a definition, too, is more surely one.
_STRONG = 0.15
# "X lets people do Y" says what X is good for: readers took one such sentence in five for an opening.
_LETS, _GOOD_FOR = re.compile(r"s? (?:lets?|allows?|enables?|helps?)\b|\s?(?:允许|帮助|让)", re.IGNORECASE), 0.15
_MANY_SOURCES = 3
_MIXED = 0.35
_EARLY = 1 / 3
_HOPELESS = -12.0
# "X is also a ..." says more of what was told before, "X was initially ..." what it is no longer.
_ALSO = re.compile(
    r"[^\w\s]{0,2}\s?(?:(?:is|are|was|were|has|can|do|does) )?(?:also|initially|originally)\b|[^\w\s]?[也还]|同样", re.IGNORECASE
)
# A page in its own language is worth some doubt.
_OTHER_LANGUAGE = 0.25


def lead_for(topic: Topic, candidates: Sequence[Pick]) -> Pick | None:
    """The sentence that opens the page, None where none is good enough for a new one.

    It is the one most likely to tell a stranger what the thing is. A page that exists opens in any case, with what begins with its name
    where nothing better is found.
    """
    chinese = _reads_chinese(topic, candidates)
    able = [pick for pick in _able_to_open(topic, candidates) if _may_open(pick)]
    chances = [(_chance(chance, pick, chinese=chinese), pick) for chance, pick in zip(appraisals(topic, able), able, strict=True)]
    sure = _SURE_OF_WORD if topic.plain or topic.sort == "place" else _SURE[chinese]
    best = max(chances, key=lambda item: (item[0], -item[1].run.first.index, item[1].spot.first), default=None)
    if best and best[0] >= sure:
        return best[1]
    return find_lead(candidates, chinese=chinese) if topic.existing else None


def _chance(appraisal: Appraisal, pick: Pick, *, chinese: bool) -> float:
    foreign = _OTHER_LANGUAGE if is_chinese(pick.text) != chinese else 0.0
    good_for = _GOOD_FOR if _LETS.match(pick.spot.sentence.text, pick.spot.end) else 0.0
    return appraisal.opens + (_STRONG if pick.defines == "strong" else 0.0) - foreign - good_for


def _may_open(pick: Pick) -> bool:
    """Whether no rule speaks against it: it begins with the topic or names it early, and leaves nothing open."""
    named = is_subject(pick) or pick.name_at <= len(pick.text) * _EARLY
    also = _ALSO.match(pick.spot.sentence.text, pick.spot.end) is not None
    return named and not also and not is_of_other(pick) and not is_foreign(pick) and fitness(pick) > _HOPELESS


def _able_to_open(topic: Topic, candidates: Sequence[Pick]) -> list[Pick]:
    """Without what sources say by the way of a thing that they don't present, unless it defines it or many sources speak of it."""
    if len({pick.run.reading.source for pick in candidates}) >= _MANY_SOURCES:
        return list(candidates)
    return [pick for pick in candidates if topic.existing or pick.defines != "none" or pick.run.reading.source in topic.presented_by]


def _reads_chinese(topic: Topic, picks: Collection[Pick]) -> bool:
    """Whether the page will be Chinese: what most sentences are, or the title where they are mixed."""
    chinese = sum(1 for pick in picks if is_chinese(pick.text))
    mixed = _MIXED * len(picks) <= chinese <= (1 - _MIXED) * len(picks)
    if not mixed:
        return chinese * 2 > len(picks)
    return HAN_CHAR.search(topic.title) is not None or all(pick.run.reading.prose.language == "zh" for pick in picks)
