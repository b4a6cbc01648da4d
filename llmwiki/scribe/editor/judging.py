"""A small model as the judge of sentences: they stay the sources' own, and it tells which of them point at something that is not there.

A model of one or two billion parameters can't choose from a list, but says of one sentence whether it does one thing, so each is asked
about alone. Which things get a page, and which sentence opens it, is left to the rules: with the model's word on that as well, pages
were no better for a reader who knew of neither (``benchmarks/data/README.md``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.gate import BY_RULES, fill
from llmwiki.scribe.overlap import is_chinese

if TYPE_CHECKING:
    from llmwiki.scribe.compose import Chosen
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.gate import Filled, Pools
    from llmwiki.scribe.topic import Pick, Place, Topic

ASKED = 10
"""So many sentences of a topic are put to the model: those on its page by the rules, and the best of the others to take their place."""

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
        """By the rules, without sentences that point elsewhere; with them, where nothing would be left of the page."""
        fit = [pick for pick in candidates if not self._points(pick)]
        return BY_RULES.chosen(topic, fit) or BY_RULES.chosen(topic, candidates)

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> str:
        """See :class:`~llmwiki.scribe.gate.Chooser`."""
        return BY_RULES.reason(topic, candidates)

    def _points(self, pick: Pick) -> bool:
        chance = self.pointing.get(pick.spot.place)
        return chance is not None and chance >= (_POINTS_CHINESE if is_chinese(pick.text) else _POINTS)


def judged(topics: Sequence[Topic], pools: Pools, asker: Asker) -> tuple[list[Filled], list[tuple[Topic, str]]]:
    """The topics that fill a page by the rules, without sentences that point elsewhere; and the others with the reason."""
    return fill(topics, pools, judge(topics, pools, asker))


def judge(topics: Sequence[Topic], pools: Pools, asker: Asker) -> Judgement:
    """Ask of the sentences that may stand on the pages whether they point at something outside of themselves."""
    filled, _ = fill(topics, pools)
    found = [pick for entry in filled for pick in _hopefuls((entry.chosen.lead, *entry.chosen.rest), pools[entry.topic.title])]
    picks = {pick.spot.place: pick for pick in found}
    answers = asker.ask([pointing_question(pick) for pick in picks.values()])
    return Judgement(dict(zip(picks, answers, strict=True)))


def pointing_question(pick: Pick) -> Question:
    """Whether the sentence points at something outside of itself."""
    return Question("fact", pick.run.reading.source, "zh" if is_chinese(pick.text) else "en", {"sentence": pick.text})


def _hopefuls(on_page: Sequence[Pick], pool: Sequence[Pick]) -> Iterator[Pick]:
    """The sentences of the page, and the best of the others up to the limit."""
    yield from on_page
    taken = {pick.spot.place for pick in on_page}
    others = sorted((pick for pick in pool if pick.spot.place not in taken), key=lambda pick: (-pick.score, *pick.spot.place))
    yield from others[: max(0, ASKED - len(on_page))]
