"""``wiki mv``: another name or folder for a file; every link to it follows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.errors import NameRefused, VaultError
from llmwiki.scribe.catalogue import add_log
from llmwiki.scribe.refiling import plan_files, plan_records
from llmwiki.scribe.upkeep import follow
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.own_files import LOG, is_own, own_file
from llmwiki.vault.rename import Loose, Rename, plan_rename, with_alias
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace

_UNLINKABLE = frozenset("#^[]|")


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move did, or would do.

    Attributes:
        source, target: Path before and after.
        links: How many links follow.
        files: Files whose links change, by their path before.
        loose: Links that cannot follow.
        unread: Notes and folders that could not be read, so that links in them stay as they are.
        notes: What a person should know besides, one sentence each.
        diff: The whole change, for a dry run.
        receipt: What was written; None for a dry run.
    """

    source: str
    target: str
    links: int
    files: tuple[str, ...]
    loose: tuple[Loose, ...]
    unread: tuple[str, ...]
    notes: tuple[str, ...]
    diff: str = ""
    receipt: Receipt | None = None


def move(wiki: Workspace, note: str, to: str, *, dry_run: bool = False, now: str = "") -> Moved:
    """Rename or move a note or an attachment.

    Args:
        wiki: The opened wiki.
        note: Its path, or its name as in a wikilink.
        to: A new name (in the same folder), a path, or a folder with a final ``/``.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.

    Raises:
        VaultError: There is no such file, or the name fits several.
        NameRefused: The file keeps its name, or the new one is taken, unsafe, or cannot stand in a link.
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if dry_run:
        return _move(wiki, note, to, "")
    with vault_lock(wiki.root, command="wiki mv"):
        recover(wiki.root)
        return _move(wiki, note, to, now or wiki.today.isoformat())


def _move(wiki: Workspace, note: str, to: str, now: str) -> Moved:
    source = _source(wiki, note)
    target = _target(wiki, source, to)
    rename = plan_rename(wiki.vault, {source: target})
    changes = Changes(wiki.root)
    notes = _plan(wiki, changes, rename, (source, target))
    if own_file(LOG, wiki.vault.files) in wiki.vault.files:
        future = wiki.vault.overlay(changes.overlay())
        add_log(future, changes, [("mv", source, f"now {target}")], wiki.today, (wiki.schema, wiki.config.language))
    diff = "" if now else changes.diff()
    receipt = apply(changes, action="mv", now=now) if now else None
    unread = tuple(path for path, _ in wiki.vault.unread)
    return Moved(source, target, rename.links, tuple(sorted(rename.texts)), rename.loose, unread, notes, diff, receipt)


def _source(wiki: Workspace, note: str) -> str:
    found = Found(note) if note in wiki.vault.files else wiki.vault.resolver.resolve(note, "")
    if not isinstance(found, Found):
        raise VaultError(f"There is no file {note!r}.", f"Did you mean {found.near[0]!r}?" if found.near else "Give its path in the vault.")
    if found.rivals:
        raise VaultError(f"{note!r} fits several files: {', '.join([found.path, *found.rivals])}.", "Give the whole path.")
    if is_own(found.path):
        raise NameRefused(f"{found.path} keeps its name: the tool finds it by that.", "Move another file.")
    if found.path.startswith("raw/"):
        raise NameRefused(f"{found.path} is a source and keeps its name: citations rest on it.", "`wiki retract` takes a source out.")
    return found.path


def _target(wiki: Workspace, source: str, to: str) -> str:
    here = PurePosixPath(source)
    if not to.strip():
        raise NameRefused("The new name is empty.", "Give a name, a path, or a folder with a final slash.")
    if to.endswith("/") or any(path.startswith(f"{to}/") for path in wiki.vault.files):
        target = f"{to.strip('/')}/{here.name}".lstrip("/")
    else:
        target = to if "/" in to else str(here.with_name(to))
        target += "" if target.lower().endswith(here.suffix.lower()) else here.suffix
    if _UNLINKABLE & set(PurePosixPath(target).name):
        raise NameRefused(f"{target!r} holds one of # ^ [ ] |, which cannot stand in a link.", "Choose another name.")
    if target in wiki.vault.files:
        raise NameRefused(f"{target} is there already.", "Choose another name.")
    if target.startswith("raw/"):
        raise NameRefused("raw/ is for sources.", "`wiki ingest FILE` captures one.")
    return target


def _plan(wiki: Workspace, changes: Changes, rename: Rename, moved: tuple[str, str]) -> tuple[str, ...]:
    """Plan the file, the texts of all that link to it, and the records of both; returns what a person should know."""
    source, target = moved
    notes: list[str] = []
    texts = dict(rename.texts)
    if source in wiki.vault.notes:
        texts.setdefault(source, wiki.vault.text(source))
        try:
            texts[source] = with_alias(texts[source], *moved)
        except VaultError as error:
            notes.append(f"The old name is no alias of {target}: {error.message}.")
    moves = {source: target}
    plan_files(wiki.vault, changes, moves, texts)
    plan_records(wiki.vault, wiki.ledger, changes, moves, texts)
    follow(changes, moves)
    return tuple(notes)
