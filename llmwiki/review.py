"""Verb: the changes that could not be merged and wait for a person."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.scribe.binding import drop_state
from llmwiki.scribe.decisions import decide_apart
from llmwiki.scribe.proposal_form import REVIEW, read_head
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits.

    Attributes:
        name: For ``wiki review NAME``: its file's name without the ending.
        page: Path of the page that it is for.
        text: What it says, Markdown.
        kind: ``change``, ``archive``, ``split``...: what it proposes.
        rank: How urgent it is, the lowest first.
        reason: Why it was made, in a few words.
        other: Path of another page that it is about; mostly empty.
        sources: Raw paths that brought it up.
    """

    name: str
    page: str
    text: str
    kind: str = "change"
    rank: int = 0
    reason: str = ""
    other: str = ""
    sources: tuple[str, ...] = ()


def proposals(root: Path) -> tuple[Proposal, ...]:
    """All that wait, the most urgent first, then by name."""
    found = [_read(file) for file in (root / REVIEW).glob("*.md")]
    return tuple(sorted(found, key=lambda item: (item.rank, item.name)))


def proposal(root: Path, name: str) -> Proposal:
    """The one with this name or for this page. Raises VaultError when there is none."""
    found = proposals(root)
    wanted = {name, name.removesuffix(".md"), f"{name}.md"}
    for item in found:
        if wanted & {item.name, item.page}:
            return item
    near = difflib.get_close_matches(name, [item.name for item in found], 3, 0.4)
    raise VaultError(f"no proposal is called {name!r}", f"did you mean {', '.join(near)}?" if near else "`wiki review` lists them")


def keep(wiki: Workspace, item: Proposal, now: str) -> Receipt:
    """Decide against a proposal: everything stays as it is. Two pages kept apart, a split, an archiving are not proposed again.

    Args:
        wiki: The opened wiki.
        item: The proposal.
        now: ISO time for the record of operations.

    Raises:
        WriteError, Busy: Nothing was written.
    """
    with vault_lock(wiki.root, command="wiki review"):
        recover(wiki.root)
        changes = Changes(wiki.root)
        if item.kind == "merge":
            decide_apart(changes, item.page, item.other)
        return _closed(changes, item, now)


def close(wiki: Workspace, item: Proposal, now: str) -> Receipt:
    """Take a proposal away that was carried out. Raises as :func:`keep` does."""
    with vault_lock(wiki.root, command="wiki review"):
        recover(wiki.root)
        return _closed(Changes(wiki.root), item, now)


def _closed(changes: Changes, item: Proposal, now: str) -> Receipt:
    drop_state(changes, f"{REVIEW}/{item.name}.md")
    return apply(changes, action="review", now=now)


def _read(file: Path) -> Proposal:
    text = file.read_bytes().decode("utf-8", "replace")
    head = read_head(text, file.stem)
    return Proposal(file.stem, head.page, text, head.kind, head.rank, head.reason, head.other, head.sources)
