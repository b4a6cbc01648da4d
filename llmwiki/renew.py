"""``wiki palace rebuild`` and ``wiki palace compress``: records made anew, room given back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
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
        copied: Drawers and closets in the copy in Chroma, which is made anew too.
        interrupted: Whether someone stopped it among the vectors; the next run goes on.
    """

    records: Renewed
    vectors: int = 0
    copied: int = 0
    interrupted: bool = False


def rebuild_palace(site: Site, embedding: Callable[[int, int], None] | None = None, embedder: Embedder | None = None) -> Rebuilt:
    """Make the records anew from text, compare, swap; then make the vectors that are missing, and the copy in Chroma anew.

    Args:
        site: The palace.
        embedding: Told how many vectors of how many are made; None: none are made now, and no copy.
        embedder: In place of the one that is set; its vectors are made beside the present ones, which go when all are there.

    Raises:
        Busy: another process does it, or writes to the copy.
        VaultError: the new records lack something; the present ones stay.
        ServiceError: a server failed, the embedder's or Chroma's; the present vectors stay.
    """
    if embedder is not None:
        site.palace.embedder = embedder
    records = renew(site.palace, lambda fresh: _fill(site, fresh))
    made = 0
    with closing(site.palace) as palace:
        try:
            made = palace.embed(embedding) if embedding else 0
            return Rebuilt(records, made, palace.copy(anew=True) if embedding else 0)
        except KeyboardInterrupt:
            return Rebuilt(records, made, interrupted=True)


def compress_palace(site: Site) -> Compressed:
    """Give back the room of what is superseded, and bring the copy in Chroma in line, if there is one.

    Raises:
        Busy, WriteError: the journal cannot be written and stays as it was, or another process writes to the copy.
        ServiceError: Chroma's server does not answer.
    """
    with closing(site.palace) as palace:
        found = compress(palace)
        if palace.has_copy:
            palace.copy()
        return found


def _fill(site: Site, fresh: Palace) -> int:
    """Mirror the vault, if there is one."""
    if site.wiki is None:
        return 0
    file_vault(site.wiki.vault, fresh, site.wiki.wing, site.wiki.retracted)
    return len(wanted(site.wiki.vault, site.wiki.retracted))
