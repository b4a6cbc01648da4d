"""Which files a vault has."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

from llmwiki.errors import VaultError

# What marks a vault, by weight; the last two are how a wiki looks that an agent keeps and nobody opened in Obsidian.
MARKERS = ((".wiki",), (".obsidian",), ("SCHEMA.md",), ("raw", "wiki/index.md", "wiki/log.md"), ("raw", "index.md", "log.md"))


_ALL_MAY_READ = 0o444
# File systems keep times as coarse as two seconds: a file written so shortly before it was listed may change again without a new time.
COARSE_NS = 2_000_000_000


class FileStat(NamedTuple):
    """What tells that a file was not touched."""

    mtime_ns: int
    size: int
    inode: int


class Walked(NamedTuple):
    """Files by path; what could not be read and what was passed over, with the reason; when the listing began, in nanoseconds."""

    files: dict[str, FileStat]
    unreadable: dict[str, str]
    passed_over: dict[str, str]
    began_ns: int


def find_root(start: Path) -> Path:
    """The vault that ``start`` stands in: the nearest folder upward with ``.wiki``, else with ``.obsidian``, and so on down ``MARKERS``.

    Raises:
        VaultError: There is none.
    """
    here = start.resolve()
    for marker in MARKERS:
        for folder in (here, *here.parents):
            if all((folder / name).exists() for name in marker):
                return folder
    message = f"no vault here: neither {start} nor a folder above it holds .wiki, .obsidian or SCHEMA.md"
    raise VaultError(message, "go into a vault, name one with --vault PATH, or make one with `wiki init`")


def walk(root: Path) -> Walked:
    """List a vault's files, sorted by path; names that begin with a dot are left out.

    Symbolic links are followed unless a folder link leads into the vault, to a folder above it, or
    to a folder already met: those would never end. Pipes, sockets and devices are no files here; one that
    is named like a note is unreadable.
    """
    return _Walk(root).run()


class _Walk:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.real_root = os.path.realpath(root)
        self.files: dict[str, FileStat] = {}
        self.unreadable: dict[str, str] = {}
        self.passed_over: dict[str, str] = {}
        self.linked: set[str] = set()

    def run(self) -> Walked:
        began_ns = time.time_ns()
        folders = [""]
        while folders:
            folders += self._folder(folders.pop())
        passed_over = dict(sorted(self.passed_over.items()))
        return Walked(dict(sorted(self.files.items())), dict(sorted(self.unreadable.items())), passed_over, began_ns)

    def _folder(self, prefix: str) -> list[str]:
        """Take a folder's files in and give its folders back."""
        try:
            with os.scandir(self.root / prefix) as found:
                entries = sorted((entry for entry in found if not entry.name.startswith(".")), key=lambda entry: entry.name)
        except OSError as error:
            self.unreadable[prefix.rstrip("/") or "."] = error.strerror or str(error)
            return []
        return [f"{prefix}{entry.name}/" for entry in entries if self._take(entry, prefix + entry.name)]

    def _take(self, entry: os.DirEntry[str], path: str) -> bool:
        """Note a file; True for a folder to go into."""
        try:
            if entry.is_dir():
                return not entry.is_symlink() or self._may_follow(entry.path, path)
            if entry.is_file():
                stat = entry.stat()
                if stat.st_mode & _ALL_MAY_READ != _ALL_MAY_READ and not os.access(entry.path, os.R_OK):
                    self.unreadable[path] = "permission denied"
                self.files[path] = FileStat(stat.st_mtime_ns, stat.st_size, stat.st_ino)
            elif entry.is_symlink():
                self.unreadable[path] = "the symbolic link leads nowhere"
            elif path.lower().endswith(".md"):
                self.unreadable[path] = "it is a pipe, a socket or a device"
        except OSError as error:
            self.unreadable[path] = error.strerror or str(error)
        return False

    def _may_follow(self, place: str, path: str) -> bool:
        real = os.path.realpath(place)
        inside = _holds(self.real_root, real) or _holds(real, self.real_root)
        if inside or any(_holds(seen, real) or _holds(real, seen) for seen in self.linked):
            self.passed_over[path] = "the link leads back into the vault" if inside else "the link leads to a folder that is there already"
            return False
        self.linked.add(real)
        return True


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
