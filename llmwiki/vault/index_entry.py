"""What the index says of a page, taken from its properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.vault.index_section import Entry

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault


def index_entry(vault: Vault, path: str, kind: str, index: str) -> Entry:
    """The entry of a page.

    Args:
        vault: Where the page is.
        path: The page.
        kind: entity, concept, comparison or query.
        index: Path of the index, from which the link must lead to the page.
    """
    properties = vault.page(path).frontmatter
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    return Entry(
        path=path,
        title=properties.text("title") or stem,
        kind=kind,
        summary=properties.text("summary"),
        sources=len(properties.items("sources")),
        link=vault.resolver.link_text(path, index),
        tags=properties.items("tags"),
    )
