"""Which sources a page rests on, counted each once however they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.evidence import supports
from llmwiki.checks.tour import Question
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.checks.base import Snapshot

_SCHEMES = ("http://", "https://")


def resting(snapshot: Snapshot) -> Callable[[str], list[str]]:
    """A function that gives the distinct sources of a page, sorted: files by path, web addresses and missing files as written."""

    def find(path: str) -> list[str]:
        named = {
            support.found.path if isinstance(support.found, Found) else support.written.removesuffix(".md")
            for support in supports(snapshot, path)
        }
        listed = snapshot.vault.page(path).frontmatter.items("sources")
        return sorted(named | {item.strip() for item in listed if item.strip().startswith(_SCHEMES)})

    return Question(snapshot.tour, snapshot.memo.column("rests-on", snapshot.files_mark), snapshot.pages, find).of
