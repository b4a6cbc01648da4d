"""Take back the last operation, byte for byte."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from llmwiki.errors import EditedMeanwhile, VaultError
from llmwiki.vault.apply import Receipt, apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_at, writing
from llmwiki.vault.lock import vault_lock
from llmwiki.vault.operations import FileChange, Operation, forget, kept, last_to_undo, operations
from llmwiki.vault.recover import recover_locked
from llmwiki.vault.snapshots import Snapshots

KEEP_OPERATIONS = 50
KEEP_DAYS = 30


def undo(root: Path, *, now: str) -> Receipt:
    """Take back the newest operation that still stands; done again, the one before it.

    Raises:
        VaultError: There is nothing to take back, or the bytes from before are no longer kept.
        EditedMeanwhile: Files were edited since; nothing is done.
    """
    with vault_lock(root, command="wiki undo"):
        recover_locked(root)
        operation = last_to_undo(root)
        if operation is None:
            raise VaultError("There is nothing to take back.", "Older states are in git.")
        _refuse_edited(root, operation)
        leaving = tuple(reversed(operation.folders))
        return apply(inverse(root, operation), action="undo", now=now, undoes=operation.number, leaving=leaving)


def inverse(root: Path, operation: Operation) -> Changes:
    """The changes that lead back to the state before ``operation``. Raises VaultError when its bytes are no longer kept."""
    changes = Changes(root)
    targets = {file.moved_from: file.path for file in operation.files if file.moved_from}
    for file in operation.files:
        if file.before is None:
            changes.delete(file.path, expect=str(file.after))
        else:
            origin = targets.get(file.path, "")
            changes.write(file.path, _bytes(root, file), expect=file.after, moved_from=origin, mode=file.mode, is_known=True)
    return changes


def prune(root: Path, *, now: str, keep: Collection[str] = ()) -> int:
    """Drop old operations and the snapshots that nothing needs any more.

    The last 50 operations and those of the last 30 days stay, with their bytes.

    Args:
        root: The vault's folder.
        now: ISO time.
        keep: Digests that are needed as the base of a merge: those in the ledger's page files.

    Returns:
        How many snapshots were removed.

    Raises:
        WriteError: The disk refused.
        Busy: Another process holds the vault's lock.
    """
    with vault_lock(root, command="prune"):
        recover_locked(root)
        done = operations(root)
        staying = kept(done, now, count=KEEP_OPERATIONS, days=KEEP_DAYS)
        with writing("the record of operations"):
            for operation in done:
                if operation not in staying:
                    forget(root, operation.number)
            needed = {digest for operation in staying for file in operation.files for digest in (file.before, file.after) if digest}
            return Snapshots(root).drop_except(needed | set(keep))


def _refuse_edited(root: Path, operation: Operation) -> None:
    edited = [file.path for file in operation.files if sha256_at(root / file.path) != file.after]
    if edited:
        message = f"Not taken back: {', '.join(edited)} changed since the {operation.action} of {operation.time}."
        raise EditedMeanwhile(message, "Undo your own edit first, or take the old text from git.")


def _bytes(root: Path, file: FileChange) -> bytes:
    data = Snapshots(root).get(str(file.before))
    if data is None:
        raise VaultError(f"The bytes of {file.path} from before are no longer kept.", "Take them from git.")
    return data
