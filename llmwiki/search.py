"""``wiki search``: passages of pages and sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.ranking import Scope
from llmwiki.palace.shelves import opened_index

if TYPE_CHECKING:
    from llmwiki.palace.drawer import DrawerKind
    from llmwiki.palace.hit import Hit
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found.

    Attributes:
        query: As it was asked.
        mode: ``words``: how it was searched.
        wing: The vault's name.
        hits: Best first.
    """

    query: str
    mode: str
    wing: str
    hits: tuple[Hit, ...]


def search(wiki: Workspace, text: str, *, limit: int = 10, kind: DrawerKind | None = None, under: str = "") -> Searched:
    """Find passages by their words; what changed in the vault since the last search is read first.

    Args:
        wiki: The opened wiki.
        text: Words or a question, any language.
        limit: Most hits.
        kind: Only pages or only sources.
        under: Only files whose path begins so.
    """
    retracted = {record.path for record in wiki.ledger.sources.values() if record.retracted}
    index = opened_index(wiki.vault, wiki.cache_dir, retracted)
    hits = index.search(text, Scope(limit, kind, under))
    return Searched(text, "words", wiki.vault.name, tuple(hits))
