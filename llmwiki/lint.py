"""Verb: check a vault. Nothing in it is touched, but for the log and the baseline where that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import SEVERITIES, Finding, Severity
from llmwiki.checks.baseline import BASELINE, Baseline, Run, keyed
from llmwiki.vault.scope import files_below

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.config import Profile
    from llmwiki.vault.apply import Receipt
    from llmwiki.workspace import Workspace


class LintResult(NamedTuple):
    """What a run found.

    Attributes:
        vault: Name of the vault.
        profile: The profile that chose the checks.
        files: How many notes were in the scope of the run.
        findings: By path, place and code; without those that the baseline knows.
        unreadable: Files that could not be read, with the reason.
        known: How many findings the baseline knows.
        outdated: Path and code of findings that the baseline knows and that are gone.
        passed_over: Links to folders that were not followed, with the reason.
        seconds: What each check took, by code; empty when all findings were known from an earlier run.
    """

    vault: str
    profile: Profile
    files: int
    findings: tuple[Finding, ...]
    unreadable: tuple[tuple[str, str], ...] = ()
    known: int = 0
    outdated: tuple[str, ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()

    @property
    def counts(self) -> dict[Severity, int]:
        """Findings by severity, the worst first."""
        return {severity: sum(finding.severity == severity for finding in self.findings) for severity in SEVERITIES}

    def fails(self, fail_on: Severity = "warning") -> bool:
        """Whether something is at least as bad as ``fail_on``, or a file could not be read."""
        worst = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        return bool(self.unreadable) or any(finding.severity in worst for finding in self.findings)


def lint(
    workspace: Workspace,
    *,
    paths: Sequence[Path] = (),
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    profile: Profile | None = None,
    severity: Severity = "info",
    baseline: Path | None = None,
    renew: bool = False,
) -> LintResult:
    """Check the vault.

    Args:
        workspace: The opened wiki.
        paths: Only findings in these files and folders; empty means all. The whole vault is read all the same.
        select: Codes, beginnings of codes or names: only these, whatever the profile.
        ignore: The same: not these, besides those of the settings.
        profile: None takes the one of the settings, else what the vault looks like.
        severity: Findings that are less bad are left out.
        baseline: File of known findings; None takes ``.wiki-baseline.json`` of the vault, if it is there.
        renew: Write what was found into that file first.

    Raises:
        ConfigError: A code is not known, or the settings or the baseline cannot be used.
        VaultError: A path is not in the vault.
        WriteError: The baseline cannot be written.
    """
    linter = workspace.linter(profile, select, ignore, severity)
    vault = workspace.vault
    scope = files_below(vault, paths)
    found = linter.findings(vault, scope if paths else None)
    unreadable = tuple(sorted((path, reason) for path, reason in vault.unreadable.items() if not paths or path in scope))
    files = sum(path in scope for path in vault.notes)
    passed_over, seconds = tuple(vault.passed_over.items()), tuple(linter.seconds.items())
    result = LintResult(vault.name, linter.choice.profile, files, found, unreadable, passed_over=passed_over, seconds=seconds)
    file = baseline or workspace.root / BASELINE
    if not (baseline or renew or file.is_file()):
        return result
    return _without_known(result, Run(keyed(found, vault.text), linter.choice, vault, scope, is_whole=not paths), file, renew=renew)


def _without_known(result: LintResult, run: Run, file: Path, *, renew: bool) -> LintResult:
    """The result as the baseline in the file leaves it."""
    known = Baseline.at(file, may_miss=renew)
    if renew:
        known = known.renewed(run)
        known.keep(file)
    new = known.new(run)
    return result._replace(findings=new, known=len(result.findings) - len(new), outdated=known.outdated(run))


def log_lint(workspace: Workspace, result: LintResult, now: str) -> Receipt:
    """Append the run to the log. Raises WriteError, Busy or EditedMeanwhile when it is not written."""
    from llmwiki.scribe.catalogue import add_log
    from llmwiki.vault.apply import apply, recover, vault_lock
    from llmwiki.vault.changes import Changes

    with vault_lock(workspace.root, command="wiki lint"):
        recover(workspace.root)
        changes = Changes(workspace.root)
        found = ", ".join(f"{count} {severity}" for severity, count in result.counts.items() if count)
        row = ("lint", f"{result.files} files", found or "no findings")
        add_log(workspace.vault, changes, [row], workspace.today, (workspace.schema, workspace.config.language))
        return apply(changes, action="lint", now=now)
