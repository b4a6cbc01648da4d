"""``wiki mine``: folders and conversation archives into a palace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.errors import ConfigError
from llmwiki.mining.account import Account, Order
from llmwiki.mining.miner import Miner
from llmwiki.sources.progress import UNWATCHED, Watch

if TYPE_CHECKING:
    from llmwiki.workspace import Site


@dataclass(frozen=True, slots=True)
class Mined:
    """What a run did, or would do.

    Attributes:
        account: What became of every input.
        vectors: How many were made.
        copied: Drawers and closets brought over into Chroma.
        interrupted: Whether someone stopped it; what is counted is kept.
    """

    account: Account
    vectors: int = 0
    copied: int = 0
    interrupted: bool = False


def mine(site: Site, folders: Sequence[Path], order: Order, watch: Watch = UNWATCHED) -> Mined:
    """File folders in a palace, each as far as it is new or changed.

    Args:
        site: The palace.
        folders: Folders or single files.
        order: What is wanted.
        watch: Told of each input.

    Raises:
        ConfigError: a wing is a vault's.
        Busy, WriteError: the palace cannot be written; what was filed before stays.
    """
    if site.wiki is not None and order.wing == site.wiki.wing:
        raise ConfigError(f"the wing {order.wing!r} is that of this vault", "name another one with --wing")
    miner = Miner(site.palace, replace(order, topics=site.settings.topic_wings), watch)
    watch.begin("read", 0)
    try:
        for folder in folders:
            miner.take(folder)
    except KeyboardInterrupt:
        return Mined(miner.account, interrupted=True)
    return Mined(miner.account)


def add_vectors(site: Site, mined: Mined, progress: Callable[[int, int], None]) -> Mined:
    """Make the vectors that are missing, and bring the copy in Chroma in line; what is done stays when it is interrupted.

    Raises:
        ServiceError: a server failed, the embedder's or Chroma's; all is filed.
        Busy: another process writes to the copy.
    """
    with closing(site.palace) as palace:
        try:
            mined = replace(mined, vectors=palace.embed(progress))
            return replace(mined, copied=palace.copy())
        except KeyboardInterrupt:
            return replace(mined, interrupted=True)
