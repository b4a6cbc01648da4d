"""``wiki rebuild``: throw the caches away and make them again from the vault's text."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.shelves import file_vault, wanted
from llmwiki.vault.apply import recover, vault_lock
from llmwiki.vault.disk import writing
from llmwiki.vault.vault import Vault

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was made again.

    Attributes:
        notes: Notes parsed.
        indexed: Pages and sources in the word index.
    """

    notes: int
    indexed: int


def rebuild(wiki: Workspace) -> Rebuilt:
    """Drop everything in the cache folder and make it again; nothing else is touched.

    Raises:
        Busy: Another process writes to this vault.
        WriteError: The cache folder cannot be emptied.
    """
    with vault_lock(wiki.root, command="wiki rebuild"):
        recover(wiki.root)
        with writing(str(wiki.cache_dir)):
            if wiki.cache_dir.is_dir():
                shutil.rmtree(wiki.cache_dir)
        vault = Vault.open(wiki.root, cache_dir=wiki.cache_dir)
        vault.keep()
        file_vault(vault, wiki.palace, wiki.wing, wiki.retracted)
        wiki.palace.follow()
        return Rebuilt(len(vault.notes), len(wanted(vault, wiki.retracted)))
