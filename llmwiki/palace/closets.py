"""Closets: an index of each page, source, file and conversation, in lines that lead to its drawers.

The limits are MemPalace's: 1,500 characters a closet, 12 topics, 3 quotes of 15 to 150 characters, 5 entities a line, each seen twice. What
differs: the whole file is read, a line names the drawers that its topic stands in and not the first three of the file, and
every drawer is on a line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from llmwiki.palace.closet_lines import ENTITIES_MOST, Line, clean_entity, clean_topic, fitted, locator, packed
from llmwiki.palace.closet_topics import bold_terms, headings_of, quotes_of
from llmwiki.palace.drawer import Drawer
from llmwiki.palace.names import repeated_names, sightings
from llmwiki.palace.shelf import Shelf

TOPICS_MOST, QUOTES_MOST = 12, 3
_ID_HEX = 24
_NOT_IN_ID = re.compile(r"\W+")


class Closet(NamedTuple):
    """Some lines of one file.

    Attributes:
        id: ``closet_WING_ROOM_HASH_NN``, the same for the same place and number.
        path: The file.
        text: At most 1,500 characters.
        drawers: Ids that its lines lead to, each once.
    """

    id: str
    path: str
    wing: str
    room: str
    text: str
    drawers: tuple[str, ...]


def closets_of(shelf: Shelf) -> list[Closet]:
    """The closets of one document.

    Drawers that stand under no topic have its title as theirs, or ``wing/room/name`` where there is none. Of a document with a whole
    date each line tells it, and the lines in the document.

    Returns:
        In order; none for a document without drawers.
    """
    place = f"{shelf.wing}\x1f{shelf.path}".encode("utf-8", "surrogateescape")
    digest = hashlib.sha256(place).hexdigest()[:_ID_HEX]
    groups = packed(part for line in _lines(shelf) for part in fitted(line))
    found = []
    for number, group in enumerate(groups, 1):
        key = _key(shelf.wing, shelf.room, digest, f"{number:02d}")
        found.append(Closet(key, shelf.path, shelf.wing, shelf.room, "\n".join(map(str, group)), _ids(group)))
    return found


def moved_closet(key: str, wing: str, room: str) -> str:
    """The id of a closet whose file is in another room now; its lines stay."""
    return _key(wing, room, *key.rsplit("_", 2)[1:])


def _key(wing: str, room: str, digest: str, number: str) -> str:
    return "_".join(["closet", _NOT_IN_ID.sub("_", wing), _NOT_IN_ID.sub("_", room), digest, number])


def _ids(lines: Iterable[Line]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(drawer for line in lines for drawer in line.drawers))


def _lines(shelf: Shelf) -> Iterator[Line]:
    drawers = shelf.drawers
    names = repeated_names([list(sightings(drawer.text)) for drawer in drawers])
    entities = _entities_by_drawer(names, len(drawers))
    rank = {name: place for place, name in enumerate(names)}
    title = clean_topic(shelf.title) or clean_topic("/".join([shelf.wing, shelf.room, shelf.path.rpartition("/")[2]]))
    topics = _topics(drawers, names, title)
    for topic, at in [*topics.items(), *quotes_of(drawers, QUOTES_MOST).items()]:
        first, last = min(drawers[row].lines[0] for row in at), max(drawers[row].lines[1] for row in at)
        shown = sorted({name for row in at for name in entities[row]}, key=rank.__getitem__)[:ENTITIES_MOST]
        cleaned = tuple(dict.fromkeys(filter(None, map(clean_entity, shown))))
        yield Line(topic, cleaned, locator(shelf.date, first, last), tuple(drawers[row].id for row in at))


def _entities_by_drawer(names: Mapping[str, Sequence[int]], count: int) -> list[list[str]]:
    """Names in each drawer, the file's most frequent first."""
    found: list[list[str]] = [[] for _ in range(count)]
    for name, rows in names.items():
        for row in rows:
            found[row].append(name)
    return found


def _topics(drawers: Sequence[Drawer], names: Mapping[str, Sequence[int]], title: str) -> dict[str, list[int]]:
    """At most twelve topics with the drawers each stands in, by row; every row is in one of them."""
    if not drawers:
        return {}
    topics = headings_of(drawers, TOPICS_MOST)
    if title not in topics and len(_covered(topics)) < len(drawers):
        topics = headings_of(drawers, TOPICS_MOST - 1)
        rest = sorted(set(range(len(drawers))) - _covered(topics))
        topics = {title: rest, **topics}
    elif len(_covered(topics)) < len(drawers):
        topics[title] = sorted({*topics[title], *(set(range(len(drawers))) - _covered(topics))})
    for more in (bold_terms(drawers), {clean_topic(name): list(rows) for name, rows in names.items()}):
        for topic, rows in more.items():
            if len(topics) < TOPICS_MOST and topic:
                topics.setdefault(topic, rows)
    return topics


def _covered(topics: Mapping[str, Sequence[int]]) -> set[int]:
    return {row for rows in topics.values() for row in rows}
