"""Looks for what is wrong with a vault, as it is or as it would be: the one way to do so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, WIKIS, Snapshot
from llmwiki.checks.inline_ignore import not_ignored
from llmwiki.checks.kept_findings import KeptFindings, rules
from llmwiki.checks.runner import run_checks
from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.obsidian_settings import read_excluded

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet
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
        ledger_mark: A hash that stays while the ledger does, empty where that is not certain; without it no findings are kept.
        seconds: What each check took in the last run, by code; empty when the findings were known.
    """

    choice: Choice
    schema: Schema
    read_ledger: Callable[[], Ledger]
    today: date
    cache_dir: Path | None = None
    is_keeping: bool = True
    ledger_mark: Callable[[], str] | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    def findings(self, vault: Vault, scope: AbstractSet[str] | None = None) -> tuple[Finding, ...]:
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

    def _findings(self, vault: Vault, scope: AbstractSet[str] | None) -> tuple[Finding, ...]:
        seen = in_sight(vault, self.choice.profile)
        kept = self._kept(vault, seen) if scope is None or scope <= seen else None
        codes = [check.CODE for check in self.choice.checks()]
        self.seconds.clear()
        found = kept.of(codes) if kept else None
        if found is None:
            snapshot = Snapshot(vault, self.schema, self.read_ledger, self.today, self.choice.profile, self.cache_dir)
            found = self._run(snapshot, seen if scope is None else scope)
            if kept and scope in (None, seen) and self.is_keeping and _is_sound(snapshot):
                kept.keep(codes, found)
        return self.choice.judged(found if scope is None else (finding for finding in found if finding.path in scope))

    def _run(self, snapshot: Snapshot, scope: AbstractSet[str]) -> tuple[Finding, ...]:
        found = not_ignored(snapshot, run_checks(snapshot, self.choice.checks(), scope, self.seconds))
        if self.is_keeping:
            snapshot.vault.keep()
            snapshot.memo.save()
        return found

    def _kept(self, vault: Vault, seen: AbstractSet[str]) -> KeptFindings | None:
        """What earlier runs found in this vault as it is; None where it cannot be told whether it is what it was."""
        marks = (vault.listing_mark(), self.ledger_mark()) if self.cache_dir and self.ledger_mark else ("",)
        if not (self.cache_dir and all(marks)):
            return None
        hidden = sorted((frozenset(vault.files) | vault.unreadable.keys()) - seen)
        return KeptFindings(self.cache_dir, marks, hidden, rules(self.schema), self.today.isoformat(), self.choice.profile)


def _is_sound(snapshot: Snapshot) -> bool:
    """Whether the ledger, if a check asked for it, could be read as a whole."""
    ledger = vars(snapshot).get("ledger")
    return not (ledger and ledger.unreadable)


def in_sight(vault: Vault, profile: Profile) -> frozenset[str]:
    """All files but those that Obsidian is told to exclude; the sources of a wiki are evidence all the same."""
    files = frozenset(vault.files) | vault.unreadable.keys()
    excluded = read_excluded(vault.root)
    if not excluded:
        return files
    return frozenset(path for path in files if path not in excluded or (profile in WIKIS and path.startswith(RAW)))
