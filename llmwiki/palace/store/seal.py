"""The note beside an embedded Chroma folder that tells whether its files are those that the last writer left.

Chroma answers from a truncated index without a word, and some damage ends its process (measured with 1.5.9: half of ``data_level0.bin``
or no ``index_metadata.pickle`` gives wrong hits, half of ``header.bin`` a segmentation fault, no ``chroma.sqlite3`` an empty palace). So
the size and the ends of every file are noted after each write and compared before they are opened. The token changes with each write:
whoever has the folder open with another one opens it anew, because Chroma never looks at what other processes wrote.
"""

from __future__ import annotations

import json
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

Signature = dict[str, list[int]]
Stamps = dict[str, tuple[int, int]]

_END = 4096
_TRANSIENT = ("-wal", "-shm", "-journal")
_DATABASE, _LINKS, _POINTS = "chroma.sqlite3", "link_lists.bin", "data_level0.bin"
_MOST_LINKS = 10
"""An index whose links take more room than this many times its points has run away (files of terabytes are known)."""

_SMALL = 1 << 20


class Seal(NamedTuple):
    """What a seal says.

    Attributes:
        token: Of the last write; empty when there is no seal or it cannot be read.
        files: Size and checksum of the ends of each file; None while a write is under way or after one that was cut off.
    """

    token: str = ""
    files: Signature | None = None


def seal_path(folder: Path) -> Path:
    """Beside the folder, not in it: the folder is swapped as a whole."""
    return folder.with_name(f"{folder.name}.seal")


def read_seal(folder: Path) -> Seal:
    """The seal of a folder. One that a crash cut short says nothing."""
    try:
        noted = json.loads(seal_path(folder).read_bytes())
        return Seal(str(noted["token"]), noted["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return Seal()


def break_seal(folder: Path) -> str:
    """Note that a write begins. Gives its token. Raises OSError."""
    token = secrets.token_hex(8)
    _note(folder, Seal(token))
    return token


def set_seal(folder: Path, token: str) -> None:
    """Note the files as they are now. Raises OSError."""
    _note(folder, Seal(token, signature(folder)))


def signature(folder: Path) -> Signature:
    """Size and checksum of the ends of each file below a folder. Raises OSError."""
    return {name: _mark(folder / name) for name, _ in sorted(_files(os.fspath(folder)))}


def stamps(folder: Path) -> Stamps:
    """Size and time of change of each file below a folder, for as long as it is open. Raises OSError."""
    return {name: (fact.st_size, fact.st_mtime_ns) for name, fact in _files(os.fspath(folder))}


def fault(folder: Path, seal: Seal) -> str:
    """What is wrong with the files of a folder, empty when nothing is seen. Raises OSError.

    Another program that writes, such as the original's, changes the database too, and takes no file away.
    """
    for links in folder.glob(f"*/{_LINKS}"):
        points = links.with_name(_POINTS)
        room = points.stat().st_size if points.is_file() else 0
        if links.stat().st_size > _MOST_LINKS * room + _SMALL:
            return f"{links.name} is far larger than the index it belongs to"
    if seal.files is None:
        return ""
    now = signature(folder)
    for name, (size, _) in sorted(seal.files.items()):
        if name not in now:
            return f"{name} is missing"
        if now[name][0] < size:
            return f"{name} is shorter than it was left"
    if now.get(_DATABASE) == seal.files.get(_DATABASE):
        return next((f"{name} is not as it was left" for name in sorted(now) if now[name] != seal.files.get(name)), "")
    return ""


def touched(folder: Path, seal: Seal) -> bool:
    """Whether the files are others than those that were left: a write was cut off, or another program used the folder."""
    return seal.files != signature(folder)


def _files(folder: str, above: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Each file with its path inside the outermost folder, none where that is not made yet.

    Every search asks for them twice, so that no ``Path`` is made of each.
    """
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path, f"{above}{entry.name}/")
            elif not entry.name.endswith(_TRANSIENT) and entry.is_file():
                yield above + entry.name, entry.stat()


def _mark(path: Path) -> list[int]:
    size = path.stat().st_size
    with path.open("rb") as file:
        ends = file.read(_END)
        file.seek(max(0, size - _END))
        ends += file.read(_END)
    return [size, zlib.crc32(ends)]


def _note(folder: Path, seal: Seal) -> None:
    seal_path(folder).write_text(json.dumps(seal._asdict()), encoding="utf-8")
