"""One writer at a time: an operating-system lock that ends with its process, and a note of who holds it."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from llmwiki.errors import Busy
from llmwiki.vault.disk import make_folder, writing
from llmwiki.vault.places import LOCAL, place

PATIENCE = 10.0
"""Seconds to wait for the other writer; an apply takes well under one."""

_PAUSE = 0.02
_LOCK = f"{LOCAL}/lock"
_OWNER = f"{LOCAL}/lock.owner.json"
_IGNORE = f"{LOCAL}/.gitignore"
_HELD_BY_OTHER = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})
# Locks that a thread of this process holds: a verb holds one while it plans, and apply takes it again.
_mine: set[tuple[Path, int, int]] = set()


@contextmanager
def vault_lock(root: Path, *, command: str = "", patience: float = PATIENCE) -> Iterator[None]:
    """Hold the right to write the vault at ``root``. The same thread may take it again inside.

    Args:
        root: The vault's folder.
        command: Told to others who have to wait; by default the command line's name and verb.
        patience: Seconds to wait for another holder.

    Raises:
        Busy: Another process or thread held it all that time; the message names it.
        WriteError: The vault's folder cannot be written.
        NameRefused: ``.wiki`` or ``.wiki/local`` is a symbolic link, which could lead out of the vault.
    """
    key = (root.resolve(), os.getpid(), threading.get_ident())
    if key in _mine:
        yield
        return
    descriptor = _open(root)
    try:
        _acquire(root, descriptor, patience)
        _mine.add(key)
        _sign(root, command)
        yield
    finally:
        _mine.discard(key)
        os.close(descriptor)


def _open(root: Path) -> int:
    """Open the lock file. The folder for local state keeps itself out of git in vaults that have no rule for it yet."""
    place(root, _LOCK)
    with writing(LOCAL):
        make_folder(root / LOCAL)
        ignore = root / _IGNORE
        if not ignore.exists():
            ignore.write_bytes(b"*\n")
        return os.open(root / _LOCK, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _acquire(root: Path, descriptor: int, patience: float) -> None:
    deadline = time.monotonic() + patience
    with writing(_LOCK):
        while not _try(descriptor):
            if time.monotonic() >= deadline:
                raise Busy(f"The vault is being written by {_owner(root)}.", "Wait for it to end, then run the command again.")
            time.sleep(_PAUSE)


def _try(descriptor: int) -> bool:
    """Lock the open file if nobody else has; the system lets go of it when the process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _HELD_BY_OTHER:
            raise
        return False
    return True


def _sign(root: Path, command: str) -> None:
    words = " ".join([Path(sys.argv[0]).name, *sys.argv[1:2]])
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    owner = {"pid": os.getpid(), "host": socket.gethostname(), "command": command or words, "since": started}
    with writing(_OWNER):
        (root / _OWNER).write_text(json.dumps(owner), encoding="utf-8")


def _owner(root: Path) -> str:
    try:
        owner = json.loads((root / _OWNER).read_bytes())
        return f"process {owner['pid']} on {owner['host']} ({owner['command']}, since {owner['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
