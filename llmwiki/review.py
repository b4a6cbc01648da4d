"""Verb: the changes that could not be merged and wait for a person."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

from llmwiki.errors import VaultError
from llmwiki.scribe.filing import REVIEW

_TITLE = re.compile(r"# Proposal for (.+)")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits.

    Attributes:
        name: For ``wiki review NAME``: its file's name without the ending.
        page: Path of the page that it is for.
        text: What it says, Markdown.
    """

    name: str
    page: str
    text: str


def proposals(root: Path) -> tuple[Proposal, ...]:
    """All that wait, by name."""
    return tuple(_read(file) for file in sorted((root / REVIEW).glob("*.md")))


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
    title = _TITLE.match(text)
    return Proposal(file.stem, title[1].strip() if title else file.stem, text)
