"""Finish or take back a write that was cut short, so that the vault is as it was before or after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from llmwiki.errors import EditedMeanwhile
from llmwiki.vault.disk import make_folder, remove, remove_folder, replace, sha256_at, sync_folder, write_new, writing
from llmwiki.vault.journal import FILE, Journal, drop_journal, load_journal
from llmwiki.vault.lock import vault_lock
from llmwiki.vault.operations import FileChange, forget, record
from llmwiki.vault.places import fold, place
from llmwiki.vault.snapshots import Snapshots


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was put right.

    Attributes:
        direction: ``finished`` or ``taken back``.
        action: The verb of the write that had been cut short.
        paths: Files of that write.
        kept: Files among them that somebody edited since; they were left alone.
    """

    direction: Literal["finished", "taken back"]
    action: str
    paths: tuple[str, ...]
    kept: tuple[str, ...] = ()


def pending(root: Path) -> bool:
    """Whether an unfinished write waits for :func:`recover` (or is running now). Costs one look at the disk."""
    return (root / FILE).exists()


def recover(root: Path) -> Recovery | None:
    """Put an unfinished write right; None when there is none.

    Raises:
        Busy: The write is still running in another process.
        WriteError: The disk refused; the journal stays for the next start.
        VaultError: The journal cannot be read.
    """
    if not pending(root):
        return None
    with vault_lock(root, command="recovery"):
        return recover_locked(root)


def recover_locked(root: Path) -> Recovery | None:
    """The same for a caller that holds the vault's lock."""
    journal = load_journal(root)
    if journal is None:
        return None
    paths = tuple(file.path for file in journal.operation.files)
    if journal.phase == "publish" and _can_finish(root, journal):
        edited = publish(root, journal, _keep)
        finish(root, journal)
        return Recovery("finished", journal.operation.action, paths, tuple(edited))
    edited = withdraw(root, journal)
    return Recovery("taken back", journal.operation.action, paths, tuple(edited))


def refuse(path: str) -> None:
    """What a running apply does about a file that changed since it was planned. Raises EditedMeanwhile."""
    raise EditedMeanwhile(f"{path} was changed by someone else meanwhile; nothing was written.", "Run the command again.")


def _keep(path: str) -> None:
    """What recovery does about it: the edit stays, and the report names it."""


def publish(root: Path, journal: Journal, edited: Callable[[str], None]) -> list[str]:
    """Put every staged file in its place and take away those that go. Steps already done are passed over.

    Args:
        root: The vault's folder.
        journal: Its plan, complete.
        edited: Called for a file that holds neither its old nor its new bytes; such a file stays as it is.

    Returns:
        The files that ``edited`` was called for.
    """
    left = []
    for file in in_order(journal.operation.files):
        target = place(root, file.path)
        with writing(file.path):
            present = sha256_at(target)
            if present == file.before:
                _publish_one(root, journal, file, target)
            elif present != file.after:
                edited(file.path)
                left.append(file.path)
    for folder in sorted({place(root, file.path).parent for file in journal.operation.files}):
        with writing(folder.name):
            if folder.is_dir():
                sync_folder(folder)
    return left


def _publish_one(root: Path, journal: Journal, file: FileChange, target: Path) -> None:
    if file.after is None:
        remove(target)
        return
    stage = root / journal.stages[file.path]
    if sha256_at(stage) != file.after:
        remove(stage)
        make_folder(stage.parent)
        write_new(stage, Snapshots(root).file(file.after), file.mode)
    replace(stage, target)


def in_order(files: tuple[FileChange, ...]) -> list[FileChange]:
    """Writes first, so that a reader always sees a moved file; but a name that only changes case goes before its new form comes."""
    written = {fold(file.path) for file in files if file.after is not None}
    return sorted(files, key=lambda file: (file.after is None) * (-1 if fold(file.path) in written else 1))


def finish(root: Path, journal: Journal) -> None:
    """Record the operation, clear up, and let go of the journal. Raises WriteError."""
    with writing("the record of this change"):
        record(root, journal.operation)
        _clear(root, journal)
        for folder in journal.leaving:
            remove_folder(root / folder)
        drop_journal(root)


def withdraw(root: Path, journal: Journal) -> list[str]:
    """Put the vault back as it was before ``journal``; returns files that were left alone because somebody edited them.

    Raises:
        WriteError: The disk refused; the journal stays.
    """
    left = []
    for file in reversed(in_order(journal.operation.files)) if journal.phase == "publish" else ():
        target = place(root, file.path)
        with writing(file.path):
            present = sha256_at(target)
            if present == file.after:
                _restore(root, journal, file, target)
            elif present != file.before:
                left.append(file.path)
    with writing("the record of this change"):
        forget(root, journal.operation.number)
        _clear(root, journal)
        for folder in reversed(journal.operation.folders):
            remove_folder(root / folder)
        drop_journal(root)
    return left


def _restore(root: Path, journal: Journal, file: FileChange, target: Path) -> None:
    if file.before is None:
        remove(target)
    else:
        stage = target.parent / f".wiki-{journal.operation.number}-back.tmp"
        remove(stage)
        make_folder(stage.parent)
        write_new(stage, Snapshots(root).file(file.before), file.mode)
        replace(stage, target)
    sync_folder(target.parent)


def _clear(root: Path, journal: Journal) -> None:
    for stage in journal.stages.values():
        remove(root / stage)


def _can_finish(root: Path, journal: Journal) -> bool:
    store = Snapshots(root)
    for file in journal.operation.files:
        done = file.after is None or store.has(file.after) or sha256_at(root / journal.stages[file.path]) == file.after
        if not done and sha256_at(root / file.path) == file.before:
            return False
    return True
