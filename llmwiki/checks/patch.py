"""The vault as it would be with some fixes applied: edits first, then renames, which links follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.vault.rename import Rename, plan_rename, with_alias
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from llmwiki.checks.base import Edit, Finding, Fix
    from llmwiki.vault.vault import Vault


@dataclass(frozen=True)
class Patch:
    """Some fixes together.

    Attributes:
        before: The vault without them.
        findings: What they mend; the fixes do not overlap.
    """

    before: Vault
    findings: tuple[Finding, ...]

    @cached_property
    def edits(self) -> dict[str, list[Edit]]:
        """By path, in order, equal ones once."""
        found: dict[str, set[Edit]] = {}
        for finding in self.findings:
            for edit in fix_of(finding).edits:
                found.setdefault(edit.path, set()).add(edit)
        return {path: sorted(found[path]) for path in sorted(found)}

    @cached_property
    def moves(self) -> dict[str, str]:
        """Path before to path after."""
        return {source: target for finding in self.findings for source, target in fix_of(finding).moves}

    @cached_property
    def mid(self) -> Vault:
        """With the edits, before the renames."""
        texts = {path: edited(self.before.data(path), edits) for path, edits in self.edits.items()}
        return self.before.overlay(texts) if texts else self.before

    @cached_property
    def rename(self) -> Rename:
        """What the renames do to the texts."""
        return plan_rename(self.mid, self.moves) if self.moves else Rename({}, 0, ())

    @cached_property
    def bare(self) -> dict[str, str]:
        """Texts of the notes that move, by path before, still without their old name as an alias."""
        return {path: self.rename.texts.get(path) or self.mid.text(path) for path in self.moves if is_note(path)}

    @cached_property
    def texts(self) -> dict[str, str]:
        """Texts that differ from those before, by path after."""
        edited_texts = {path: self.mid.text(path) for path in self.edits}
        named = {path: _named(text, path, self.moves[path]) for path, text in self.bare.items()}
        return {self.moves.get(path, path): text for path, text in {**edited_texts, **self.rename.texts, **named}.items()}

    @cached_property
    def after(self) -> Vault:
        """With everything."""
        if not self.moves:
            return self.mid
        whole = {target: self.mid.data(source) for source, target in self.moves.items() if target not in self.texts}
        moved = {target: data.decode("utf-8", "surrogateescape") for target, data in whole.items()}
        return self.mid.overlay({**dict.fromkeys(self.moves), **self.texts, **moved})

    def at(self, path: str) -> tuple[Finding, ...]:
        """The findings whose fixes edit or move the file at a path."""
        return self._by_path.get(path, ())

    @cached_property
    def _by_path(self) -> dict[str, tuple[Finding, ...]]:
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            for path in touched(fix_of(finding)):
                found.setdefault(path, []).append(finding)
        return {path: tuple(findings) for path, findings in found.items()}

    @cached_property
    def movers(self) -> tuple[Finding, ...]:
        """The findings whose fixes move files."""
        return tuple(finding for finding in self.findings if fix_of(finding).moves)


def fix_of(finding: Finding) -> Fix:
    """The fix of a finding that has one."""
    assert finding.fix is not None
    return finding.fix


def is_safe(finding: Finding) -> bool:
    """Whether a finding has a fix that nobody can mind."""
    return finding.fix is not None and finding.fix.safe


def touched(fix: Fix) -> set[str]:
    """The files that a fix edits, and the paths that it moves files from and to."""
    return {edit.path for edit in fix.edits} | {path for move in fix.moves for path in move}


def edited(data: bytes, edits: Iterable[Edit]) -> str:
    """A file's text with edits, which are in order and do not overlap; every other byte stays."""
    parts: list[bytes] = []
    at = 0
    for edit in edits:
        parts += [data[at : edit.start], edit.text.encode("utf-8", "surrogateescape")]
        at = edit.end
    return b"".join([*parts, data[at:]]).decode("utf-8", "surrogateescape")


def _named(text: str, source: str, target: str) -> str:
    """A note with its old name as an alias; as it is where its properties cannot be edited."""
    try:
        return with_alias(text, source, target)
    except VaultError:
        return text


def moved(paths: Mapping[str, str], moves: Mapping[str, str]) -> dict[str, str]:
    """Renames after renames: path on disk to path now."""
    followed = {origin: moves.get(now, now) for origin, now in paths.items()}
    fresh = {source: target for source, target in moves.items() if source not in paths.values()}
    return {origin: now for origin, now in {**followed, **fresh}.items() if origin != now}
