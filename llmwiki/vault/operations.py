"""What was done to the vault, one small JSON file an operation, so that it can be taken back."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from llmwiki.vault.disk import remove, sync_folder, write_whole
from llmwiki.vault.places import LOCAL

FOLDER = f"{LOCAL}/operations"


@dataclass(frozen=True, slots=True)
class FileChange:
    """What happened to one file.

    Attributes:
        path: Vault-relative.
        before: Digest of the bytes that stood there; None: nothing did.
        after: Digest of the bytes that stand there now; None: nothing does.
        moved_from: The path that a moved file had.
        mode: Permissions of the file before, None when there was none.
    """

    path: str
    before: str | None
    after: str | None
    moved_from: str = ""
    mode: int | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One applied change set.

    Attributes:
        number: Counts up from 1 in this checkout.
        action: The verb, for people.
        time: As it was passed in, ISO.
        files: Every file that changed, sorted by path.
        folders: Folders that were made for it, parents first.
        undoes: Number of the operation that this one took back, 0 for none.
    """

    number: int
    action: str
    time: str
    files: tuple[FileChange, ...]
    folders: tuple[str, ...] = ()
    undoes: int = 0


def operation_from(data: dict[str, Any]) -> Operation:
    """The operation in parsed JSON. Raises KeyError or TypeError when it is none."""
    files = tuple(FileChange(**file) for file in data["files"])
    return Operation(**{**data, "files": files, "folders": tuple(data["folders"])})


def operations(root: Path) -> list[Operation]:
    """Every kept operation, the oldest first. A file that cannot be read is left out: it can't be taken back."""
    found = []
    for file in sorted((root / FOLDER).glob("[0-9]*.json")):
        try:
            found.append(operation_from(json.loads(file.read_bytes())))
        except (ValueError, KeyError, TypeError):
            continue
    return sorted(found, key=lambda operation: operation.number)


def next_number(root: Path) -> int:
    """One more than the highest number in use."""
    return max((int(file.stem) for file in (root / FOLDER).glob("[0-9]*.json") if file.stem.isdigit()), default=0) + 1


def record(root: Path, operation: Operation) -> None:
    """Keep the operation. Raises OSError."""
    write_whole(_file(root, operation.number), json_of(operation) + b"\n")


def json_of(value: object) -> bytes:
    """A dataclass, and those in it, as JSON of many lines.

    Written piece by piece: all pieces of a plan of thousands of files at once, and a copy of it as dictionaries, take many times the
    room of the text.
    """
    text = BytesIO()
    for piece in json.JSONEncoder(indent=1, default=_values).iterencode(value):
        text.write(piece.encode())
    return text.getvalue()


def _values(value: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return {entry.name: getattr(value, entry.name) for entry in fields(value)}


def forget(root: Path, number: int) -> None:
    """Take the record of an operation away, if there is one. Raises OSError."""
    file = _file(root, number)
    if file.exists():
        remove(file)
        sync_folder(file.parent)


def last_to_undo(root: Path) -> Operation | None:
    """The newest operation that neither is an undo nor was taken back."""
    done = operations(root)
    undone = {operation.undoes for operation in done}
    left = [operation for operation in done if not operation.undoes and operation.number not in undone]
    return left[-1] if left else None


def kept(done: Collection[Operation], now: str, *, count: int, days: int) -> list[Operation]:
    """The newest ``count`` operations and all that are at most ``days`` old at the ISO time ``now``."""
    ordered = sorted(done, key=lambda operation: operation.number)
    newest = {operation.number for operation in ordered[-count:]}
    limit = _moment(now) - timedelta(days=days)
    return [operation for operation in ordered if operation.number in newest or _moment(operation.time) >= limit]


def _moment(time: str) -> datetime:
    """The time, UTC when it names no zone; an unreadable one counts as new, so that nothing is dropped by mistake."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _file(root: Path, number: int) -> Path:
    return root / FOLDER / f"{number:04}.json"
