"""``wiki lint --fix``: mends what has a fix, as far as it can be proven to do no harm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import Finding, Severity
from llmwiki.checks.mending import Left, Repair, mend_findings
from llmwiki.checks.patch import is_safe
from llmwiki.checks.search import Search
from llmwiki.scribe.refiling import plan_files, plan_own_records
from llmwiki.vault.apply import Receipt, apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.scope import files_below

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from llmwiki.config import Profile
    from llmwiki.workspace import Workspace


class Wish(NamedTuple):
    """What a person wants mended: the same words as for ``lint``, and whether fixes count that need a look."""

    paths: Sequence[Path] = ()
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    profile: Profile | None = None
    severity: Severity = "info"
    baseline: Path | None = None
    unsafe: bool = False


@dataclass(frozen=True, slots=True)
class Mended:
    """What was mended, or would be.

    Attributes:
        mended: The findings that are gone, as they were found.
        left: Those whose fix was not applied, with the reason.
        unsafe: How many more have a fix that is only applied when unsafe ones are asked for.
        moves: Files with another name, path before to path after.
        unread: Notes and folders that could not be read, so that links in them stay as they are.
        diff: The whole change, for a dry run.
        receipt: What was written; None for a dry run.
    """

    mended: tuple[Finding, ...]
    left: tuple[Left, ...]
    unsafe: int
    moves: Mapping[str, str]
    unread: tuple[str, ...]
    diff: str = ""
    receipt: Receipt | None = None


def mend(wiki: Workspace, wish: Wish, *, dry_run: bool = False, now: str = "") -> Mended:
    """Apply the fixes of what is wrong. A vault in which there is nothing to mend is not touched at all.

    Args:
        wiki: The opened wiki.
        wish: What to mend.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.

    Raises:
        ConfigError: A code is not known, or the settings or the baseline cannot be used.
        VaultError: A path is not in the vault.
        WriteError, Busy, EditedMeanwhile, NameRefused: Nothing was written.
    """
    linter, proof = wiki.linter(wish.profile, wish.select, wish.ignore, wish.severity), wiki.linter(wish.profile)
    scope = files_below(wiki.vault, wish.paths) if wish.paths else None
    search = Search(linter, proof, wiki.vault, scope=scope, baseline=wish.baseline, is_plan=dry_run)
    repair = mend_findings(wiki.vault, search.find, lambda finding: search.is_meant(finding) and (is_safe(finding) or wish.unsafe))
    fixable = [finding for finding in repair.findings if finding.fix]
    changes = Changes(wiki.root)
    _plan(wiki, changes, repair)
    return Mended(
        mended=repair.mended,
        left=repair.left,
        unsafe=0 if wish.unsafe else sum(search.is_meant(repair.on_disk(finding)) and not is_safe(finding) for finding in fixable),
        moves=repair.moves,
        unread=tuple(path for path, _ in wiki.vault.unread),
        diff=changes.diff() if dry_run else "",
        receipt=None if dry_run else apply(changes, action="fix", now=now or wiki.today.isoformat()),
    )


def _plan(wiki: Workspace, changes: Changes, repair: Repair) -> None:
    origins = {now: origin for origin, now in repair.moves.items()}
    texts = {origins.get(path, path): text for path, text in repair.texts.items()}
    plan_files(wiki.vault, changes, repair.moves, texts)
    if repair.moves or texts.keys() & wiki.ledger.pages.keys():
        own = texts | {origins[path]: text for path, text in repair.bare.items()}
        plan_own_records(wiki.vault, wiki.ledger, changes, (repair.moves, texts), own)
