"""Fills pages with claims: the best definition opens, the other claims follow, relations become notes at links."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.compose import Chosen
from llmwiki.scribe.definition import acts, strength
from llmwiki.scribe.editor.about import place_of
from llmwiki.scribe.gate import SAME_PAGE, Filled
from llmwiki.scribe.gate import fill as fill_by_rules
from llmwiki.scribe.hollow import ranks
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.kinship import Kinship
from llmwiki.scribe.linking import Names
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.overlap import is_chinese
from llmwiki.scribe.pick import fold, pool, without_repeats
from llmwiki.scribe.topic import Pick, Run, Spot

if TYPE_CHECKING:
    from llmwiki.scribe.editor.claim import Proved
    from llmwiki.scribe.editor.claiming import Testimony
    from llmwiki.scribe.gate import Pools
    from llmwiki.scribe.topic import Topic

    Fill = Callable[[Sequence[Topic], Pools], tuple[list[Filled], list[tuple[Topic, Objection]]]]

_LEAST = 3
"""Statements of a new page, as in ``gate``."""

_MOST = 18
_MOST_A_SOURCE, _SENTENCES_A_PAGE_MORE = 8, 40
"""New pages that a source may bring: a model that is fit to write names fewer things by chance than the rules find."""

_WORTH = {"definition": 4.0, "number": 2.5, "event": 2.5, "fact": 2.0, "relation": 1.5, "opinion": -9.0, "": 1.0}
_STRONG, _FAIR, _NAME_FIRST, _NAME_EARLY, _PAGE_LANGUAGE, _RANKS, _TITLED = 2.0, 1.0, 1.5, 0.5, 3.0, -2.5, 1.0
_GOOD, _MOST_BESIDE = 0.5, 6
_EARLY = 3


def fill(topics: Sequence[Topic], told: Testimony, others: Fill = fill_by_rules) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:
    """The topics that fill a page, and the others with the reason.

    Topics that claims do not fill are filled by the rules, as if no model had been asked: one that states little takes no page away.

    Args:
        topics: What may get a page, and what has one.
        told: What models state of the sources.
        others: Fills the other pages, from the sentences that it is given.
    """
    claims = _by_topic(topics, told)
    pools = {topic.title: pool(topic) for topic in topics}
    filled, failed = [], {}
    for topic in topics:
        beside = [pick for pick in pools[topic.title] if not told.covers(pick.spot.place)]
        entry = _filled(topic, claims[topic.title], beside) if claims[topic.title] else None
        if isinstance(entry, Filled):
            filled.append(entry)
        elif entry:
            failed[topic.title] = entry
    filled, crowded = _capped(filled)
    done = {topic.title for topic in (*(entry.topic for entry in filled), *crowded)}
    rest, dropped = others([topic for topic in topics if topic.title not in done], pools)
    rest, repeated = _without_copies(rest, filled)
    out = [(topic, failed.get(topic.title, reason)) for topic, reason in dropped]
    return _tied([*filled, *rest]), [
        *((topic, Objection.CROWDED) for topic in crowded),
        *((topic, Objection.REPEATS) for topic in repeated),
        *out,
    ]


def _without_copies(rest: Sequence[Filled], filled: Sequence[Filled]) -> tuple[list[Filled], list[Topic]]:
    """Of the pages by the rules those that do not repeat a page of claims, and the new ones that do."""
    taken = [entry.places for entry in filled]
    copies = {
        entry.topic.title
        for entry in rest
        if entry.topic.existing is None
        and any(len(entry.places & places) > SAME_PAGE * min(len(entry.places), len(places)) for places in taken)
    }
    return [entry for entry in rest if entry.topic.title not in copies], [entry.topic for entry in rest if entry.topic.title in copies]


def _by_topic(topics: Sequence[Topic], told: Testimony) -> Mapping[str, list[Pick]]:
    """Title -> its claims as picks, those of sources that name it; opinions are left out."""
    owners: dict[str, Topic] = {}
    for topic in sorted(topics, key=lambda topic: topic.title):
        for name in topic.names:
            owners.setdefault(merge_key(name), topic)
    owners.update({merge_key(topic.title): topic for topic in topics})
    found: dict[str, list[Pick]] = defaultdict(list)
    for source, claims in told.claims.items():
        for claim in claims:
            owner = owners.get(merge_key(claim.subject))
            if owner is not None and source in owner.sources and claim.kind != "opinion":
                found[owner.title].append(_pick(claim, owner))
    return found


def _pick(claim: Proved, topic: Topic) -> Pick:
    spot = next((spot for spot in topic.spots if spot.place == (claim.reading.source, claim.sentence.index)), None)
    spot = spot or Spot(claim.reading, claim.sentence, 0, 0)
    name_at, name = min(
        ((at, name) for name in (claim.subject, *topic.names) if (at := place_of(name, claim.text)) >= 0), default=(len(claim.text), "")
    )
    end = name_at + len(name)
    says = strength(claim.text, name_at, end) if name else "none"
    points = _WORTH[claim.kind] + (_NAME_FIRST if name_at <= len("The ") else _NAME_EARLY if name_at <= len(claim.text) / _EARLY else 0.0)
    run = Run(claim.reading, claim.sentence, claim.sentence)
    defines = "strong" if claim.kind == "definition" else says
    return Pick(claim.text, spot, run, name_at, points, defines, acts=acts(claim.text, end), role=claim.kind)


def _filled(topic: Topic, claims: Sequence[Pick], beside: Sequence[Pick]) -> Filled | Objection:
    """The page of a topic with claims, or why it has none."""
    others = sorted((pick for pick in beside if pick.score >= _GOOD and pick.name_at == 0), key=_rank)[:_MOST_BESIDE]
    lead = _lead(topic, claims, others)
    if lead is None:
        return Objection.UNDEFINED
    ordered = sorted((*claims, *others), key=_rank)
    picks = without_repeats(fold([lead, *(pick for pick in ordered if pick is not lead)]))[:_MOST]
    if topic.existing is None and len(picks) < _LEAST:
        return Objection.LITTLE
    return Filled(topic, Chosen(picks[0], tuple(picks[1:])))


def _lead(topic: Topic, claims: Sequence[Pick], others: Sequence[Pick]) -> Pick | None:
    """The best definition; where nothing is defined, a page that exists and what a source is about open with what begins with the name."""
    chinese = topic.existing.language == "zh" if topic.existing else sum(is_chinese(pick.text) for pick in claims) * 2 > len(claims)
    able = [pick for pick in claims if pick.role == "definition" and pick.name_at <= len(pick.text) / _EARLY]
    able += [pick for pick in others if pick.defines == "strong" and pick.acts]
    if not able and (topic.existing or topic.titled or topic.central):
        able = [pick for pick in claims if pick.name_at <= len("The ")]
    return max(able, key=lambda pick: (_fitness(pick, topic, chinese=chinese), *_earliest(pick)), default=None)


def _fitness(pick: Pick, topic: Topic, *, chinese: bool) -> float:
    name = next((name for name in topic.names if place_of(name, pick.text) == pick.name_at), "")
    end = pick.name_at + len(name)
    says = strength(pick.text, pick.name_at, end) if name else "none"
    parts = (
        pick.score,
        {"strong": _STRONG, "fair": _FAIR, "none": 0.0}[says],
        _PAGE_LANGUAGE if is_chinese(pick.text) == chinese else 0.0,
        _RANKS if name and ranks(pick.text, end) else 0.0,
        _TITLED if any(name.lower() in pick.run.reading.prose.title.lower() for name in topic.names) else 0.0,
    )
    return sum(parts)


def _earliest(pick: Pick) -> tuple[int, ...]:
    return (-pick.run.first.index, *(-ord(char) for char in pick.run.reading.source))


def _rank(pick: Pick) -> tuple[float, str, str, int, str]:
    return (-pick.score, pick.run.reading.date, pick.run.reading.source, pick.run.first.index, pick.text)


def _capped(filled: Sequence[Filled]) -> tuple[list[Filled], list[Topic]]:
    """The pages with the most statements of each source, and what found no room; pages that exist stay and count."""
    ranked = sorted(
        filled, key=lambda entry: (entry.topic.existing is None, -len(entry.chosen.rest), -entry.topic.weight, entry.topic.title)
    )
    taken: Counter[str] = Counter()
    kept, crowded = [], []
    for entry in ranked:
        reading = entry.chosen.lead.run.reading
        if (
            entry.topic.existing is None
            and taken[reading.source] >= _MOST_A_SOURCE + len(reading.prose.sentences) // _SENTENCES_A_PAGE_MORE
        ):
            crowded.append(entry.topic)
            continue
        taken[reading.source] += 1
        kept.append(entry)
    return sorted(kept, key=lambda entry: entry.topic.title), crowded


def _tied(filled: Sequence[Filled]) -> list[Filled]:
    """Claims that relate two pages become notes at the links between them, as far as the page keeps statements enough."""
    names = Names({name: entry.topic.title for entry in filled for name in reversed(entry.topic.names)})
    ties: dict[str, dict[str, Kinship]] = defaultdict(dict)
    moved: dict[str, list[Pick]] = defaultdict(list)
    for entry in filled:
        spare = len(entry.chosen.rest) + 1 - _LEAST
        for pick in entry.chosen.rest:
            others = {place.target for place in names.places(pick.text, ())} - {entry.topic.title}
            if pick.role != "relation" or pick.also or len(others) != 1 or spare <= 0:
                continue
            other = others.pop()
            if other in ties[entry.topic.title]:
                continue
            ties[entry.topic.title][other] = Kinship(pick.text, pick.run)
            ties[other].setdefault(entry.topic.title, Kinship(pick.text, pick.run))
            moved[entry.topic.title].append(pick)
            spare -= 1
    return [
        replace(
            entry,
            chosen=Chosen(
                entry.chosen.lead, tuple(pick for pick in entry.chosen.rest if all(pick is not other for other in moved[entry.topic.title]))
            ),
            ties=dict(sorted(ties[entry.topic.title].items())),
        )
        for entry in filled
    ]
