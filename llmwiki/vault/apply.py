"""The gate: the one way in which files of the vault change. All of a change set is applied, or nothing of it."""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from llmwiki.errors import EditedMeanwhile, NameRefused, WikiError, WriteError
from llmwiki.vault.changes import Change, Changes, as_bytes
from llmwiki.vault.disk import make_folder, sha256_at, side_by_side, write_new, writing
from llmwiki.vault.journal import Journal
from llmwiki.vault.lock import vault_lock
from llmwiki.vault.operations import FileChange, Operation, next_number
from llmwiki.vault.places import Folders, place
from llmwiki.vault.recover import Recovery, finish, publish, recover, recover_locked, refuse, withdraw
from llmwiki.vault.snapshots import Snapshots
from llmwiki.vault.witness import witness

__all__ = ["FileChange", "Receipt", "apply", "recover", "vault_lock"]

_AT_ONCE = 500
"""Files whose bytes are prepared before the next ones are looked at."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What an apply did.

    Attributes:
        operation: Its number for ``wiki undo``; 0 when there was nothing to do.
        action: The verb.
        files: Every file that changed, sorted by path.
        recovered: An unfinished earlier write that was put right first, if there was one.
    """

    operation: int
    action: str
    files: tuple[FileChange, ...] = ()
    recovered: Recovery | None = None

    @property
    def created(self) -> tuple[FileChange, ...]:
        """Files that are new and were not moved."""
        return tuple(file for file in self.files if file.before is None and not file.moved_from)

    @property
    def updated(self) -> tuple[FileChange, ...]:
        """Files that hold other bytes now."""
        return tuple(file for file in self.files if file.before and file.after and not file.moved_from)

    @property
    def moved(self) -> tuple[FileChange, ...]:
        """Files under their new path; ``moved_from`` is the old one."""
        return tuple(file for file in self.files if file.moved_from)

    @property
    def deleted(self) -> tuple[FileChange, ...]:
        """Files that are gone and were not moved."""
        sources = {file.moved_from for file in self.files}
        return tuple(file for file in self.files if file.after is None and file.path not in sources)


def apply(changes: Changes, *, action: str, now: str, undoes: int = 0, leaving: tuple[str, ...] = ()) -> Receipt:
    """Apply ``changes`` whole, safe against crashes and other writers.

    Args:
        changes: The plan.
        action: The verb, for the record of operations.
        now: ISO time for the record.
        undoes: Number of the operation that this takes back.
        leaving: Folders to remove afterwards if they are empty, children first.

    Raises:
        EditedMeanwhile: A file is not what the plan expects. Nothing was written.
        NameRefused: A path leads through a link, or a new name differs from a present one in case only.
        Busy: Another process holds the vault's lock.
        WriteError: The disk refused. The vault is as before, unless the message says that the next start puts it right.
    """
    if not changes:
        return Receipt(0, action)
    root = changes.root
    with vault_lock(root, command=f"wiki {action}"):
        recovered = recover_locked(root)
        operation = _operation(changes, Operation(0, action, now, (), undoes=undoes))
        journal = Journal("prepare", operation, _stages(operation), leaving)
        _carry_out(root, journal, changes)
    witness(root, operation)
    return Receipt(operation.number, action, operation.files, recovered)


def _operation(changes: Changes, kind: Operation) -> Operation:
    """Check the plan against the disk and say what will happen to which file."""
    root = changes.root
    _check_names(changes)
    files = tuple(_file_change(root, path, change) for path, change in changes.planned.items())
    edited = [file.path for file, change in zip(files, changes.planned.values(), strict=True) if file.before != change.expect]
    if edited:
        message = f"{', '.join(edited)}: changed since this was planned; nothing was written."
        raise EditedMeanwhile(message, "Run the command again.")
    return Operation(next_number(root), kind.action, kind.time, files, _missing_folders(root, files), kind.undoes)


