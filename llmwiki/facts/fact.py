"""The one fact type: contradiction checks, value checks and the facts graph all use it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmwiki.facts.values import Value
    from llmwiki.vault.link import Span

# Properties of something that happened once.
_OF_EVENTS = ("price paid by ", "training ")


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement a fact was read from.

    Attributes:
        path: Vault-relative path of the page.
        span: Of the statement in the page's text, code points.
        text: Plain text of the statement, marks and footnotes taken away.
        labels: Footnotes that prove it.
    """

    path: str
    span: Span
    text: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Who, what, which value, as of when, said where.

    Attributes:
        subject: Path of the page that the fact is about, so that aliases and languages meet.
        predicate: ``founded``, ``population``, ``default of timeout``...: the same word in every language where there is one.
        value: Normalised.
        date: ISO date, month or year that the statement limits itself to; empty when it speaks without one.
        claim: Where it is said.
    """

    subject: str
    predicate: str
    value: Value
    date: str
    claim: Claim

    @property
    def may_change(self) -> bool:
        """Whether another value can be true later: when something happened stays, and so does what held on a day that is named."""
        return self.value.kind != "date" and not self.date and not self.predicate.startswith(_OF_EVENTS)


def differ(first: Fact, second: Fact) -> bool:
    """Whether both cannot be true: same subject, predicate and date, and values that exclude each other."""
    same = (first.subject, first.predicate, first.date) == (second.subject, second.predicate, second.date)
    return same and first.value.excludes(second.value)


def conflicts(facts: Iterable[Fact]) -> Iterator[tuple[Fact, ...]]:
    """Groups of facts that cannot all be true, each in the order of the pages."""
    groups: dict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.subject, fact.predicate, fact.date].append(fact)
    for key in sorted(groups):
        group = sorted(groups[key], key=lambda fact: (fact.claim.path, fact.claim.span))
        clashing = tuple(fact for fact in group if any(differ(fact, other) for other in group))
        if clashing:
            yield clashing
