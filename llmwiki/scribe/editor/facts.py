"""Which sentences may stand on a page besides its lead: those that a model finds to point at nothing outside of themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.pick import shares_sentence

if TYPE_CHECKING:
    from llmwiki.scribe.editor.leads import Chances
    from llmwiki.scribe.topic import Pick

ASKED = 10
"""So many sentences of a topic are put to the model, those that the rules like best; its page has no others."""

# Measured with a model of 1.5 billion parameters on 39 English and 40 Chinese sentences: above these probabilities are 13 of 19 and
# 6 of 20 that are not understood alone, and 1 of 20 and none of 20 of the others. Whether a sentence is about the topic it tells no
# better than chance.
_POINTS, _POINTS_CHINESE = 0.665, 0.785


def hopefuls(lead: Pick, pool: Sequence[Pick]) -> list[Pick]:
    """The sentences that may follow the lead, best first."""
    others = [pick for pick in pool if not shares_sentence(pick, lead)]
    return sorted(others, key=lambda pick: (-pick.score, *pick.spot.place))[:ASKED]


def fact_question(pick: Pick) -> Question:
    """Whether the sentence points at something outside of itself."""
    return Question("fact", pick.run.reading.source, "zh" if is_chinese(pick.text) else "en", {"sentence": pick.text})


def usable(lead: Pick, candidates: Sequence[Pick], chances: Chances) -> Iterator[Pick]:
    """The lead, and the candidates that were asked about and point nowhere; what got no usable answer passes as it does by the rules."""
    for pick in candidates:
        limit = _POINTS_CHINESE if is_chinese(pick.text) else _POINTS
        if pick is lead or (pick.spot.place in chances and (chances[pick.spot.place] or 0.0) < limit):
            yield pick
