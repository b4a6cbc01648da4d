"""Where a page's statements come from as a whole: its one text, and what that text speaks of all the time.

A list in a manual of a shell is not every list: a page that takes a common word from texts on one thing has to say which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from llmwiki.scribe.draft import Draft, Origin, Statement
from llmwiki.scribe.relations import nested
from llmwiki.scribe.topic import Topic

# A text speaks of a thing all the time that so many of its sentences name, and this share of them.
_LEAST, _SHARE = 4, 0.06


def origin(draft: Draft, topic: Topic, others: Sequence[Topic]) -> Origin | None:
    """What to say of where a page comes from; None where its own words say it.

    Args:
        draft: The page.
        topic: What it is about.
        others: What the other pages are about.
    """
    titles = {spot.reading.source: spot.reading.prose.title for spot in topic.spots}
    if _told_of_itself(topic, titles.values()):
        return None
    context = _context(draft, topic, others)
    only = draft.sources[0] if len(draft.sources) == 1 else ""
    if titles.get(only):
        return Origin(only, titles[only], context)
    return Origin("", "", context) if context else None


def _told_of_itself(topic: Topic, titles: Iterable[str]) -> bool:
    """Whether a text has the topic in its title, so that nothing is left to say of it."""
    return any(name.lower() in title.lower() for title in titles for name in topic.names)


def _context(draft: Draft, topic: Topic, others: Sequence[Topic]) -> str:
    """Title of the named thing that all sources of a concept's page speak of all the time and its statements never name."""
    if topic.kind != "concept":
        return ""
    text = " ".join(statement.text for statement in _statements(draft)).lower()
    found = {}
    for other in others:
        if other.kind != "entity" or nested(other, topic) or any(name.lower() in text for name in other.names):
            continue
        shares = _shares(other)
        if all(shares.get(source, 0.0) >= _SHARE for source in draft.sources):
            found[other.title] = min(shares[source] for source in draft.sources)
    return max(found, key=lambda title: (found[title], title), default="")


def _shares(topic: Topic) -> Mapping[str, float]:
    """Source to the share of its sentences that name a topic, of sources that name it several times."""
    named = Counter(spot.reading.source for spot in topic.spots)
    sizes = {spot.reading.source: len(spot.reading.prose.sentences) for spot in topic.spots}
    return {source: count / max(1, sizes[source]) for source, count in named.items() if count >= _LEAST}


def _statements(draft: Draft) -> Iterator[Statement]:
    for statement in (*draft.lead, *(told for part in draft.parts for told in part.statements)):
        yield statement
        yield from (*statement.then, *statement.items)
