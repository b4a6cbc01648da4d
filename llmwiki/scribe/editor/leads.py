"""Which sentence opens a page: those that the rules like best, each put to a model alone."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.lead import fitness
from llmwiki.scribe.overlap import is_chinese

if TYPE_CHECKING:
    from llmwiki.scribe.topic import Pick, Place, Topic

ASKED = 3
"""So many sentences of a topic are put to the model, those that the rules like best."""

# Read off 92 pages that a model of 1.5 billion parameters let through, judged by reading; before, on 80 labelled sentences, fitness
# ranked leads with an AUC of 0.93 (English) and 0.90 (Chinese), the probability with 0.80 and 0.87, both together with 0.95 and 0.93.
# What defines nothing may still say what a thing is, but a small model takes what somebody did for a definition of them.
_LEAST_CHANCE = {"strong": 0.8, "fair": 0.85, "none": 0.88}
_LEAST_CHANCE_CHINESE = {"strong": 0.75, "fair": 0.8, "none": 0.91}
_LEAST_FITNESS = {"strong": 5.0, "fair": 4.0, "none": 3.5}
_LEAST_FITNESS_CHINESE = {"strong": 4.0, "fair": 7.0, "none": 2.5}
# Among sentences that are good enough the model's word weighs more: four points for each step of the logarithm of its odds.
_CHOICE = 4.0
_EARLY, _EARLY_CHINESE = 0.25, 0.4
# "Speed: Fenpad starts in a second" is about Fenpad.
_OTHER_SUBJECT = re.compile(r"\s*[:：]\s*(?!(?:An?|The)\b)[A-Z][\w’'.-]*[ ,(]")
# By these words a sentence goes on from one that stands before it.
_GOES_ON = re.compile(r"\b(?:also|too|again|however|therefore|still)\b|[也却]|仍然|同样")

Chances = Mapping["Place", float | None]
"""Sentence -> probability; None: it was asked, and no usable answer came."""


def openers(topic: Topic, pool: Sequence[Pick]) -> list[Pick]:
    """The sentences that could open the topic's page if the model likes them, best first."""
    hopeful = [pick for pick in pool if _is_fit(topic, pick)]
    return sorted(hopeful, key=lambda pick: (-fitness(pick), *pick.spot.place))[:ASKED]


def lead_question(topic: Topic, pick: Pick) -> Question:
    """Whether the sentence says what the topic is."""
    return Question("lead", pick.run.reading.source, "zh" if is_chinese(pick.text) else "en", {"name": topic.title, "sentence": pick.text})


def best_lead(topic: Topic, candidates: Sequence[Pick], chances: Chances) -> Pick | None:
    """The best of the candidates that rules and model together find good enough; None where there is none."""
    asked = [(pick, chances.get(pick.spot.place) or 0.0) for pick in candidates if _is_fit(topic, pick)]
    able = [(fitness(pick) + _CHOICE * _odds(chance), pick) for pick, chance in asked if chance >= _least_chance(pick)]
    return max(able, key=lambda item: (item[0], item[1].spot.place), default=(0.0, None))[1]


def _least_chance(pick: Pick) -> float:
    return (_LEAST_CHANCE_CHINESE if is_chinese(pick.text) else _LEAST_CHANCE)[pick.defines]


def _odds(chance: float) -> float:
    """Logarithm of the odds; certainty counts as ninety-nine to one."""
    return math.log(max(chance, 0.01) / max(1 - chance, 0.01))


def _is_fit(topic: Topic, pick: Pick) -> bool:
    """Whether the sentence is about the topic from its beginning on, and stands by itself; everyday words need a definition."""
    if fitness(pick) < (_LEAST_FITNESS_CHINESE if is_chinese(pick.text) else _LEAST_FITNESS)[pick.defines]:
        return False
    if pick.defines == "strong":
        return True
    early = _EARLY_CHINESE if is_chinese(pick.text) else _EARLY
    if topic.plain or pick.name_at > early * len(pick.text) or (pick.defines == "none" and _GOES_ON.search(pick.text)):
        return False
    return not _OTHER_SUBJECT.match(pick.spot.sentence.text[pick.spot.end :])
