"""What fills a page: which sentences an editor would leave on it, and whether they make a new one."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from llmwiki.scribe.appraisal import Appraisal, appraisals
from llmwiki.scribe.bearing import glosses_again, is_foreign, is_of_other, is_own, is_subject
from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.definition import acts, strength
from llmwiki.scribe.excerpts import Excerpt, excerpts
from llmwiki.scribe.leading import lead_for
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.particular import knows_one
from llmwiki.scribe.pick import choose, contested
from llmwiki.scribe.score import manner, speaks
from llmwiki.scribe.topic import Pick, Topic

# Sentences that a page needs beside what its lead must say (specification 3.3).
_LEAST = 3
# Chances, for English and Chinese, that an editor would take a sentence off the page, where the thing is not its subject and where it is.
# Of sentences below the first limits readers would take off one in fifteen, of those between them one in five.
_SPOILS = {False: (0.1, 0.15), True: (0.08, 0.12)}
_MAY_SPOIL = {False: (0.2, 0.3), True: (0.15, 0.3)}
# A note of a few lines has little that is not to its point.
_NOTE, _SPOILS_NOTE, _TELLS_NOTE = 16, 0.45, {False: 0.3, True: 0.2}
# Chances that a sentence tells a fact, for the same.
_TELLS, _MAY_TELL = 0.4, 0.2
_WEAKEST = math.log(_MAY_TELL / (1 - _MAY_TELL))
# Two sources that exclude each other go first: a page that keeps silent on it would mislead.
_DISPUTED, _DOUBTFUL = 3.0, 0.5
# Excerpts with which a topic need not be named in so many sentences.
_TOLD_ENOUGH = 2
# Share of a page's sentences that name the topic in their first third, or, when no source presents it, begin with it.
_EARLY, _FIRST = 0.3, 0.4
# Above this share of reported speech a page is an interview, not an account.
_SPOKEN = 0.4
# A sentence in the writer's own voice, or one that points at nothing, is never a fact of a page.
_WORST_MANNER = -2.0
_MODIFIES, _MODIFIES_ADJECTIVE = 0.5, 0.25
_NAMED_SORTS = frozenset({"person", "organisation", "product", "work"})
_DEMONYM = re.compile(r"(?:[a-z]an|ese|ish|ists?|ic|eli|qi)$")
_NOUN_BEHIND = re.compile(r" (?!(?:and|or|of|in|on|at|to|for|from|with|by|as|than|that|which|who|is|are)\b)[a-z]{3,}")
_LABELS = 3


def chosen(topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
    """The sentences of the topic's page out of those that it may use; None where they fill none."""
    lead = lead_for(topic, candidates)
    if lead is None or (topic.existing is None and knows_one(topic)):
        return None
    picks = _facts(topic, candidates, lead)
    told = excerpts(topic, lead.run, chinese=is_chinese(lead.text))
    lead = next(pick for pick in picks if pick.spot.place == lead.spot.place)
    if topic.existing is None and not _fills(topic, picks, lead, told):
        return None
    return Chosen(lead, tuple(pick for pick in picks if pick is not lead), tuple(told))


def _fills(topic: Topic, picks: Sequence[Pick], lead: Pick, told: Sequence[Excerpt]) -> bool:
    """Whether sentences make a new page: enough of them, on the topic; or a text of which excerpts are about it."""
    if len(told) >= _TOLD_ENOUGH and lead.defines != "none" and not _is_label(topic):
        return topic.titled or _is_about(topic, picks)
    return len(picks) + len(told) >= _LEAST and _is_about(topic, picks)


