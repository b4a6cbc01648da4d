"""Which topics fill a page: sentences chosen, the page's own test passed, the rest dropped with a reason."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from llmwiki.scribe.appraisal import Appraisal, appraisals
from llmwiki.scribe.bearing import glosses_again, is_of_other, is_own, is_subject
from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.definition import acts, strength
from llmwiki.scribe.excerpts import Excerpt, covers, excerpts
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.kinship import Kinship
from llmwiki.scribe.leading import lead_for
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.particular import knows_one
from llmwiki.scribe.pick import choose, pool
from llmwiki.scribe.score import manner, speaks
from llmwiki.scribe.topic import Pick, Place, Topic

# Sentences that a page needs beside what its lead must say (specification 3.3).
_LEAST = 3
# Chances, for English and Chinese, that an editor would take a sentence off the page, where the thing is not its subject and where it is.
# Of sentences below the first limits readers would take off one in fifteen, of those between them one in five.
_SPOILS = {False: (0.1, 0.17), True: (0.08, 0.13)}
_MAY_SPOIL = {False: (0.2, 0.3), True: (0.15, 0.3)}
# A note of a few lines has little that is not to its point.
_NOTE, _OF_NOTE = 16, 0.45
# Chances that a sentence tells a fact, for the same; and the weight of a fact beside one that says nothing new.
_TELLS, _MAY_TELL = 0.4, 0.25
_A_FACT = 2.0
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
_MOST_PAGES = 2
_LABELS = 3
# About four new pages a source, more from long ones.
_MOST_A_SOURCE, _SENTENCES_A_PAGE_MORE = 4, 80
SAME_PAGE = 0.7
"""Two pages that share more of their sentences are one page."""

Pools = Mapping[str, Sequence[Pick]]
"""Title to every sentence that may stand on the page."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A topic with the sentences of its page.

    Attributes:
        topic: What the page is about.
        chosen: Its sentences.
        ties: Title of another page -> what a model states of how the two are related.
    """

    topic: Topic
    chosen: Chosen
    ties: Mapping[str, Kinship] = field(default_factory=dict)

    @property
    def places(self) -> frozenset[Place]:
        """The sentences on the page."""
        return frozenset(pick.spot.place for pick in (self.chosen.lead, *self.chosen.rest))


class Chooser(Protocol):
    """Who chooses the sentences of a page."""

    def chosen(self, topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
        """The sentences of the topic's page out of those that it may use; None where they fill none."""
        ...

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> Objection:
        """Why a topic fills no page, judged as if all its sentences were its own."""
        ...


