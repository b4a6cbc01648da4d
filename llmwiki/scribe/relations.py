"""Which pages belong together, by the sentences that name both."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from llmwiki.scribe.topic import Place, Topic

_MOST = 6
_LEAST_TOGETHER = 2
# Every page that shares a source with others gets this many links out, so that none is an island.
_LEAST_LINKS = 2


def related(topics: Sequence[Topic]) -> dict[str, tuple[str, ...]]:
    """Titles of the pages related to each page, best first.

    Sentences naming both count first (at least two, weighed by pointwise mutual information times the
    logarithm of their number). Pages that find fewer than two neighbours this way take those that share
    a single sentence, then a section, then a source. Relations hold both ways. Names inside each other (TTS, TTS Handbook) are
    named together by necessity, which says nothing: such pages are related only as the last resort.
    """
    found: dict[str, dict[str, float]] = {topic.title: {} for topic in topics}
    for tier, places in enumerate((_sentences, _sentences, _sections, _sources)):
        found_at = {topic.title: places(topic) for topic in topics}
        ranked = _ranked(topics, found_at, _LEAST_TOGETHER if tier == 0 else 1, apart=places is not _sources)
        _take(found, ranked, 10.0 * (3 - tier), strong=tier == 0)
    return {title: _best(neighbours) for title, neighbours in found.items()}


def nested(left: Topic, right: Topic) -> bool:
    """Whether a name of one topic stands inside a name of the other, so that naming one names both."""
    return any(a != b and (a in b or b in a) for a in map(str.lower, left.names) for b in map(str.lower, right.names))


def _ranked(topics: Sequence[Topic], places: Mapping[str, frozenset[Place]], least: int, *, apart: bool) -> list[tuple[float, str, str]]:
    named: dict[Place, list[str]] = defaultdict(list)
    for title in sorted(places):
        for place in places[title]:
            named[place].append(title)
    together = Counter(pair for titles in named.values() for pair in combinations(titles, 2))
    by_title = {topic.title: topic for topic in topics}
    ranked = []
    for (left, right), count in together.items():
        if count >= least and not (apart and nested(by_title[left], by_title[right])):
            mutual = math.log(1 + count * len(named) / (len(places[left]) * len(places[right])))
            ranked.append((mutual * math.log2(1 + count), left, right))
    return sorted(ranked, key=lambda item: (-item[0], item[1], item[2]))


def _take(found: dict[str, dict[str, float]], ranked: Sequence[tuple[float, str, str]], base: float, *, strong: bool) -> None:
    for weight, left, right in ranked:
        lacking = min(len(found[left]), len(found[right])) < _LEAST_LINKS
        room = max(len(found[left]), len(found[right])) < _MOST
        if right not in found[left] and (lacking or (strong and room)):
            found[left][right] = found[right][left] = base + min(weight, 9.0)


def _best(neighbours: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(sorted(neighbours, key=lambda title: (-neighbours[title], title)))


def _sentences(topic: Topic) -> frozenset[Place]:
    return frozenset(spot.place for spot in topic.spots)


def _sections(topic: Topic) -> frozenset[Place]:
    return frozenset((spot.reading.source, spot.sentence.section) for spot in topic.spots)


def _sources(topic: Topic) -> frozenset[Place]:
    return frozenset((spot.reading.source, 0) for spot in topic.spots)
