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
        page = snapshot.vault.page(path)
        written = supports(page)
        found = snapshot.vault.resolver.resolve_all(written, path)
        rested = {
            answer.path if isinstance(answer, Found) else name.removesuffix(".md") for name, answer in zip(written, found, strict=True)
        }
        rested.update(item for text in page.frontmatter.items("sources") if "://" in text and (item := text.strip()).startswith(_SCHEMES))
        return sorted(rested)

    return Question(snapshot.tour, snapshot.memo.column("rests-on", snapshot.files_mark), snapshot.pages, find).of
