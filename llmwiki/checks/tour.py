"""The way through the files that nothing is known of yet: each is read once, all questions are asked of it, and what was found is let go.

So a page is taken apart once, and the parts of a large vault are never held all at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmwiki.vault.own_files import is_own

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from llmwiki.checks.memo import Column
    from llmwiki.vault.vault import Vault


class Tour:
    """Takes everybody who wants to know something of single files along.

    Args:
        vault: Where the files are.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._joined: list[tuple[Callable[[str], object], Iterable[str]]] = []

    def join(self, look: Callable[[str], object], paths: Iterable[str]) -> None:
        """Have ``look`` called with each of these files on the next tour; the files are listed when it begins."""
        self._joined.append((look, paths))

    def go(self) -> None:
        """Visit the files of those who joined since the last time."""
        joined, self._joined = self._joined, []
        wanted: dict[str, list[Callable[[str], object]]] = {}
        for look, paths in joined:
            for path in paths:
                looks = wanted.get(path)
                if looks is None:
                    wanted[path] = [look]
                else:
                    looks.append(look)
        let_go = self._vault.let_go
        for path in sorted(wanted):
            for look in wanted[path]:
                look(path)
            if not is_own(path):  # the index and the log are asked for again and again
                let_go(path)


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
        paths: Collection[str],
        find: Callable[[str], Any],
        holds: Callable[[Any], bool] | None = None,
    ) -> None:
        self._tour, self._column, self._paths, self._find, self._holds = tour, column, paths, find, holds
        self._is_asked = False
        tour.join(self.look, column.unknown(paths))

    def look(self, path: str) -> None:
        """Look at a file of which nothing is known."""
        self._column.keep(path, self._find(path))

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
