"""The way through the pages that nothing is known of yet: each is looked at by all checks before the next one is read.

So a page is read once, and the texts of a large vault are never held all at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.memo import ByPage
    from llmwiki.vault.vault import Vault


class Tour:
    """Takes the other checks along wherever one looks at a page.

    Args:
        vault: Where the pages are.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._checks: list[ByPage] = []

    def join(self, checks: Iterable[ByPage]) -> None:
        """Take these along from now on."""
        self._checks += checks

    def visit(self, path: str) -> None:
        """Let all look at a page that one has just looked at; what stands in it may be forgotten then."""
        for check in self._checks:
            check.look(path)
        self._vault.let_go(path)