def _check_names(changes: Changes) -> None:
    folders = Folders(changes.root)
    for path, change in changes.planned.items():
        if change.after is None:
            folders.free(path)
    for path, change in sorted(changes.planned.items(), key=lambda item: item[0].startswith(".wiki/")):  # a page is named before its record
        twin = folders.twin(path) if change.expect is None else None
        if twin:
            message = f"{path!r} cannot be written beside {twin!r}: on many systems the two are one file."
            raise NameRefused(message, f"Choose another name, or rename {twin!r} to {path[: len(twin)]!r}.")


def _file_change(root: Path, path: str, change: Change) -> FileChange:
    target = place(root, path)
    with writing(path):
        before = sha256_at(target)
        if before is not None and change.moved_from and change.expect is None and target.samefile(root / change.moved_from):
            before = None  # the same file under a name that differs in case, where case does not count
        origin = root / change.moved_from if change.moved_from else target
        mode = stat.S_IMODE(origin.stat().st_mode) if origin.is_file() else change.mode
    return FileChange(path, before, change.after, change.moved_from, mode)


def _missing_folders(root: Path, files: tuple[FileChange, ...]) -> tuple[str, ...]:
    wanted = {parent.as_posix() for file in files if file.after for parent in PurePosixPath(file.path).parents}
    return tuple(folder for folder in sorted(wanted) if not (root / folder).is_dir())


def _stages(operation: Operation) -> dict[str, str]:
    """Temporary names beside the targets; the dot hides them from Obsidian."""
    written = [PurePosixPath(file.path) for file in operation.files if file.after]
    return {str(path): str(path.with_name(f".wiki-{operation.number}-{index}.tmp")) for index, path in enumerate(written)}


def _carry_out(root: Path, journal: Journal, changes: Changes) -> None:
    with writing("the write journal"):
        journal.save(root)
    try:
        _prepare(root, journal, changes)
        journal = journal.publishing()
        with writing("the write journal"):
            journal.save(root)
        publish(root, journal, refuse)
        finish(root, journal)
    except BaseException as failure:
        _take_back(root, journal, failure)
        raise


def _take_back(root: Path, journal: Journal, failure: BaseException) -> None:
    try:
        withdraw(root, journal)
    except WikiError as second:
        message = f"{failure} Taking the change back failed as well: {second.message}"
        raise WriteError(message, "The next wiki command that writes will finish it or take it back; no text is lost.") from failure


def _prepare(root: Path, journal: Journal, changes: Changes) -> None:
    """Keep the old and the new bytes, and lay every new file beside its target."""
    store = Snapshots(root)
    for folder in sorted({(root / stage).parent for stage in journal.stages.values()}):
        with writing(folder.name):
            make_folder(folder)
    planned, files = changes.planned, journal.operation.files
    for at in range(0, len(files), _AT_ONCE):
        side_by_side(list(_work(root, store, journal, planned, files[at : at + _AT_ONCE]).values()))
    with writing("the snapshots"):
        store.flush()


def _work(
    root: Path, store: Snapshots, journal: Journal, planned: Mapping[str, Change], files: tuple[FileChange, ...]
) -> dict[str, Callable[[], None]]:
    """What there is to do for some files."""
    work: dict[str, Callable[[], None]] = {}
    for file in files:
        change = planned[file.path]
        if file.before is not None:
            work.setdefault(file.before, partial(_keep, store, file.path, file.before, root))
        if isinstance(change.source, bytes | str) and file.after is not None:
            work.setdefault(file.after, partial(_keep, store, file.path, file.after, change.source))
        if change.source is not None:
            work[file.path] = partial(_stage, root, journal.stages[file.path], change, file)
    return work


def _keep(store: Snapshots, path: str, sha256: str, source: bytes | str | Path) -> None:
    """Keep bytes, those of a text, or those of the file at ``path`` below a folder."""
    with writing(path):
        store.put(sha256, source / path if isinstance(source, Path) else as_bytes(source))


def _stage(root: Path, stage: str, change: Change, file: FileChange) -> None:
    source = change.source if isinstance(change.source, Path) else as_bytes(change.source or b"")
    with writing(file.path):
        written = write_new(root / stage, source, change.mode if change.mode is not None else file.mode)
    if written != file.after:
        refuse(str(change.source) if isinstance(change.source, Path) else file.path)
