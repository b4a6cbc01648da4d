"""The journal: all that a palace holds and no vault has in a file. Append-only text, a JSON object a line; the records follow it."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from filelock import FileLock, Timeout

from llmwiki.errors import Busy, WriteError
from llmwiki.vault.disk import sync_folder

if TYPE_CHECKING:
    from pathlib import Path

Entry = Mapping[str, Any]
"""``op`` says what it is: ``file`` (a document with its text), ``drawers`` (imported ones), ``gone`` (a file is taken out),
``tunnel`` and ``untunnel``."""

FILE_NAME = "journal.jsonl"
_PATIENCE = 60.0
"""Seconds to wait for another process's append or rewrite."""


class Position(NamedTuple):
    """How far a reader is: the journal's own mark, which changes when it is rewritten, and a byte offset."""

    mark: str
    offset: int


class Journal:
    """The journal of one palace; several processes may append, and what was appended outlives a kill and a power cut.

    Args:
        folder: Where it lies; made when the first entry comes.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def append(self, entries: Iterable[Entry]) -> int:
        """Add entries, and give their number. When this returns they are on the disk.

        Raises:
            Busy: Another process holds the journal.
            WriteError: The disk refused it; entries may be there in part, and adding them again is right.
        """
        lines = [_line(entry) for entry in entries]
        if not lines:
            return 0
        with self._locked(), open(self.path, "a+b", opener=_private) as file:
            opening = _opening(file)
            file.write(opening + b"".join(lines))
            file.flush()
            os.fsync(file.fileno())
            if len(opening) > 1:  # it is new, and so is its name in the folder
                sync_folder(self.path.parent)
        return len(lines)

    def read(self, after: Position) -> Iterator[tuple[Position, Entry]]:
        """Entries behind a position, each with the position behind it; all of them when the journal was rewritten since.

        A line that a killed process left half-written is no entry.
        """
        try:
            file = self.path.open("rb")
        except (FileNotFoundError, NotADirectoryError):
            return
        with file:
            mark = _mark_of(file)
            offset = after.offset if mark == after.mark else 0
            file.seek(offset)
            for line in file:
                offset += len(line)
                if not line.endswith(b"\n"):
                    return
                entry = _entry(line)
                if entry is not None and isinstance(entry.get("op"), str):
                    yield Position(mark, offset), entry

    def mark(self) -> str:
        """What tells this journal from a rewritten one; empty when there is none yet."""
        try:
            with self.path.open("rb") as file:
                return _mark_of(file)
        except (FileNotFoundError, NotADirectoryError):
            return ""

    def rewrite(
        self, keep: Callable[[Iterator[Entry]], Iterable[Entry]], told: Callable[[Position, Position], None] = lambda _before, _after: None
    ) -> tuple[int, int]:
        """Replace all entries with those that ``keep`` picks of them, and give the sizes in bytes before and after.

        The new journal is whole before it takes the old one's place. Nobody can append meanwhile.

        Args:
            keep: Picks of the entries in their order.
            told: Called with the old journal's end and the new one's, before anybody can append to it.
        """
        with self._locked():
            if not self.path.is_file():
                return 0, 0
            before = self.path.stat().st_size
            beside = self.path.with_suffix(".new")
            with open(beside, "wb", opener=_private) as file:
                file.write(_head())
                file.writelines(_line(entry) for entry in keep(entry for _, entry in self.read(Position("", 0))))
                file.flush()
                os.fsync(file.fileno())
            old = Position(self.mark(), before)
            beside.replace(self.path)
            sync_folder(self.path.parent)
            after = self.path.stat().st_size
            told(old, Position(self.mark(), after))
            return before, after

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(self.path.with_suffix(".lock"), timeout=_PATIENCE):
                yield
        except Timeout as error:
            raise Busy(f"another process holds {self.path.name} for over {_PATIENCE:g} s", "try again when it has ended") from error
        except OSError as error:
            raise WriteError(f"{self.path} cannot be written: {error.strerror}", "free some space, or make the folder writable") from error


def _mark_of(file: BinaryIO) -> str:
    """The mark in the first line of a journal; the same open file is then read on, whatever takes its place meanwhile."""
    return str((_entry(file.readline()) or {}).get("journal", ""))


def _private(path: str, flags: int) -> int:
    """What people said and mined is for nobody else to read."""
    return os.open(path, flags, 0o600)


def _opening(file: BinaryIO) -> bytes:
    """What has to come before new entries: a head in a new journal, a line end behind a line that was cut off."""
    size = file.seek(0, os.SEEK_END)
    if not size:
        return _head()
    file.seek(size - 1)
    return b"" if file.read(1) == b"\n" else b"\n"


def _head() -> bytes:
    return _line({"journal": secrets.token_hex(8), "version": 1})


def _line(entry: Entry) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
