"""Values of one fact that exclude each other: which is newer, or that none is."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.facts.fact import conflicts, differ

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.scribe.told import Told


@dataclass(frozen=True, slots=True)
class Dispute:
    """One fact that is told with different values.

    Attributes:
        about: Path of the page that the fact is about.
        predicate: Which fact.
        told: Every telling that another one excludes, by page and place.
        current: The newest, which supersedes what it excludes; None when the sources exclude each other and none is newer.
    """

    about: str
    predicate: str
    told: tuple[Told, ...]
    current: Told | None = None

    @property
    def superseded(self) -> tuple[Told, ...]:
        """What the newest excludes, the newest of it first."""
        if self.current is None:
            return ()
        older = [item for item in self.told if differ(item.fact, self.current.fact)]
        return tuple(sorted(older, key=_age, reverse=True))

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that tell it, sorted."""
        return tuple(sorted({item.page for item in self.told}))

    @property
    def key(self) -> str:
        """Equal for the same tellings with the same outcome: a page is written anew when it has another one."""
        rows = [f"{item.page}\t{item.fact.value.text}\t{item.date}\t{','.join(item.fact.claim.labels)}" for item in self.told]
        outcome = self.current.fact.value.text if self.current else ""
        text = "\n".join((self.about, self.predicate, outcome, *rows))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def against(self, page: str) -> tuple[str, ...]:
        """The other pages that exclude what ``page`` says, sorted."""
        own = [item.fact for item in self.told if item.page == page]
        return tuple(sorted({item.page for item in self.told if item.page != page and any(differ(item.fact, fact) for fact in own)}))


def disputes(told: Iterable[Told]) -> Iterator[Dispute]:
    """All disputes among what pages tell, by the fact that they are about."""
    by_fact = {item.fact: item for item in told}
    for group in conflicts(by_fact):
        items = tuple(by_fact[fact] for fact in group)
        yield Dispute(group[0].subject, group[0].predicate, items, _current(items))


def _current(items: tuple[Told, ...]) -> Told | None:
    """The telling that supersedes all it excludes; None when there is no such one.

    Each gets its date written down where that can be done; those that then have the same date, or none, must agree among themselves.
    """
    dated = [item for item in items if item.when is not None]
    if not dated or not all(item.fact.may_change for item in items):
        return None
    last = max(dated, key=lambda item: (_age(item), item.place is not None))
    if not all(item.older(last) for item in items if differ(item.fact, last.fact)):
        return None
    return (
        None
        if any(differ(one.fact, other.fact) and _written_date(one) == _written_date(other) for one in items for other in items)
        else last
    )


def _written_date(item: Told) -> str:
    """The date that its sentence has or gets; empty where none can be written into it."""
    return item.date if item.is_dated or (item.place is not None and item.start >= 0 and item.when) else ""


def _age(item: Told) -> tuple[float, float]:
    return (item.when.low, item.when.high) if item.when else (0.0, 0.0)
