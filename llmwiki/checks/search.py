"""What a person asked to have mended, and the whole of what is wrong, which proves that mending does no harm."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.checks.baseline import BASELINE, Baseline, keyed
from llmwiki.checks.linter import in_sight

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from pathlib import Path

    from llmwiki.checks.base import Finding
    from llmwiki.checks.linter import Linter
    from llmwiki.vault.ledger import Ledger
    from llmwiki.vault.vault import Vault


class Search:
    """Runs the checks on a vault as it would be.

    Args:
        asked: What looks for the findings that are asked for.
        proof: What looks for everything that its profile has.
        vault: As it is on disk.
        scope: The files that are asked for; None means all that a lint looks at.
        baseline: File of findings that nobody wants mended; None takes the vault's own, if it is there.
        is_plan: Whether the vault will stay as it is, so that answers about another one are worth nothing.
    """

    def __init__(
        self, asked: Linter, proof: Linter, vault: Vault, *, scope: Container[str] | None, baseline: Path | None, is_plan: bool
    ) -> None:
        self._asked, self._proof, self._vault, self._is_plan = asked, proof, vault, is_plan
        self._scope = in_sight(vault, asked.choice.profile) if scope is None else scope
        codes = {check.CODE for check in proof.choice.checks()}
        self._more = frozenset(check.CODE for check in asked.choice.checks()) - codes
        self._file = baseline or vault.root / BASELINE
        self._has_baseline = baseline is not None or self._file.is_file()
        self._known: frozenset[tuple[str, str, str]] | None = None

    def find(self, vault: Vault, moves: Mapping[str, str]) -> tuple[Finding, ...]:
        """Everything that is wrong, whoever asked for it.

        Args:
            vault: As it would be.
            moves: Files with another name there: path on disk to path then.
        """
        found = self._run(self._proof, vault, moves)
        if self._more:
            found += tuple(finding for finding in self._run(self._asked, vault, moves) if finding.code in self._more)
        if self._known is None:
            self._known = self._of_baseline(found)
        return found

    def is_meant(self, finding: Finding) -> bool:
        """Whether a finding, with its file's path on disk, is asked for."""
        is_known = (finding.code, finding.path, finding.message) in (self._known or ())
        return finding.path in self._scope and not is_known and bool(self._asked.choice.judged([finding]))

    def _run(self, linter: Linter, vault: Vault, moves: Mapping[str, str]) -> tuple[Finding, ...]:
        is_keeping = vault is self._vault or not self._is_plan
        mark = linter.ledger_mark if vault is self._vault and not moves else None
        then = replace(linter, is_keeping=is_keeping, read_ledger=lambda: _followed(linter.read_ledger(), moves), ledger_mark=mark)
        return then.findings(vault, frozenset(vault.files) | vault.unreadable.keys())

    def _of_baseline(self, found: tuple[Finding, ...]) -> frozenset[tuple[str, str, str]]:
        known = Baseline.at(self._file).known if self._has_baseline else {}
        marked = keyed(found, self._vault.text).items() if known else ()
        return frozenset((item.code, item.path, item.message) for key, item in marked if key in known)


def _followed(ledger: Ledger, moves: Mapping[str, str]) -> Ledger:
    """The ledger as it is when files have other names."""
    if not moves:
        return ledger
    from llmwiki.vault.rename_records import renamed_claims  # only where files move

    pages = {moves.get(path, path): replace(record, path=moves.get(path, path)) for path, record in ledger.pages.items()}
    claims = {record.path: record for record in renamed_claims(ledger.sources, moves)}
    return replace(ledger, pages=pages, sources={**ledger.sources, **claims})
