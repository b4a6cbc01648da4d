"""``wiki merge``: two pages on one thing become one; every link to either leads there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.errors import NameRefused
from llmwiki.scribe.choosing import page_named, titled
from llmwiki.scribe.joint_records import plan_joint_records, plan_proposals, texts_written
from llmwiki.scribe.relisting import House, relist, without_entry
from llmwiki.scribe.uniting import Pair, unite
from llmwiki.scribe.upkeep import forget
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.linkpath import fold
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from llmwiki.scribe.uniting import United
    from llmwiki.vault.rename import Loose
    from llmwiki.vault.vault import Vault
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, or would do.

    Attributes:
        page: Path of the page that went; empty when it is part of the other already.
        into: Path of the page that stays.
        title: Its title.
        links: How many links follow.
        files: Other files whose links change.
        loose: Links that cannot follow.
        unread: Notes and folders that could not be read, so that links in them stay as they are.
        notes: What a person should know besides, one sentence each.
        diff: The whole change, for a dry run.
        receipt: What was written; None when nothing was.
    """

    page: str
    into: str
    title: str = ""
    links: int = 0
    files: tuple[str, ...] = ()
    loose: tuple[Loose, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    diff: str = ""
    receipt: Receipt | None = None


def merge(wiki: Workspace, page: str, into: str, *, title: str = "", dry_run: bool = False, now: str = "") -> Merged:
    """Join a page to another.

    Args:
        wiki: The opened wiki.
        page: Path, name, title or alias of the page that goes.
        into: The same of the page that stays where it is.
        title: A new title for it; empty keeps its own.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.

    Raises:
        VaultError: There is no such page, a name fits several, or a page cannot be joined as it is written.
        NameRefused: The two are one page, one is no page, or the title is taken or cannot be one.
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if dry_run:
        return _merge(wiki, (page, into), title, "")
    with vault_lock(wiki.root, command="wiki merge"):
        recover(wiki.root)
        return _merge(wiki, (page, into), title, now or wiki.today.isoformat())


def _merge(wiki: Workspace, names: tuple[str, str], title: str, now: str) -> Merged:
    vault, ledger = wiki.vault, wiki.ledger
    into = page_named(vault, names[1])
    if _is_part(vault, names[0], into):
        return Merged("", into)
    pair = Pair(page_named(vault, names[0]), into)
    _refuse(vault, pair, title)
    changes = Changes(wiki.root)
    house = House(wiki.schema, wiki.config.language, wiki.folder, wiki.today)
    ahead = without_entry(vault, changes, pair.page, house)
    united = unite(ahead, pair, texts_written(vault, ledger, pair), wiki.today.isoformat(), title.strip())
    _plan_texts(vault, changes, pair, united)
    plan_joint_records(vault, ledger, changes, pair, united)
    waiting = plan_proposals(changes, pair)
    forget(changes, pair.page)
    relist(vault, changes, ("merge", pair.page, f"into {pair.into}"), house)
    diff = "" if now else changes.diff()
    receipt = apply(changes, action="merge", now=now) if now else None
    notes = (f"a proposal for {pair.into} waits: `wiki review` shows it",) if waiting else ()
    unread = tuple(path for path, _ in vault.unread)
    return Merged(*pair, united.names.title, united.links, tuple(sorted(united.texts)), united.loose, unread, notes, diff, receipt)


def _is_part(vault: Vault, name: str, into: str) -> bool:
    """Whether there is no file of the name any more, and it is an alias of the page that stays."""
    if name in vault.files or isinstance(vault.resolver.resolve(name, ""), Found):
        return False
    aliases = {fold(alias) for alias in vault.page(into).frontmatter.items("aliases")}
    return fold(name.rpartition("/")[2].removesuffix(".md").strip()) in aliases


def _refuse(vault: Vault, pair: Pair, title: str) -> None:
    if pair.page == pair.into:
        raise NameRefused(f"{pair.page} cannot be merged with itself.", "Name two pages.")
    if title and (not title.strip() or not title.isprintable()):
        raise NameRefused("The title is empty or holds a line end.", "Give a title of one line.")
    others = [path for path in titled(vault, title) if path not in pair] if title else []
    if others:
        raise NameRefused(f"{title!r} is a name of {others[0]} already.", "Choose another title.")


def _plan_texts(vault: Vault, changes: Changes, pair: Pair, united: United) -> None:
    changes.delete(pair.page, expect=vault.sha256(pair.page))
    for path, text in {**united.texts, pair.into: united.text}.items():
        changes.write(path, text, expect=vault.sha256(path))
