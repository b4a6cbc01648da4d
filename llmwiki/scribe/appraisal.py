"""What an editor would think of a sentence on a page: may it open the page, should it be taken off?

The weights are learnt from sentences that readers labelled (`benchmarks/appraisal.py`): a sum of traits, turned into a chance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.surroundings import Told, told_of
from llmwiki.scribe.topic import Pick, Topic
from llmwiki.scribe.traits import traits

BASE = "every sentence"
"""The trait that all have."""

LETTERS = ("D", "DG", "B")
"""The readers' letters behind each chance."""


class Appraisal(NamedTuple):
    """Chances, 0 to 1.

    Attributes:
        opens: That the sentence, as the first of the page, tells a stranger what the topic is.
        tells: That it says something definite on the topic that is understood without its text.
        spoils: That a careful editor would take it off the page.
    """

    opens: float
    tells: float
    spoils: float


def appraisals(topic: Topic, picks: Iterable[Pick]) -> list[Appraisal]:
    """The chances of sentences that may stand on the page of ``topic``, each with those behind it that go on about the same."""
    told = told_of(topic)
    return [_appraise(topic, pick, told) for pick in picks]


def _appraise(topic: Topic, pick: Pick, told: Told) -> Appraisal:
    weights = _weights("zh" if is_chinese(pick.text) else "en")
    amounts = {BASE: 1.0} | traits(topic, pick, told)
    found = [(weights[trait], amount) for trait, amount in sorted(amounts.items()) if trait in weights]
    return Appraisal(*(_chance(sum(weight[column] * amount for weight, amount in found)) for column in range(len(LETTERS))))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


@cache
def _weights(language: Literal["en", "zh"]) -> Mapping[str, tuple[float, ...]]:
    """Trait to its weights."""
    text = (files(__package__) / "data" / f"appraisal_{language}.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {trait: tuple(map(float, weights)) for trait, *weights in rows}
