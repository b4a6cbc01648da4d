"""Mends what has a fix: rounds of fixes that do not overlap, each round proven before it counts.

A fix that fails its proof is left out and told with the reason; the others go on. What overlaps waits for the next round, so that
a second run finds nothing more to mend.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.patch import Patch, fix_of, moved
from llmwiki.checks.picking import Picker
from llmwiki.checks.proof import Failure, harm_of_edits
from llmwiki.checks.proof_moves import harm_of_moves
from llmwiki.checks.regress import worse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from llmwiki.checks.base import Finding
    from llmwiki.vault.vault import Vault

    Find = Callable[[Vault, Mapping[str, str]], tuple[Finding, ...]]
    """Gives the findings of a vault whose files have moved, by path on disk and path now."""

MAX_TRIALS = 100
"""So many patches are tried; a vault that needs more has fixes that fight each other."""

FIGHT = "too many fixes stood against each other"

_CONTEXT = 24


class Left(NamedTuple):
    """A finding whose fix was not applied, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True)
class Repair:
    """A vault as it would be, with what was mended on the way.

    Attributes:
        vault: The files.
        findings: What is still wrong.
        moves: Files with another name: path on disk to path now.
        texts: Texts that are new, by path now.
        bare: Texts of notes that moved before they got their old name as an alias, by path now, where nothing changed since.
        mended: What was mended, as it was found.
        left: Fixes that were not applied.
    """

    vault: Vault
    findings: tuple[Finding, ...]
    moves: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    bare: Mapping[str, str] = field(default_factory=dict)
    mended: tuple[Finding, ...] = ()
    left: tuple[Left, ...] = ()

    def origin(self, path: str) -> str:
        """The path on disk of a file."""
        return next((origin for origin, now in self.moves.items() if now == path), path)

    def on_disk(self, finding: Finding) -> Finding:
        """A finding with the path that its file has on disk."""
        return finding._replace(path=self.origin(finding.path))

    def behind(self, patch: Patch, findings: tuple[Finding, ...]) -> Repair:
        """With a patch applied, and what is wrong then."""
        texts = {patch.moves.get(path, path): text for path, text in self.texts.items()}
        bare = {patch.moves.get(path, path): text for path, text in self.bare.items()}
        bare = {path: text for path, text in bare.items() if path not in patch.texts}
        bare |= {patch.moves[path]: text for path, text in patch.bare.items() if self.origin(path) not in self.moves and path not in texts}
        return replace(
            self,
            vault=patch.after,
            findings=findings,
            moves=moved(self.moves, patch.moves),
            texts={**texts, **patch.texts},
            bare=bare,
            mended=(*self.mended, *patch.findings),
        )


def mend_findings(vault: Vault, find: Find, wanted: Callable[[Finding], bool]) -> Repair:
    """Apply every fix that is wanted and proven. Nothing is written.

    Args:
        vault: As it is on disk.
        find: Runs the checks.
        wanted: Whether a finding that has a fix shall be mended; it is asked with the file's path on disk.
    """
    work = _Work(find, wanted)
    repair = Repair(vault, find(vault, {}))
    while True:
        after = work.round(repair)
        if after is None:
            return replace(repair, left=tuple(work.left(repair)))
        repair = after


class _Work:
    """What is known of fixes from one round to the next."""

    def __init__(self, find: Find, wanted: Callable[[Finding], bool]) -> None:
        self._find, self._wanted = find, wanted
        self._refused: dict[object, str] = {}
        self._trials = 0

    def round(self, repair: Repair) -> Repair | None:
        """The vault with as many fixes more as go together; None when no fix is left to try."""
        while self._trials < MAX_TRIALS:
            picker = Picker(repair.vault)
            taken = tuple(finding for finding in self._open(repair, picker) if picker.take(fix_of(finding)))
            if not taken:
                return None
            after = self._settle(repair, taken, picker)
            if after is not None:
                return after
        return None

    def left(self, repair: Repair) -> Iterable[Left]:
        """The findings that still have a wanted fix, with the reason."""
        picker = Picker(repair.vault)
        for finding in repair.findings:
            if self._is_wanted(repair, finding):
                reason = picker.obstacle(fix_of(finding)) or self._refused.get(_identity(finding, picker))
                yield Left(finding, reason or FIGHT)

    def _open(self, repair: Repair, picker: Picker) -> list[Finding]:
        """Findings to mend now, in order."""
        found = [finding for finding in repair.findings if self._is_wanted(repair, finding) and not picker.obstacle(fix_of(finding))]
        return [finding for finding in found if not self._refused or _identity(finding, picker) not in self._refused]

    def _is_wanted(self, repair: Repair, finding: Finding) -> bool:
        return finding.fix is not None and self._wanted(repair.on_disk(finding))

    def _settle(self, repair: Repair, findings: tuple[Finding, ...], picker: Picker) -> Repair | None:
        """The repair with the largest part of the fixes that is found to do no harm; None when each had to be refused.

        Fixes that may be to blame wait for the next round, those that alone are to blame when nothing else is left are refused.
        Where the blame is shared, half of them are tried.
        """
        while findings and self._trials < MAX_TRIALS:
            self._trials += 1
            patch = Patch(repair.vault, findings)
            failures, after = self._try(repair, patch)
            if not failures:
                return repair.behind(patch, after)
            guilty = {finding for failure in failures for finding in failure.guilty}
            innocent = tuple(finding for finding in findings if finding not in guilty)
            if not innocent:
                alone = {failure.guilty[0]: failure.reason for failure in reversed(failures) if len(failure.guilty) == 1}
                alone = alone or ({findings[0]: failures[0].reason} if len(findings) == 1 else {})
                self._refused.update({_identity(finding, picker): reason for finding, reason in alone.items()})
                innocent = tuple(finding for finding in findings if finding not in alone) if alone else findings[: len(findings) // 2]
            findings = innocent
        return None

    def _try(self, repair: Repair, patch: Patch) -> tuple[list[Failure], tuple[Finding, ...]]:
        """The harm that a patch would do, and what is wrong with it applied; checks run only where links and text are safe."""
        failures = [*harm_of_edits(patch)] or [*harm_of_moves(patch)]
        if failures:
            return failures, ()
        after = self._find(patch.after, moved(repair.moves, patch.moves))
        return [*worse(patch, repair.findings, after)], after


def _identity(finding: Finding, picker: Picker) -> object:
    """What tells a fix from others when lines have moved: the finding, and the text around its edits."""
    edits = [
        (edit.path, edit.text, picker.data(edit.path)[max(edit.start - _CONTEXT, 0) : edit.end + _CONTEXT])
        for edit in fix_of(finding).edits
    ]
    return finding.code, finding.path, finding.message, tuple(edits), fix_of(finding).moves
