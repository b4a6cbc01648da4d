"""Which topics fill a page: sentences chosen, the page's own test passed, the rest dropped with a reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from llmwiki.scribe.bearing import glosses_again, is_of_other, is_own, is_subject, passes_by, stands_beside
from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.definition import acts, strength
from llmwiki.scribe.excerpts import Excerpt, covers, excerpts
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.kinship import Kinship
from llmwiki.scribe.lead import with_next
from llmwiki.scribe.leading import lead_for
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.particular import knows_one
from llmwiki.scribe.pick import choose, in_page_order, pool
from llmwiki.scribe.score import manner, speaks
from llmwiki.scribe.topic import Pick, Place, Topic

# Sentences that a page needs beside what its lead must say (specification 3.3).
_LEAST = 3
# Of pages with three statements and fewer readers kept 6 of 17, of those with four 44 of 68, which most often were of a thing that
# a source presents and defines; such a page may be shorter than another. A text of a few lines gives no more.
_LEAST_SAID, _LEAST_DEFINED, _SHORT_SOURCE = 5, 4, 16
# Excerpts with which a topic need not be named in so many sentences.
_TOLD_ENOUGH = 2
# Share of a page's sentences that name the topic in their first third, or, when no source presents it, begin with it.
_EARLY, _FIRST = 0.3, 0.4
# Above this share of reported speech a page is an interview, not an account.
_SPOKEN = 0.4
_OWN_FACTS = 0.5
# A sentence in the writer's own voice, or one that points at nothing, is never a fact of a page.
_WORST_MANNER = -2.0
_OWN_LEAST = 2
# With so many sentences of its own a page does without those that only name it.
_OWN_ENOUGH = 4
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
_CROWDED = "its source brings better pages enough"

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

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> str:
        """Why a topic fills no page, judged as if all its sentences were its own."""
        ...


class ByRules:
    """Chooses by what sentences look like."""

    def chosen(self, topic: Topic, candidates: Sequence[Pick]) -> Chosen | None:
        """See :class:`Chooser`."""
        return _chosen(topic, candidates)

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> str:
        """See :class:`Chooser`."""
        return _reason(topic, candidates)


BY_RULES = ByRules()


def fill(topics: Sequence[Topic], pools: Pools | None = None, chooser: Chooser = BY_RULES) -> tuple[list[Filled], list[tuple[Topic, str]]]:
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
    kept = [entry for entry in _told_at_length(list(_distinct(hall.fill(wanted)))) if entry.topic.existing or not _says_little(entry)]
    crowded = standing - {topic.title for topic in wanted}
    titles = {filled.topic.title for filled in kept}
    dropped = [(topic, _CROWDED if topic.title in crowded else hall.reason(topic)) for topic in topics if topic.title not in titles]
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

    def reason(self, topic: Topic) -> str:
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


def _says_little(entry: Filled) -> bool:
    """Whether a page would have fewer sentences than it takes to tell more than a definition; a note of a few lines gives no more."""
    chosen = entry.chosen
    if len(chosen.lead.run.reading.prose.sentences) <= _SHORT_SOURCE:
        return False
    runs = [with_next(pick).run for pick in (chosen.lead, *chosen.rest)] + [run for excerpt in chosen.excerpts for run in excerpt.runs]
    least = _LEAST_DEFINED if chosen.lead.defines == "strong" and entry.topic.own else _LEAST_SAID
    return sum(run.last.index - run.first.index + 1 for run in runs) < least


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
    lead, least = lead_for(topic, candidates)
    if lead is None or (topic.existing is None and knows_one(topic)):
        return None
    picks = _facts(topic, candidates, lead, least)
    told = excerpts(topic, lead.run, chinese=is_chinese(lead.text))
    if topic.existing is None and not _fills(topic, picks, lead, least, told):
        return None
    lead = next(pick for pick in picks if pick.spot.place == lead.spot.place)
    return Chosen(lead, tuple(pick for pick in picks if pick is not lead), tuple(told))


def _fills(topic: Topic, picks: Sequence[Pick], lead: Pick, least: int, told: Sequence[Excerpt]) -> bool:
    """Whether sentences make a new page: enough of them, on the topic; or a text of which excerpts are about it."""
    if len(told) >= _TOLD_ENOUGH and lead.defines != "none" and not _is_label(topic):
        return topic.titled or _is_about(topic, picks)
    if len(picks) + len(told) < least or not _is_about(topic, picks) or _only_named(topic, picks, lead):
        return False
    return bool(told) or not _is_thin(picks, lead)


def _facts(topic: Topic, candidates: Sequence[Pick], lead: Pick, least: int) -> list[Pick]:
    """The lead and what is said besides: sentences that have the topic as their subject, others only where these fill no page."""
    near = [pick for pick in candidates if pick is lead or not (passes_by(topic, pick) or is_of_other(pick) or glosses_again(pick, lead))]
    near = [
        pick for pick in near if pick is lead or (manner(pick.text, pick.defines) > _WORST_MANNER and pick.spot.sentence.kind != "blurb")
    ]
    own = choose([pick for pick in near if pick is lead or is_own(pick)], lead, least)
    if len(own) >= max(least, _OWN_ENOUGH):
        return own
    ours = {pick.spot.place for pick in own}
    others = [pick for pick in choose(near, lead, least) if pick.spot.place not in ours and stands_beside(pick)]
    room = sum(1 for pick in own if pick is not lead) if not topic.titled else len(others)
    return in_page_order([*own, *sorted(others, key=lambda pick: -pick.score)[:room]])


def _is_about(topic: Topic, picks: Sequence[Pick]) -> bool:
    """Whether the topic is what the sentences are about, not only named in them."""
    if _is_modifier(topic) or _is_label(topic) or sum(1 for pick in picks if speaks(pick.text)) > _SPOKEN * len(picks):
        return False
    if topic.own:
        return sum(1 for pick in picks if pick.name_at <= len(pick.text) / 3) >= _EARLY * len(picks)
    return sum(1 for pick in picks if is_subject(pick)) >= _FIRST * len(picks)


def _only_named(topic: Topic, picks: Sequence[Pick], lead: Pick) -> bool:
    """Whether most of what a page adds to its lead has another subject, where no source has the topic as its title."""
    if topic.titled:
        return False
    rest = [pick for pick in picks if pick.spot.place != lead.spot.place]
    return sum(1 for pick in rest if is_own(pick)) < _OWN_FACTS * len(rest)


def _is_thin(picks: Sequence[Pick], lead: Pick) -> bool:
    """Whether an English page would have one sentence of its own beside a lead of one; Chinese subjects stand less often in front."""
    if is_chinese(lead.text):
        return False
    rest = [pick for pick in picks if pick.spot.place != lead.spot.place]
    return len(rest) < _LEAST and sum(1 for pick in rest if is_own(pick)) < _OWN_LEAST and with_next(lead) is lead


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


def _reason(topic: Topic, candidates: Sequence[Pick]) -> str:
    """Why a topic fills no page, judged as if all its sentences were its own."""
    if len(candidates) < _LEAST:
        return f"{len(candidates)} usable sentences"
    lead, _ = lead_for(topic, candidates)
    if lead is None:
        return "no sentence says what it is"
    if reason := knows_one(topic):
        return reason
    return "repeats another page or gives way to others" if _is_about(topic, choose(candidates, lead)) else "seldom the subject"
