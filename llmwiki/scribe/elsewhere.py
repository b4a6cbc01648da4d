"""Where else the sources speak of a topic: the sections that a page names without quoting them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from llmwiki.scribe.draft import Mention
from llmwiki.scribe.overlap import inclusion, word_set
from llmwiki.scribe.sections import bare_heading
from llmwiki.scribe.topic import Pick, Place, Run, Spot, Topic

_MOST_HEADINGS = 5
_MOST_SOURCES = 3
_LONGEST_HEADING = 60
_SEVERAL = 3


def elsewhere(topic: Topic, picks: Collection[Pick], told: Iterable[Run] = ()) -> tuple[Mention, ...]:
    """One line a source, by path: headings of sections that name the topic and that ``picks`` and ``told`` take nothing from.

    A source without such headings is named when it has several more sentences on the topic. Of many sources
    those with the most to say are taken.
    """
    pieces = [*(run for pick in picks for run in (pick.run, *pick.also)), *told]
    quoted = {sentence for run in pieces for sentence in _sentences(run)}
    more: dict[str, list[Spot]] = {}
    for spot in topic.spots:
        if spot.place not in quoted:
            more.setdefault(spot.reading.source, []).append(spot)
    sections = {(run.reading.source, run.first.section) for run in pieces}
    found = [mention for source in sorted(more) if (mention := _mention(more[source], topic, sections))]
    richest = sorted(found, key=lambda mention: (-len(mention.headings), -len(more[mention.source]), mention.source))[:_MOST_SOURCES]
    return tuple(sorted(richest, key=lambda mention: mention.source))


def _mention(spots: Sequence[Spot], topic: Topic, quoted: Collection[tuple[str, int]]) -> Mention | None:
    reading = spots[0].reading
    own = [word_set(name) for name in topic.names]
    headings: dict[str, None] = {}
    for spot in spots:
        heading = bare_heading(spot.section.heading)
        fresh = heading and (reading.source, spot.sentence.section) not in quoted and heading != reading.prose.title
        if fresh and len(heading) <= _LONGEST_HEADING and not any(inclusion(word_set(heading), name) == 1.0 for name in own):
            headings[heading] = None
    if not headings and len(spots) < _SEVERAL:
        return None
    return Mention(reading.source, reading.prose.title, tuple(headings)[:_MOST_HEADINGS])


def _sentences(run: Run) -> Iterator[Place]:
    return ((run.reading.source, index) for index in range(run.first.index, run.last.index + 1))
