"""What an editor would think of a sentence on a page: may it open the page, should it be taken off?

The weights are learnt from sentences that readers labelled (`benchmarks/appraisal.py`): a sum of traits, turned into a chance.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.topic import Pick, Topic
from llmwiki.scribe.traits import traits

BASE = "every sentence"
"""The trait that all have."""


class Appraisal(NamedTuple):
    """Chances, 0 to 1.

    Attributes:
        opens: That the sentence, as the first of the page, tells a stranger what the topic is.
        spoils: That a careful editor would take it off the page.
    """

    opens: float
    spoils: float


def appraise(topic: Topic, pick: Pick) -> Appraisal:
    """The chances of a sentence that may stand on the page of ``topic``; with those behind it that go on about the same."""
    weights = _weights("zh" if is_chinese(pick.text) else "en")
    opens, spoils = weights[BASE]
    for trait, amount in sorted(traits(topic, pick).items()):
        if trait in weights:
            opens += amount * weights[trait][0]
            spoils += amount * weights[trait][1]
    return Appraisal(_chance(opens), _chance(spoils))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


@cache
def _weights(language: Literal["en", "zh"]) -> Mapping[str, tuple[float, float]]:
    """Trait to its weights."""
    text = (files(__package__) / "data" / f"appraisal_{language}.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {trait: (float(opens), float(spoils)) for trait, opens, spoils in rows}
