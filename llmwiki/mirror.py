"""``wiki mirror``: bring the palace in line with the vault, and make the vectors that are missing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.palace.filing import Synced
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Mirrored:
    """What a mirror run did.

    Attributes:
        files: Of the vault, how many were new, changed, gone or the same.
        drawers: In the palace now, those of other origins too.
        vectors: Made in this run.
        model: Key of the identity of the model whose vectors are searched; empty when there are none.
        copied: Drawers and closets brought over into Chroma.
    """

    files: Synced
    drawers: int
    vectors: int
    model: str
    copied: int


def mirror(wiki: Workspace, progress: Callable[[int, int], None], *, vectors: bool = True) -> Mirrored:
    """File what is new or changed in the vault, take out what is gone, and make vectors.

    Words can be searched when the files are in; an interrupt while vectors are made keeps those that are done.

    Args:
        wiki: The opened wiki.
        progress: Told how many vectors of how many are made.
        vectors: Whether to make them.

    Raises:
        ServiceError: A server failed, the embedder's or Chroma's; what was done before is kept.
        Busy: Another process writes to the copy in Chroma.
    """
    with closing(wiki.palace) as palace:
        files = wiki.fill_palace()
        palace.follow()
        made = palace.embed(progress) if vectors else 0
        copied = palace.copy() if vectors else 0
        return Mirrored(files, palace.count, made, palace.model, copied)
