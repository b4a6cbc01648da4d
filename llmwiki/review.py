"""Verb: the changes that could not be merged and wait for a person."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from llmwiki.errors import VaultError
from llmwiki.scribe.proposal_form import REVIEW, read_head


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
    """

    name: str
    page: str
    text: str
    kind: str = "change"
    rank: int = 0
    reason: str = ""


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


def _read(file: Path) -> Proposal:
    text = file.read_bytes().decode("utf-8", "replace")
    head = read_head(text, file.stem)
    return Proposal(file.stem, head.page, text, head.kind, head.rank, head.reason)
