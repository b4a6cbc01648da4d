"""``wiki archive``: a page leaves the wiki for ``_archive/``, and can come back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.errors import NameRefused, VaultError
from llmwiki.scribe.choosing import page_named
from llmwiki.scribe.relisting import House
from llmwiki.scribe.shelving import Shelf, plan_shelf
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.own_files import ARCHIVE, NESTED, is_archived

if TYPE_CHECKING:
    from llmwiki.vault.rename import Loose
    from llmwiki.vault.vault import Vault
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Archived:
    """What happened to a page, or would happen.

    Attributes:
        source, target: Path before and after; ``target`` is empty when there was nothing to do.
        successor: The page that links lead to instead; empty when they follow.
        links: How many links were rewritten.
        files: Files whose links change, by their path before.
        loose: Links that cannot follow.
        unread: Notes and folders that could not be read, so that links in them stay as they are.
        diff: The whole change, for a dry run.
        receipt: What was written; None when nothing was.
    """

    source: str
    target: str
    successor: str = ""
    links: int = 0
    files: tuple[str, ...] = ()
    loose: tuple[Loose, ...] = ()
    unread: tuple[str, ...] = ()
    diff: str = ""
    receipt: Receipt | None = None


def archive(wiki: Workspace, page: str, *, reason: str = "", successor: str = "", dry_run: bool = False, now: str = "") -> Archived:
    """Move a page into the archive.

    Args:
        wiki: The opened wiki.
        page: Its path, name, title or alias.
        reason: Why, for the log.
        successor: The page that links lead to from then on; empty: they follow into the archive.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.

    Raises:
        VaultError: There is no such page, or the name fits several.
        NameRefused: It is no page, its own successor, or its place in the archive is taken.
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if dry_run:
        return _archive(wiki, page, (reason, successor), "")
    with vault_lock(wiki.root, command="wiki archive"):
        recover(wiki.root)
        return _archive(wiki, page, (reason, successor), now or wiki.today.isoformat())


def unarchive(wiki: Workspace, page: str, *, dry_run: bool = False, now: str = "") -> Archived:
    """Bring a page back from the archive; links that lead to a successor stay there.

    Args:
        wiki: The opened wiki.
        page: Its path in the archive or the one from before, its name, title or alias.
        dry_run, now: As for :func:`archive`.

    Raises:
        VaultError: There is no such page, or the name fits several.
        NameRefused: Its place is taken.
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if dry_run:
        return _unarchive(wiki, page, "")
    with vault_lock(wiki.root, command="wiki archive"):
        recover(wiki.root)
        return _unarchive(wiki, page, now or wiki.today.isoformat())


def _archive(wiki: Workspace, name: str, why: tuple[str, str], now: str) -> Archived:
    vault = wiki.vault
    reason, after = " ".join(why[0].split()), why[1]
    if not any(path in vault.files for path in (name, f"{name}.md")) and (shelved := _shelved(vault, name)):
        return Archived(shelved[0], "")
    page = page_named(vault, name)
    if is_archived(page):
        return Archived(page, "")
    successor = page_named(vault, after) if after else ""
    if successor == page or is_archived(successor):
        raise NameRefused(f"{successor} cannot take the place of {page}.", "Name a page that stays in the wiki.")
    nested = NESTED if page.startswith(NESTED) else ""
    target = f"{nested}{ARCHIVE}{page.removeprefix(nested)}"
    told = "; ".join(filter(None, (reason, f"now {target}", f"see {successor}" if successor else "")))
    return _move(wiki, Shelf(page, target, successor, told), now)


def _unarchive(wiki: Workspace, name: str, now: str) -> Archived:
    vault = wiki.vault
    shelved = _shelved(vault, name)
    if len(shelved) > 1:
        raise VaultError(f"{name!r} fits several files: {', '.join(shelved)}.", "Give the whole path.")
    page = shelved[0] if shelved else page_named(vault, name)
    if not is_archived(page):
        return Archived(page, "")
    nested = NESTED if page.startswith(NESTED) else ""
    target = nested + page.removeprefix(nested).removeprefix(ARCHIVE)
    return _move(wiki, Shelf(page, target, "", f"back as {target}"), now)


def _shelved(vault: Vault, name: str) -> list[str]:
    """Archived pages with this path, there or before, or this name."""
    bare = name.removesuffix(".md")
    whole = [path for path in vault.notes if is_archived(path) and bare in (stem := path.removesuffix(".md"), stem.replace(ARCHIVE, "", 1))]
    return whole or [path for path in vault.notes if is_archived(path) and path.rpartition("/")[2].removesuffix(".md") == bare]


def _move(wiki: Workspace, shelf: Shelf, now: str) -> Archived:
    vault = wiki.vault
    if shelf.target in vault.files:
        raise NameRefused(f"{shelf.target} is there already.", f"Give it another name first: wiki mv {shelf.target} NAME")
    changes = Changes(wiki.root)
    house = House(wiki.schema, wiki.config.language, wiki.folder, wiki.today)
    rename = plan_shelf(vault, wiki.ledger, changes, shelf, house)
    diff = "" if now else changes.diff()
    receipt = apply(changes, action="archive", now=now) if now else None
    unread = tuple(path for path, _ in vault.unread)
    return Archived(
        shelf.source, shelf.target, shelf.successor, rename.links, tuple(sorted(rename.texts)), rename.loose, unread, diff, receipt
    )
