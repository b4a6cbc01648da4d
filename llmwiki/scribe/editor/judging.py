"""A small model as the judge of sentences: they stay the sources' own, and it tells which of them point at something that is not there.

A model of one or two billion parameters can't choose from a list, but says of one sentence whether it does one thing, so each is asked
about alone. Which things get a page, and which sentence opens it, is left to the rules: with the model's word on that as well, pages
were no better for a reader who knew of neither (``benchmarks/data/README.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.gate import BY_RULES, fill
from llmwiki.scribe.overlap import is_chinese

if TYPE_CHECKING:
    from llmwiki.scribe.compose import Chosen
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.gate import Filled, Pools
    from llmwiki.scribe.objections import Objection
    from llmwiki.scribe.topic import Pick, Place, Topic

_LEFT = 3
"""So many sentences stay on a page besides its lead, whatever the model says: a page is worth more than one doubtful sentence less."""

# Measured with a model of 1.5 billion parameters on 39 English and 40 Chinese sentences: above these probabilities are 13 of 19 and
# 6 of 20 that are not understood alone, and 1 of 20 and none of 20 of the others. Whether a sentence is about the topic it tells no
# better than chance.
_POINTS, _POINTS_CHINESE = 0.665, 0.785


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model said of sentences; a :class:`~llmwiki.scribe.gate.Chooser`.

    Attributes:
        pointing: Sentence -> the probability that it points at something outside of itself; None: no usable answer came.
    """

    pointing: Mapping[Place, float | None] = field(default_factory=dict)

    def chosen(self, topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
        """By the rules; of what they choose besides the lead, sentences that point elsewhere are left out, as long as enough is left.

        Nothing takes their place: what the rules like less was mostly worse (read on 30 pages).
        """
        chosen = BY_RULES.chosen(topic, candidates)
        if chosen is None:
            return None
        doubtful = sorted((pick for pick in chosen.rest if self._points(pick)), key=lambda pick: -(self.pointing[pick.spot.place] or 0.0))
        gone = {pick.spot.place for pick in doubtful[: max(0, len(chosen.rest) - _LEFT)]}
        return replace(chosen, rest=tuple(pick for pick in chosen.rest if pick.spot.place not in gone))

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> Objection:
        """See :class:`~llmwiki.scribe.gate.Chooser`."""
        return BY_RULES.reason(topic, candidates)

    def _points(self, pick: Pick) -> bool:
        chance = self.pointing.get(pick.spot.place)
        return chance is not None and chance >= (_POINTS_CHINESE if is_chinese(pick.text) else _POINTS)


def judged(topics: Sequence[Topic], pools: Pools, asker: Asker) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:
    """The topics that fill a page by the rules, without sentences that point elsewhere; and the others with the reason."""
    return fill(topics, pools, judge(topics, pools, asker))


def judge(topics: Sequence[Topic], pools: Pools, asker: Asker) -> Judgement:
    """Ask of the sentences that stand on the pages by the rules whether they point at something outside of themselves."""
    filled, _ = fill(topics, pools)
    picks = {pick.spot.place: pick for entry in filled for pick in entry.chosen.rest}
    answers = asker.ask([pointing_question(pick) for pick in picks.values()])
    return Judgement(dict(zip(picks, answers, strict=True)))


def pointing_question(pick: Pick) -> Question:
    """Whether the sentence points at something outside of itself."""
    return Question("fact", pick.run.reading.source, "zh" if is_chinese(pick.text) else "en", {"sentence": pick.text})