class ByRules:
    """Chooses by what sentences look like."""

    def chosen(self, topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
        """See :class:`Chooser`."""
        return _chosen(topic, candidates)

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> Objection:
        """See :class:`Chooser`."""
        return _reason(topic, candidates)


BY_RULES = ByRules()


def fill(
    topics: Sequence[Topic], pools: Pools | None = None, chooser: Chooser = BY_RULES
) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:
    """Choose sentences for every topic and keep those that make a page.

    Sentences are shared out twice: a topic that fails leaves its sentences to the others.

    Args:
        topics: What may get a page, and what has one.
        pools: Of these topics, when they are at hand.
        chooser: Who chooses.
    """
    hall = _Hall(pools if pools is not None else {topic.title: pool(topic) for topic in topics}, chooser)
    standing = {filled.topic.title for filled in hall.fill([topic for topic in topics if not topic.spare])}
    wanted = [topic for topic in topics if topic.title in standing]
    wanted = _capped([*wanted, *_rescued(topics, wanted, hall)])
    kept = _told_at_length(list(_distinct(hall.fill(wanted))))
    seen = dict.fromkeys(standing - {topic.title for topic in wanted}, Objection.CROWDED)
    titles = {filled.topic.title for filled in kept}
    dropped = [(topic, seen.get(topic.title) or hall.reason(topic)) for topic in topics if topic.title not in titles]
    return kept, dropped


@dataclass(frozen=True, slots=True)
class _Hall:
    """Where topics and sentences meet."""

    pools: Pools
    chooser: Chooser

    def fill(self, topics: Sequence[Topic]) -> list[Filled]:
        """The topics that fill a page when each sentence goes to at most two of them."""
        owners = _owners(topics)
        filled = []
        for topic in topics:
            candidates = [pick for pick in self.pools[topic.title] if topic.title in owners[pick.spot.place]]
            chosen = self.chooser.chosen(topic, candidates)
            if chosen is not None:
                filled.append(Filled(topic, chosen))
        return filled

    def reason(self, topic: Topic) -> Objection:
        """Why a topic fills no page."""
        return self.chooser.reason(topic, self.pools[topic.title])


def _told_at_length(filled: Sequence[Filled]) -> list[Filled]:
    """Pages with the excerpts of the sources that are about them, but for those about what has a page of its own."""
    names = {merge_key(name): entry.topic.title for entry in filled for name in entry.topic.names}
    longer = []
    for entry in filled:
        title = entry.topic.title
        told = tuple(excerpt for excerpt in entry.chosen.excerpts if names.get(excerpt.section, title) == title)
        rest = tuple(pick for pick in entry.chosen.rest if not any(covers(excerpt, pick.run) for excerpt in told))
        longer.append(replace(entry, chosen=replace(entry.chosen, rest=rest, excerpts=told)))
    return longer


def _rescued(topics: Sequence[Topic], standing: Sequence[Topic], hall: _Hall) -> list[Topic]:
    """Spare topics that fill a page, for sources that would have none: the heaviest of each."""
    served = {source for topic in standing for source in topic.sources if topic.main_source == source}
    lacking: dict[str, Topic] = {}
    for filled in sorted(hall.fill([topic for topic in topics if topic.spare]), key=lambda item: (-item.topic.weight, item.topic.title)):
        if filled.topic.main_source not in served:
            lacking.setdefault(filled.topic.main_source, filled.topic)
    return list(lacking.values())


def _capped(topics: Sequence[Topic]) -> list[Topic]:
    """The heaviest topics of each source; pages that exist stay and count."""
    ranked = sorted(topics, key=lambda topic: (topic.existing is None, -topic.weight, topic.title))
    taken: Counter[str] = Counter()
    kept = []
    for topic in ranked:
        if topic.existing is not None or taken[topic.main_source] < _room(topic):
            taken[topic.main_source] += 1
            kept.append(topic)
    return kept


def _room(topic: Topic) -> int:
    """New pages that the topic's main source may bring."""
    reading = next(spot.reading for spot in topic.spots if spot.reading.source == topic.main_source)
    return _MOST_A_SOURCE + len(reading.prose.sentences) // _SENTENCES_A_PAGE_MORE


def _chosen(topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
    lead = lead_for(topic, candidates)
    if lead is None or (topic.existing is None and knows_one(topic)):
        return None
    picks = _facts(topic, candidates, lead)
    told = excerpts(topic, lead.run, chinese=is_chinese(lead.text))
    if topic.existing is None and not _fills(topic, picks, lead, told):
        return None
    lead = next(pick for pick in picks if pick.spot.place == lead.spot.place)
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
    near = [replace(pick, score=_weight(chances[pick.spot.place])) for pick in near]
    sound = [pick for pick in near if _passes(pick, chances[pick.spot.place], _SPOILS, _TELLS)]
    rest = [pick for pick in near if pick not in sound and _passes(pick, chances[pick.spot.place], _MAY_SPOIL, _MAY_TELL)]
    rest.sort(key=lambda pick: chances[pick.spot.place].spoils)
    picks = choose([lead, *sound], lead, near)
    while len(picks) < _LEAST and rest:
        sound.append(rest.pop(0))
        picks = choose([lead, *sound], lead, near)
    return picks


def _weight(chance: Appraisal) -> float:
    """What a fact weighs beside others; 0 where it is as likely one as not."""
    return _A_FACT * math.log(chance.tells / (1 - chance.tells))


def _passes(pick: Pick, chance: Appraisal, spoils: Mapping[bool, tuple[float, float]], tells: float) -> bool:
    note = len(pick.run.reading.prose.sentences) <= _NOTE
    return chance.spoils < (_OF_NOTE if note else spoils[is_chinese(pick.text)][is_own(pick)]) and (note or chance.tells >= tells)


def _belongs(pick: Pick, lead: Pick) -> bool:
    if is_of_other(pick) or glosses_again(pick, lead) or pick.spot.sentence.kind == "blurb":
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


def _owners(topics: Sequence[Topic]) -> Mapping[Place, tuple[str, ...]]:
    """For each sentence the titles that may use it: the two that it names first."""
    naming: dict[Place, list[tuple[int, int, str]]] = {}
    for topic in topics:
        for spot in topic.spots:
            naming.setdefault(spot.place, []).append((spot.start, -(spot.end - spot.start), topic.title))
    return {place: tuple(title for *_, title in sorted(named)[:_MOST_PAGES]) for place, named in naming.items()}


def _distinct(filled: Sequence[Filled]) -> Iterator[Filled]:
    """Without pages that repeat a better one."""
    sizes: dict[str, int] = {}
    users: dict[Place, list[str]] = {}
    for entry in sorted(filled, key=lambda item: (item.topic.existing is None, -item.topic.weight, item.topic.title)):
        shared = Counter(title for place in entry.places for title in users.get(place, ()))
        if any(count > SAME_PAGE * min(len(entry.places), sizes[title]) for title, count in shared.items()):
            continue
        sizes[entry.topic.title] = len(entry.places)
        for place in entry.places:
            users.setdefault(place, []).append(entry.topic.title)
        yield entry


def _reason(topic: Topic, candidates: Sequence[Pick]) -> Objection:
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
