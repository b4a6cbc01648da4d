"""One run of ``wiki lint``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from llmwiki.checks.base import Severity
from llmwiki.cli.door import Door
from llmwiki.cli.lint_show import show
from llmwiki.cli.voice import tell
from llmwiki.lint import LintResult, lint, log_lint
from llmwiki.workspace import Workspace

_NAMED = 5


@dataclass(frozen=True, slots=True)
class Run:
    """What a run takes; calling it checks the vault as it is then, prints, and gives the exit code.

    Attributes:
        door: The global options.
        asked: What the verb is asked, by parameter.
        fail_on: The least severity that ends with exit code 1.
        keeps: Whether caches are used.
        stats: Whether counts are shown.
        log: Whether the run is appended to the log.
        beside: What the JSON of the findings holds besides.
    """

    door: Door
    asked: dict[str, Any]
    fail_on: Severity
    keeps: bool = True
    stats: bool = False
    log: bool = False
    beside: dict[str, Any] = field(default_factory=dict)

    def __call__(self) -> int:
        """Check, print, and give the exit code."""
        workspace, result = self.door.read(self._lint, reading=True)
        show(self.door, workspace, result, stats=self.stats, beside=self.beside)
        for path, reason in result.passed_over:
            tell(f"not followed: {path}: {reason}")
        _tell_known(result)
        if self.log:
            from llmwiki.cli.moment import now

            log_lint(workspace, result, now())
        return int(result.fails(self.fail_on))

    def _lint(self, workspace: Workspace) -> tuple[Workspace, LintResult]:
        workspace.keeps_caches, workspace.times_checks = self.keeps, self.stats
        return workspace, lint(workspace, **self.asked)


def _tell_known(result: LintResult) -> None:
    """Say what the baseline hides, and which of its entries have had their day."""
    if result.known:
        tell(f"not shown: {result.known} known finding{'s' if result.known > 1 else ''} of the baseline")
    for entry in result.outdated[:_NAMED]:
        tell(f"mended, but still in the baseline: {entry}")
    if result.outdated:
        more = len(result.outdated) - _NAMED
        tell(f"{f'and {more} more; ' if more > 0 else ''}hint: `wiki lint --write-baseline` takes out what is mended")
