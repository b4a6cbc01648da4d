"""Looks for what is wrong with a vault, as it is or as it would be: the one way to do so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, WIKIS, Snapshot
from llmwiki.checks.inline_ignore import not_ignored
from llmwiki.checks.runner import run_checks
from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.obsidian_settings import read_excluded

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from datetime import date
    from pathlib import Path

    from llmwiki.checks.base import Finding
    from llmwiki.checks.choice import Choice
    from llmwiki.config import Profile
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault

_PATIENCE = 20  # how often files may be taken from under a run


@dataclass(frozen=True)
class Linter:
    """Runs the checks of a choice.

    Attributes:
        choice: Which checks, and how bad what they find is.
        schema: The rules of SCHEMA.md, or the defaults.
        read_ledger: Gives what the tool captured and wrote.
        today: The date of the run.
        cache_dir: Where answers are kept between runs; None keeps nothing.
        is_keeping: Whether answers of this run are kept; not those about a vault that nobody may ever see.
        seconds: What each check took in the last run, by code.
    """

    choice: Choice
    schema: Schema
    read_ledger: Callable[[], Ledger]
    today: date
    cache_dir: Path | None = None
    is_keeping: bool = True
    seconds: dict[str, float] = field(default_factory=dict)

    def findings(self, vault: Vault, scope: Container[str] | None = None) -> tuple[Finding, ...]:
        """What is wrong, by path, place and code; the whole vault is read, whatever the scope.

        A file that vanishes or changes meanwhile is set aside, so that it is among the unreadable ones of the vault.

        Args:
            vault: The files.
            scope: Only findings in these; None means all that Obsidian is not told to exclude.

        Raises:
            ConfigError: A word of the choice names no check.
            EditedMeanwhile, VaultError: Files kept changing.
        """
        for _ in range(_PATIENCE):
            try:
                return self._findings(vault, scope)
            except (EditedMeanwhile, VaultError) as error:
                if not error.path:
                    raise
                vault.set_aside(error.path, error.message.removeprefix(f"{error.path} "))
        return self._findings(vault, scope)

    def _findings(self, vault: Vault, scope: Container[str] | None) -> tuple[Finding, ...]:
        snapshot = Snapshot(vault, self.schema, self.read_ledger, self.today, self.choice.profile, self.cache_dir)
        looked_at = in_sight(vault, self.choice.profile) if scope is None else scope
        marked = run_checks(snapshot, self.choice.checks(), looked_at, self.seconds)
        found = not_ignored(snapshot, self.choice.judged(marked))
        if self.is_keeping:
            vault.keep()
            snapshot.memo.save()
        return found


def in_sight(vault: Vault, profile: Profile) -> frozenset[str]:
    """All files but those that Obsidian is told to exclude; the sources of a wiki are evidence all the same."""
    files = frozenset(vault.files) | vault.unreadable.keys()
    excluded = read_excluded(vault.root)
    if not excluded:
        return files
    return frozenset(path for path in files if path not in excluded or (profile in WIKIS and path.startswith(RAW)))
