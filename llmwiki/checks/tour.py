"""The way through the files that nothing is known of yet: each is read once, all questions are asked of it, and what was found is let go.

So a page is taken apart once, and the parts of a large vault are never held all at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.vault.own_files import is_own

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from llmwiki.checks.memo import Column
    from llmwiki.vault.vault import Vault

# So many files are looked at by one question after the other: who is not interrupted works faster, and their parts still stay near.
_SOME = 100


class Tour:
    """Takes everybody who wants to know something of single files along.

    Args:
        vault: Where the files are.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._joined: list[tuple[Callable[[Sequence[str]], object], Iterable[str]]] = []

    def join(self, look: Callable[[Sequence[str]], object], paths: Iterable[str]) -> None:
        """Have ``look`` called with these files, some at a time, on the next tour; they are listed when it begins."""
        self._joined.append((look, paths))

    def go(self) -> None:
        """Visit the files of those who joined since the last time."""
        joined = [(look, wanted) for look, paths in self._joined if (wanted := frozenset(paths))]
        self._joined = []
        paths = sorted(frozenset().union(*(wanted for _, wanted in joined)))
        for start in range(0, len(paths), _SOME):
            some = paths[start : start + _SOME]
            self._vault.take_apart(some)
            for look, wanted in joined:
                if own := some if wanted.issuperset(some) else [path for path in some if path in wanted]:
                    look(own)
            for path in some:
                if not is_own(path):  # the index and the log are asked for again and again
                    self._vault.let_go(path)


class Question:
    """Something that is asked of single files, each by itself.

    Args:
        tour: On which files are met that are new.
        column: The answers.
        paths: The files.
        find: Finds the answer about a file, any JSON value. Tuples in it may come back as lists.
        holds: Whether a known answer is still right; always when None.
    """

    def __init__(
        self,
        tour: Tour,
        column: Column,
        paths: Sequence[str],
        find: Callable[[str], Any],
        holds: Callable[[Any], bool] | None = None,
    ) -> None:
        self._tour, self._column, self._paths, self._find, self._holds = tour, column, paths, find, holds
        self._is_asked = False
        tour.join(self.look, column.unknown(paths))

    def look(self, paths: Sequence[str]) -> None:
        """Look at those of the files of which nothing is known yet; another question may have met them for the same column."""
        if new := list(self._column.unknown(paths)):
            self._column.fill(new, self._find)

    def of(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        """The answer about a file; all that is new is visited when the first one is wanted."""
        if not self._is_asked:
            self._is_asked = True
            self._tour.go()
        return self._column.of(path, self._find, self._holds)

    def telling(self) -> list[str]:
        """Those of the files about which the answer is not the empty one."""
        self._is_asked = True
        self._tour.go()
        return self._column.telling(self._paths)