def _facts(topic: Topic, candidates: Sequence[Pick], lead: Pick) -> list[Pick]:
    """The lead, and the best of what an editor would leave on the page; what he might leave, where else there would be too little."""
    near = [pick for pick in candidates if pick is not lead and _belongs(pick, lead)]
    chances = {pick.spot.place: chance for pick, chance in zip(near, appraisals(topic, near), strict=True)}
    disputed = {pick.spot.place for pick in contested([pick for pick in near if chances[pick.spot.place].spoils < _DOUBTFUL])}
    near = [replace(pick, score=_weight(chances[pick.spot.place]) + _DISPUTED * (pick.spot.place in disputed)) for pick in near]
    sound, rest = [], []
    for pick in near:
        chance = chances[pick.spot.place]
        if pick.spot.place in disputed or _passes(pick, chance, _SPOILS, _TELLS):
            sound.append(pick)
        elif _passes(pick, chance, _MAY_SPOIL, _MAY_TELL):
            rest.append(pick)
    rest.sort(key=lambda pick: chances[pick.spot.place].spoils)
    picks = choose([lead, *sound], lead, near)
    while len(picks) < _LEAST and rest:
        sound.append(rest.pop(0))
        picks = choose([lead, *sound], lead, near)
    return picks


def _weight(chance: Appraisal) -> float:
    """What a fact weighs beside others: its odds, raised so that the weakest that may stand on a page weighs nothing."""
    return math.log(chance.tells / (1 - chance.tells)) - _WEAKEST


def _passes(pick: Pick, chance: Appraisal, spoils: Mapping[bool, tuple[float, float]], tells: float) -> bool:
    if len(pick.run.reading.prose.sentences) <= _NOTE:
        return chance.spoils < _SPOILS_NOTE and chance.tells >= _TELLS_NOTE[is_chinese(pick.text)]
    return chance.spoils < spoils[is_chinese(pick.text)][is_own(pick)] and chance.tells >= tells


def _belongs(pick: Pick, lead: Pick) -> bool:
    if is_of_other(pick) or glosses_again(pick, lead) or pick.spot.sentence.kind == "blurb" or is_foreign(pick):
        return False
    return manner(pick.text, pick.defines) > _WORST_MANNER


def _is_about(topic: Topic, picks: Sequence[Pick]) -> bool:
    """Whether the topic is what the sentences are about, not only named in them."""
    if _is_modifier(topic) or _is_label(topic) or sum(1 for pick in picks if speaks(pick.text)) > _SPOKEN * len(picks):
        return False
    if topic.own:
        return sum(1 for pick in picks if pick.name_at <= len(pick.text) / 3) >= _EARLY * len(picks)
    return sum(1 for pick in picks if is_subject(pick)) >= _FIRST * len(picks)


def _is_label(topic: Topic) -> bool:
    """Whether lists of one source put the name before a colon again and again: "Price: ...", a field rather than a thing."""
    glossed = Counter(
        spot.reading.source
        for spot in topic.spots
        if spot.sentence.kind == "item" and spot.start <= 1 and strength(spot.sentence.text, spot.start, spot.end, item=True) == "strong"
    )
    return any(count >= _LABELS for count in glossed.values())


def _is_modifier(topic: Topic) -> bool:
    """American, Tunisian: a single word that mostly stands before a noun of its own."""
    if not topic.title.isalpha() or not topic.title.isascii() or not topic.spots:
        return False
    adjective = topic.sort not in _NAMED_SORTS and _DEMONYM.search(topic.title) is not None
    if topic.own and not adjective:
        return False
    before = [_NOUN_BEHIND.match(spot.sentence.text[spot.end :]) and not acts(spot.sentence.text, spot.end) for spot in topic.spots]
    return sum(map(bool, before)) > (_MODIFIES_ADJECTIVE if adjective else _MODIFIES) * len(before)


def reason(topic: Topic, candidates: Sequence[Pick]) -> Objection:
    """Why a topic fills no page, judged as if all its sentences were its own."""
    if len(candidates) < _LEAST:
        return Objection.FEW_SENTENCES
    lead = lead_for(topic, candidates)
    if lead is None:
        return Objection.UNDEFINED
    if objection := knows_one(topic):
        return objection
    picks, told = _facts(topic, candidates, lead), excerpts(topic, lead.run, chinese=is_chinese(lead.text))
    if _fills(topic, picks, lead, told):
        return Objection.REPEATS
    return Objection.LITTLE if _is_about(topic, picks) else Objection.BESIDE
