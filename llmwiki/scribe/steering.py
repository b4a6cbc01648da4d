"""What a person says of an edition before it is written: leave this out, these are one thing, call it so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.ledger import PageRecord

if TYPE_CHECKING:
    from llmwiki.scribe.topic import Topic


class Dropped(NamedTuple):
    """A page that a person leaves out: its title, where it would be, its kind."""

    title: str
    path: str
    kind: str


class Steering(NamedTuple):
    """A person's say.

    Attributes:
        drop: Pages that are left out: a new one is not made, now or later; an old one stays as it is.
        joins: Names of one thing: (the other name, the name that stays).
        titles: (title, the title that the page gets instead); the first stays as another name.
    """

    drop: tuple[Dropped, ...] = ()
    joins: tuple[tuple[str, str], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()

    def plus(self, other: Steering) -> Steering:
        """Both together."""
        return Steering((*self.drop, *other.drop), (*self.joins, *other.joins), (*self.titles, *other.titles))

    @property
    def blocked(self) -> frozenset[str]:
        """Titles of the pages that are left out."""
        return frozenset(page.title for page in self.drop)


UNSTEERED = Steering()


def retitled(topics: Sequence[Topic], steering: Steering) -> list[Topic]:
    """The topics under the titles that a person gives; pages that exist keep theirs, and no two come to have one."""
    wanted = dict(steering.titles)
    taken = {topic.title for topic in topics}
    return [_retitled(topic, wanted.get(topic.title, ""), taken) for topic in topics]


def _retitled(topic: Topic, title: str, taken: set[str]) -> Topic:
    if not title or title in taken or topic.existing is not None:
        return topic
    taken.add(title)
    names = tuple(dict.fromkeys((title, *topic.names)))
    return replace(topic, title=title, names=names, aliases=tuple(dict.fromkeys((topic.title, *topic.aliases))))


def tombstones(steering: Steering, there: Collection[str]) -> tuple[PageRecord, ...]:
    """Records that keep the new pages that a person left out from coming back; pages in ``there`` exist and stay as they are."""
    return tuple(
        PageRecord(page.path, page.title, page.kind, "", (page.title,), deleted=True) for page in steering.drop if page.path not in there
    )
