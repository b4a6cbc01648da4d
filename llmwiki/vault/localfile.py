"""Small files of this machine's own state, below ``.wiki/local``: replaced whole, or a line added at the end."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from llmwiki.vault.disk import make_folder, remove, replace, writing
from llmwiki.vault.places import LOCAL, place

_IGNORE = f"{LOCAL}/.gitignore"


def write_local(root: Path, path: str, data: bytes) -> None:
    """Put ``data`` at ``path`` below ``root``, whole or not at all; the last of several writers wins.

    Not flushed to the disk: what is lost in a power cut can be made again.

    Raises:
        NameRefused: A part of the path is a link, which could lead out of the vault.
        WriteError: The disk refused.
    """
    file = place(root, path)
    temporary = place(root, f"{path}.{os.getpid()}-{threading.get_ident()}.tmp")
    with writing(path):
        _make(root, file.parent)
        try:
            temporary.write_bytes(data)
            replace(temporary, file)
        finally:
            remove(temporary)


def add_line(root: Path, path: str, line: bytes) -> None:
    """Add a line to the file at ``path`` in one write, so that lines of several processes do not mix. Raises as above."""
    file = place(root, path)
    with writing(path):
        _make(root, file.parent)
        descriptor = os.open(
            file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o666
        )
        try:
            os.write(descriptor, line + b"\n")
        finally:
            os.close(descriptor)


def _make(root: Path, folder: Path) -> None:
    """Make the folder; that of local state keeps itself out of git in vaults that have no rule for it yet."""
    make_folder(folder)
    ignore = root / _IGNORE
    if ignore.parent.is_dir() and not ignore.exists():
        ignore.write_bytes(b"*\n")
