"""Verb: check a vault. Nothing in the vault is touched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import SEVERITIES, Finding, Severity, Snapshot
from llmwiki.checks.catalogue import choose
from llmwiki.checks.runner import run_checks
from llmwiki.errors import VaultError
from llmwiki.vault.own_files import SCHEMA, own_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.config import Profile
    from llmwiki.vault.schema import Schema
    from llmwiki.workspace import Workspace

# Sections that only the Hermes skill's SCHEMA.md has.
_HERMES_SECTIONS = frozenset({"tag taxonomy", "update policy", "entity pages", "concept pages"})


class LintResult(NamedTuple):
    """What a run found.

    Attributes:
        vault: Name of the vault.
        profile: The profile that chose the checks.
        files: How many notes were in the scope of the run.
        findings: By path, place and code.
        unreadable: Files that could not be read, with the reason.
    """

    vault: str
    profile: Profile
    files: int
    findings: tuple[Finding, ...]
    unreadable: tuple[tuple[str, str], ...] = ()

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
) -> LintResult:
    """Check the vault.

    Args:
        workspace: The opened wiki.
        paths: Only findings in these files and folders; empty means all. The whole vault is read all the same.
        select: Codes, beginnings of codes or names: only these, whatever the profile.
        ignore: The same: not these. Those of the settings are added.
        profile: None takes the one of the settings, else what the vault looks like.

    Raises:
        ConfigError: A code is not known, or the settings cannot be used.
        VaultError: A path is not in the vault.
    """
    chosen = profile or workspace.config.profile or guess_profile(workspace)
    checks = choose(chosen, select, (*ignore, *workspace.config.ignore))
    vault = workspace.vault
    scope = _scope(workspace, paths)
    snapshot = Snapshot(vault, workspace.schema, lambda: workspace.ledger, workspace.today, chosen, workspace.cache_dir)
    findings = run_checks(snapshot, checks, scope)
    vault.keep()
    snapshot.memo.save()
    unreadable = tuple(sorted((path, reason) for path, reason in vault.unreadable.items() if not paths or path in scope))
    return LintResult(vault.name, chosen, sum(path in scope for path in vault.notes), findings, unreadable)


def guess_profile(workspace: Workspace) -> Profile:
    """``obsidian`` for a vault without SCHEMA.md and ``.wiki/``, ``hermes`` for the Hermes skill's SCHEMA.md, else ``llmwiki``."""
    has_schema = own_file(SCHEMA, workspace.vault.files) in workspace.vault.files
    if has_schema and _is_hermes(workspace.schema):
        return "hermes"
    return "llmwiki" if has_schema or (workspace.root / ".wiki").is_dir() else "obsidian"


def _is_hermes(schema: Schema) -> bool:
    return any(heading.strip().casefold() in _HERMES_SECTIONS for heading, _ in schema.prose)


def _scope(workspace: Workspace, paths: Sequence[Path]) -> frozenset[str]:
    """The files that findings are wanted of."""
    files = frozenset(workspace.vault.files) | workspace.vault.unreadable.keys()
    if not paths:
        return files
    return frozenset(name for path in paths for name in _below(workspace.root.resolve(), path, files))


def _below(root: Path, path: Path, files: frozenset[str]) -> list[str]:
    here = path.resolve() if path.exists() else (root / path).resolve()
    if not here.is_relative_to(root):
        raise VaultError(f"{path} is not in the vault {root}", "name files or folders of the vault, or give it with --vault")
    name = here.relative_to(root).as_posix()
    found = [file for file in files if name in (".", file) or file.startswith(f"{name}/")]
    if not found and not here.exists():
        raise VaultError(f"there is no file or folder {path}", "look at the path, or run `wiki lint` for the whole vault")
    return found
