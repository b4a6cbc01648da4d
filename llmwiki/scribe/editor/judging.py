"""A small model as the judge of sentences: they stay the sources' own, and it tells which of them are worth a page.

A model of one or two billion parameters can't choose from a list, but says of one sentence whether it does one thing (measured: it
answers lists in their own order). So everything is asked one sentence a question, and rules and model decide together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.editor.facts import fact_question, hopefuls, usable
from llmwiki.scribe.editor.leads import best_lead, lead_question, openers
from llmwiki.scribe.gate import BY_RULES, facts, is_about, is_odd
from llmwiki.scribe.pick import choose

if TYPE_CHECKING:
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.editor.leads import Chances
    from llmwiki.scribe.editor.question import Question
    from llmwiki.scribe.gate import Pools
    from llmwiki.scribe.topic import Pick, Place, Topic

_LEAST = 3
"""Sentences of a new page, its lead among them."""

_WORST = -0.8
"""Worth of a sentence (``pick.choose``) that may fill up a page whose lead the model likes."""

_WAIVED = frozenset({"passing mention", "never the subject"})
_FEWEST = 3
_FIELD = 0.5
_NAMES_FIELD = re.compile(r"[*_`]*\s*[:：]")


def waives(candidate: Candidate, reason: str) -> bool:
    """Whether the model may be asked about a name that is rare in its sources; what is no name at all stays out."""
    return candidate.sentences >= _FEWEST and reason in _WAIVED


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a model said of sentences; a :class:`~llmwiki.scribe.gate.Chooser`.

    Attributes:
        leads: Title of a topic -> which sentences say what it is; every topic has an entry.
        facts: Title of a topic -> which sentences point at something outside of themselves; every topic with a lead has an entry.
    """

    leads: Mapping[str, Chances]
    facts: Mapping[str, Chances] = field(default_factory=dict)

    def chosen(self, topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
        """See :class:`~llmwiki.scribe.gate.Chooser`."""
        if self._knows_nothing(topic):
            return None if topic.waived else BY_RULES.chosen(topic, candidates)
        lead = best_lead(topic, candidates, self.leads[topic.title])
        if lead is None:
            return BY_RULES.chosen(topic, candidates) if topic.existing else None
        picks = _with_facts(topic, list(usable(lead, candidates, self.facts.get(topic.title, {}))), lead)
        if topic.existing is None and not _fills(topic, picks):
            return None
        lead = next(pick for pick in picks if pick.spot.place == lead.spot.place)
        return Chosen(lead, tuple(pick for pick in picks if pick is not lead))

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> str:
        """See :class:`~llmwiki.scribe.gate.Chooser`."""
        if self._knows_nothing(topic):
            return BY_RULES.reason(topic, candidates)
        lead = best_lead(topic, candidates, self.leads[topic.title])
        return "no sentence says what it is" if lead is None else "too little is said of it"

    def _knows_nothing(self, topic: Topic) -> bool:
        """Whether there was something to ask, and nobody answered."""
        chances = self.leads[topic.title]
        return bool(chances) and all(chance is None for chance in chances.values())


def judge(topics: Sequence[Topic], pools: Pools, asker: Asker) -> Judgement:
    """Ask which sentences could open a page, then which others are understood on the pages that have an opening."""
    first = {topic.title: openers(topic, pools[topic.title]) for topic in topics}
    leads = _asked(first, {topic.title: partial(lead_question, topic) for topic in topics}, asker)
    second = {}
    for topic in topics:
        pool = pools[topic.title]
        lead = best_lead(topic, pool, leads[topic.title]) or _expected(topic, first[topic.title], leads[topic.title])
        if lead is not None and (topic.existing or _fills(topic, _with_facts(topic, pool, lead))):
            second[topic.title] = hopefuls(lead, pool)
    return Judgement(leads, _asked(second, dict.fromkeys(second, fact_question), asker))


def _expected(topic: Topic, asked: Sequence[Pick], chances: Chances) -> Pick | None:
    """The opening to expect where nobody answered: questions that are only counted are then about as many as will be asked."""
    return asked[0] if asked and not topic.waived and all(chance is None for chance in chances.values()) else None


def _asked(picks: Mapping[str, Sequence[Pick]], wording: Mapping[str, Callable[[Pick], Question]], asker: Asker) -> dict[str, Chances]:
    """The answers by topic and sentence, all asked for at once."""
    asked = [(title, pick) for title, found in picks.items() for pick in found]
    answers = asker.ask([wording[title](pick) for title, pick in asked])
    chances: dict[str, dict[Place, float | None]] = {title: {} for title in picks}
    for (title, pick), answer in zip(asked, answers, strict=True):
        chances[title][pick.spot.place] = answer
    return dict(chances)


def _with_facts(topic: Topic, candidates: Sequence[Pick], lead: Pick) -> list[Pick]:
    """The lead and what is said besides, chosen by the rules."""
    picks = facts(topic, candidates, lead, _LEAST)
    return picks if len(picks) >= _LEAST else choose(candidates, lead, _LEAST, _WORST)


def _fills(topic: Topic, picks: Sequence[Pick]) -> bool:
    """Whether these sentences make a new page."""
    return len(picks) >= _LEAST and not is_odd(topic) and not _is_field(topic) and is_about(topic, picks)


def _is_field(topic: Topic) -> bool:
    """Whether the name mostly stands before a colon, as what is told of many things: "Speed: Fenpad starts in a second"."""
    labels = [spot for spot in topic.spots if spot.start <= 1 and _NAMES_FIELD.match(spot.sentence.text[spot.end :])]
    return len(labels) >= _LEAST and len(labels) >= _FIELD * len(topic.spots)
