"""``wiki palace rebuild`` and ``wiki palace compress``: records made anew, room given back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.compressing import Compressed, compress
from llmwiki.palace.renewal import Renewed, renew
from llmwiki.palace.shelves import file_vault, wanted

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.palace.palace import Palace
    from llmwiki.workspace import Site


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was made anew.

    Attributes:
        records: Numbers of the records.
        vectors: How many were made; those of texts that were there already are kept.
        interrupted: Whether someone stopped it among the vectors; the next run goes on.
    """

    records: Renewed
    vectors: int = 0
    interrupted: bool = False


def rebuild_palace(site: Site, embedding: Callable[[int, int], None] | None = None, embedder: Embedder | None = None) -> Rebuilt:
    """Make the records anew from text, compare, swap; then make the vectors that are missing.

    Args:
        site: The palace.
        embedding: Told how many vectors of how many are made; None: none are made now.
        embedder: In place of the one that is set; its vectors are made beside the present ones, which go when all are there.

    Raises:
        Busy: another process does it.
        VaultError: the new records lack something; the present ones stay.
        ServiceError: the embedder's server failed; the present vectors stay.
    """
    if embedder is not None:
        site.palace.embedder = embedder
    records = renew(site.palace, lambda fresh: _fill(site, fresh))
    try:
        return Rebuilt(records, site.palace.embed(embedding) if embedding else 0)
    except KeyboardInterrupt:
        return Rebuilt(records, interrupted=True)


def compress_palace(site: Site) -> Compressed:
    """Give back the room of what is superseded. Raises Busy or WriteError; the journal then stays as it was."""
    return compress(site.palace)


def _fill(site: Site, fresh: Palace) -> int:
    """Mirror the vault, if there is one."""
    if site.wiki is None:
        return 0
    file_vault(site.wiki.vault, fresh, site.wiki.wing, site.wiki.retracted)
    return len(wanted(site.wiki.vault, site.wiki.retracted))
