"""Where the links of pages that did not change lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.vault.lazy import lazy
from llmwiki.vault.resolve import Found, Missing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from llmwiki.vault.resolve import Answer, Resolver


NOWHERE, DEPENDS = -1, -2


class Leads:
    """Answers for the names in a page cache: each is looked up once in a run, and pages hold places in the list of names.

    Args:
        names: What any link names.
        resolver: Looks them up.
    """

    def __init__(self, names: Sequence[str], resolver: Resolver) -> None:
        self._names, self._resolver = names, resolver

    def answers(self, places: Sequence[int], source: str) -> list[Found | Missing]:
        """Where these names lead from a page."""
        answers = self._answers
        found = [answers[place] for place in places]
        if self._depending.isdisjoint(places):
            return found  # type: ignore[return-value]  # none of them depends on the page
        return [answer(source) if callable(answer) else answer for answer in found]

    def all_found(self, places: Sequence[int]) -> bool:
        """Whether certainly each of these names leads to a file."""
        return self._doubtful.isdisjoint(places)

    def numbers(self, number: Mapping[str, int]) -> list[int]:
        """For each name the number of its file, or ``NOWHERE``, or ``DEPENDS`` where the page decides."""
        return [_number(answer, number) for answer in self._answers]

    @lazy
    def _answers(self) -> list[Answer]:
        return [self._resolver.answer(name) for name in self._names]

    @lazy
    def _depending(self) -> frozenset[int]:
        """Names whose file depends on the page."""
        return frozenset([place for place, answer in enumerate(self._answers) if callable(answer)])

    @lazy
    def _doubtful(self) -> frozenset[int]:
        return self._depending | {place for place, answer in enumerate(self._answers) if isinstance(answer, Missing)}


class Numbers(dict[str, int]):
    """The same by name, for the pages that are new: each name is looked up when it is first met."""

    def __init__(self, resolver: Resolver, number: Mapping[str, int]) -> None:
        super().__init__()
        self._resolver, self._number = resolver, number

    def __missing__(self, name: str) -> int:
        found = self[name] = _number(self._resolver.answer(name), self._number)
        return found


def _number(answer: Answer, number: Mapping[str, int]) -> int:
    if callable(answer):
        return DEPENDS
    return number.get(answer.path, NOWHERE) if isinstance(answer, Found) else NOWHERE
