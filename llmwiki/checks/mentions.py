"""Which pages a text speaks of by a name of theirs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from llmwiki.checks.base import Snapshot
    from llmwiki.facts.names import NameFinder


class Mentions:
    """Looks for names of pages in files of the vault.

    Args:
        snapshot: What the check sees.
        question: Name of the column that keeps the answers.
        names: What each page is called.
    """

    def __init__(self, snapshot: Snapshot, question: str, names: Mapping[str, Sequence[str]]) -> None:
        self._vault, self._names, self._finders = snapshot.vault, names, snapshot.known_finders
        self._column = snapshot.memo.column(question, sorted(names.items()))

    def in_file(self, path: str) -> list[str]:
        """Paths of the pages with a name in this file's text, sorted."""
        found: list[str] = self._column.of(path, self._find)
        return found

    def _find(self, path: str) -> list[str]:
        return sorted(self._finder.keys_in(self._vault.text(path)))

    @cached_property
    def _finder(self) -> NameFinder:
        from llmwiki.facts.names import NameFinder  # only needed where a text or a name is new

        if self._column.mark not in self._finders:
            self._finders[self._column.mark] = NameFinder(self._names)
        return self._finders[self._column.mark]
