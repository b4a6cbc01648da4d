"""Plans a page's way into the archive or back: its text, the links to it, the index, the log and the ledger."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import drop_state, write_state
from llmwiki.scribe.filing import digest
from llmwiki.scribe.joint_records import tombstone
from llmwiki.scribe.refiling import plan_files
from llmwiki.scribe.relisting import House, relist, without_entry
from llmwiki.scribe.upkeep import forget
from llmwiki.vault.frontmatter import read_frontmatter, remove_key, set_key
from llmwiki.vault.ledger import record_file, record_text
from llmwiki.vault.own_files import is_archived
from llmwiki.vault.rename import Rename, plan_rename
from llmwiki.vault.rename_records import renamed_pages, written_last

if TYPE_CHECKING:
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.vault import Vault

_STATUS, _BEFORE, _SUCCESSOR = "status", "status_before", "superseded_by"
_SHELVED = "superseded"
_EMPTY_BLOCK = re.compile(r"\A(\ufeff?)---\r?\n---\r?\n")


@dataclass(frozen=True, slots=True)
class Shelf:
    """One page's way: ``source`` and ``target`` by path, the ``successor`` that links lead to (or empty), and what the log says."""

    source: str
    target: str
    successor: str
    told: str


def plan_shelf(vault: Vault, ledger: Ledger, changes: Changes, shelf: Shelf, house: House) -> Rename:
    """Plan all that changes when a page goes into the archive or comes back.

    Args:
        vault: As it is on disk.
        ledger: As it is.
        changes: Takes the plan.
        shelf: Which page goes where.
        house: Rules, folders and day.

    Raises:
        VaultError: The page's properties cannot be edited.
    """
    ahead = without_entry(vault, changes, shelf.source, house)
    rename = _renamed(ahead, shelf)
    text = _marked(ahead, shelf, rename.texts.get(shelf.source, vault.text(shelf.source)))
    texts = {**rename.texts, shelf.source: text}
    plan_files(vault, changes, {shelf.source: shelf.target}, texts)
    _plan_records(vault, ledger, changes, shelf, texts)
    row = ("archive" if is_archived(shelf.target) else "unarchive", shelf.source, shelf.told)
    relist(vault, changes, row, house)
    return rename


def _renamed(vault: Vault, shelf: Shelf) -> Rename:
    leads = {shelf.source: shelf.successor} if shelf.successor else None
    return plan_rename(vault, {shelf.source: shelf.target}, leads)


def _marked(vault: Vault, shelf: Shelf, text: str) -> str:
    """The page's text with its status, or with the one from before."""
    front = read_frontmatter(text)
    if not is_archived(shelf.target):
        before = front.text(_BEFORE)
        text = set_key(text, _STATUS, before) if before else remove_key(text, _STATUS) if front.text(_STATUS) == _SHELVED else text
        text = remove_key(remove_key(text, _BEFORE), _SUCCESSOR)
        return _EMPTY_BLOCK.sub(r"\1", text)
    status = front.text(_STATUS)
    text = set_key(text, _STATUS, _SHELVED)
    if status and status != _SHELVED:
        text = set_key(text, _BEFORE, status)
    if shelf.successor:
        then = vault.overlay({shelf.source: None, shelf.target: ""})
        text = set_key(text, _SUCCESSOR, f"[[{then.resolver.link_text(shelf.successor, shelf.target)}]]")
    return text


def _plan_records(vault: Vault, ledger: Ledger, changes: Changes, shelf: Shelf, texts: dict[str, str]) -> None:
    others = {path: record for path, record in ledger.pages.items() if path not in (shelf.source, shelf.target)}
    for page in renamed_pages(vault, others, {}, texts, lambda bases: _renamed(bases, shelf).texts):
        write_state(changes, record_file(page), record_text(page))
    if is_archived(shelf.target):
        _bury(vault, ledger, changes, shelf)
        forget(changes, shelf.source)
    elif shelf.target in ledger.pages:
        _revive(ledger.pages[shelf.target], changes, texts[shelf.source])


def _bury(vault: Vault, ledger: Ledger, changes: Changes, shelf: Shelf) -> None:
    """A tombstone with the text that the tool wrote last, for the day when the page comes back; no citation names the page any more."""
    base = written_last(vault, ledger.pages[shelf.source]) if shelf.source in ledger.pages else None
    record = tombstone(vault, ledger, shelf.source, base or "")
    if record is not None:
        write_state(changes, record_file(record), record_text(record))


def _revive(record: PageRecord, changes: Changes, text: str) -> None:
    if not record.base:  # a note of a person's, which the tool never wrote
        drop_state(changes, record_file(record))
        return
    is_same = digest(text) == record.sha256
    alive = replace(record, deleted=False, base="" if is_same else record.base)
    write_state(changes, record_file(alive), record_text(alive))
