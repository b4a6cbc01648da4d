"""The index and the log around a page that goes or moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.catalogue import add_log, update_index
from llmwiki.vault.changes import Changes
from llmwiki.vault.own_files import INDEX, LOG, own_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from llmwiki.vault.schema import Schema
    from llmwiki.vault.vault import Vault


class House(NamedTuple):
    """What index and log are kept by: the vault's rules, its language, kind of page to folder, today."""

    schema: Schema
    language: str
    folder: Callable[[str], str]
    today: date


def without_entry(vault: Vault, changes: Changes, page: str, house: House) -> Vault:
    """Plan an index that does not list a page, and give the vault with it; links in the index's prose stay as they are.

    A vault without an index gets none.
    """
    if own_file(INDEX, vault.files) not in vault.files:
        return vault
    listed = Changes(changes.root)
    update_index(vault.overlay({page: None}), listed, house.schema, house.language, house.folder)
    for path, text in listed.overlay().items():
        changes.write(path, text or "", expect=vault.sha256(path) if path in vault.files else None)
    return vault.overlay(listed.overlay())


def relist(vault: Vault, changes: Changes, row: tuple[str, str, str], house: House) -> None:
    """Plan index and log for the vault as it will be, where it has them; ``row`` is action, target and notes."""
    if own_file(INDEX, vault.files) in vault.files:
        update_index(vault.overlay(changes.overlay()), changes, house.schema, house.language, house.folder)
    if own_file(LOG, vault.files) in vault.files:
        add_log(vault.overlay(changes.overlay()), changes, [row], house.today, (house.schema, house.language))
