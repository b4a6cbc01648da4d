"""Where else the sources speak of a topic: the sections that a page names without quoting them."""

from __future__ import annotations

from collections.abc import Collection

from llmwiki.scribe.draft import Mention
from llmwiki.scribe.overlap import inclusion, word_set
from llmwiki.scribe.sections import bare_heading
from llmwiki.scribe.topic import Pick, Topic

_MOST_HEADINGS = 5
_MOST_SOURCES = 3
_LONGEST_HEADING = 60


def elsewhere(topic: Topic, picks: Collection[Pick]) -> tuple[Mention, ...]:
    """One line a source: headings of sections that name the topic and that ``picks`` take nothing from.

    Of many sources those with the most such sections, by path.
    """
    quoted = {(pick.run.reading.source, pick.run.first.section) for pick in picks}
    own = [word_set(name) for name in topic.names]
    found: dict[str, dict[str, None]] = {}
    titles = {}
    for spot in topic.spots:
        reading = spot.reading
        heading = bare_heading(spot.section.heading)
        if len(heading) > _LONGEST_HEADING:
            continue
        if (reading.source, spot.sentence.section) in quoted or not heading or heading == reading.prose.title:
            continue
        if not any(inclusion(word_set(heading), name) == 1.0 for name in own):
            found.setdefault(reading.source, {})[heading] = None
            titles[reading.source] = reading.prose.title
    richest = sorted(found, key=lambda source: (-len(found[source]), source))[:_MOST_SOURCES]
    return tuple(Mention(source, titles[source], tuple(found[source])[:_MOST_HEADINGS]) for source in sorted(richest))
