"""``wiki mine``: folders and conversation archives into a palace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
        interrupted: Whether someone stopped it; what is counted is kept.
    """

    account: Account
    vectors: int = 0
    interrupted: bool = False


def mine(site: Site, folders: Sequence[Path], order: Order, watch: Watch = UNWATCHED, *, vectors: bool = True) -> Mined:
    """File folders in a palace, each as far as it is new or changed; then make vectors.

    Args:
        site: The palace.
        folders: Folders or single files.
        order: What is wanted.
        watch: Told of each input, and of the vectors.
        vectors: Whether those that are missing are made now.

    Raises:
        ConfigError: a wing is a vault's.
        Busy, WriteError: the palace cannot be written; what was filed before stays.
        ServiceError: the embedder's server failed; all is filed.
    """
    if site.wiki is not None and order.wing == site.wiki.root.name:
        raise ConfigError(f"the wing {order.wing!r} is that of this vault", "name another one with --wing")
    miner = Miner(site.palace, order, watch)
    watch.begin("read", 0)
    try:
        for folder in folders:
            miner.take(folder)
        wanted = vectors and not order.dry_run
        made = site.palace.embed(lambda done, total: watch.counted("vectors", done, total)) if wanted else 0
    except KeyboardInterrupt:
        return Mined(miner.account, interrupted=True)
    return Mined(miner.account, made)
