"""Where a vault-relative path lies on the disk, and that it lies inside the vault."""

from __future__ import annotations

import os
import stat
import unicodedata
from pathlib import Path

from llmwiki.errors import NameRefused

LOCAL = ".wiki/local"
"""State of this machine that ``wiki rebuild`` keeps; git-ignored."""


def place(root: Path, path: str) -> Path:
    """The file for ``path``, which :func:`~llmwiki.vault.safe_names.checked` let through.

    Raises:
        NameRefused: A part of the path is a symbolic link or a file, or the path is something other than
            a regular file. Writing there could leave the vault.
    """
    *parents, name = path.split("/")
    folder = root
    for part in parents:
        folder = folder / part
        _require(folder, path, stat.S_ISDIR, "a folder")
    _require(folder / name, path, stat.S_ISREG, "a regular file")
    return folder / name


def _require(part: Path, path: str, wanted: object, noun: str) -> None:
    mode = _mode(part)
    if mode is None or (callable(wanted) and wanted(mode)):
        return
    reason = "a symbolic link" if stat.S_ISLNK(mode) else f"not {noun}"
    raise NameRefused(f"{path!r} cannot be written: {part.name!r} is {reason}.", "Put a real file or folder there.")


def _mode(part: Path) -> int | None:
    try:
        return os.lstat(part).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


class Folders:
    """Names per folder, read once, to see a new name that differs from a present one in case or normal form only."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._names: dict[str, dict[str, str]] = {}

    def twin(self, path: str) -> str | None:
        """A path, present or asked for before, that a file system without case would take for ``path``; or None."""
        folder = ""
        for part in path.split("/"):
            known = self._folder(folder).setdefault(fold(part), part)
            here = f"{folder}/{known}" if folder else known
            if known != part:
                return here
            folder = f"{folder}/{part}" if folder else part
        return None

    def free(self, path: str) -> None:
        """Count ``path`` as gone, since the change set takes it away."""
        folder, _, name = path.rpartition("/")
        self._folder(folder).pop(fold(name), None)

    def _folder(self, folder: str) -> dict[str, str]:
        if folder not in self._names:
            try:
                names = sorted(entry.name for entry in (self._root / folder).iterdir())
            except (FileNotFoundError, NotADirectoryError):
                names = []
            self._names[folder] = {fold(name): name for name in names}
        return self._names[folder]


def fold(name: str) -> str:
    """What a file system without regard to case and normal form compares."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
