"""Which topics fill a page: sentences chosen, the page's own test passed, the rest dropped with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from llmwiki.scribe import filling
from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.excerpts import covers
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.kinship import Kinship
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.pick import pool
from llmwiki.scribe.topic import Pick, Place, Topic

_MOST_PAGES = 2
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
        return filling.chosen(topic, candidates)

    def reason(self, topic: Topic, candidates: Sequence[Pick]) -> Objection:
        """See :class:`Chooser`."""
        return filling.reason(topic, candidates)


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
