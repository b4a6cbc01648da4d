"""The few ways in which the gate touches the disk: new file, replace, remove, each flushed with its folder."""

from __future__ import annotations

import errno
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from llmwiki.errors import WriteError

CHUNK = 1 << 20
MANY = 8
"""Writes that are worth threads, and the number of threads. Measured on a busy ext4: 60 flushes take 0.40 s one by one and 0.05 s so."""
_AT_ONCE = 256
"""Writes that wait for a thread: what waits takes more memory than a small write does."""

# Windows: access denied, sharing violation, lock violation. A scanner or a sync client lets go within seconds.
_HELD = frozenset({5, 32, 33})
_PATIENCE = (0.05, 0.1, 0.2, 0.4, 0.75, 1.0)
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn an operating-system error into a WriteError that names ``path``."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise WriteError(f"{path} could not be written: {reason}.", _hint(error)) from error


def _hint(error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return "Free some space and run the command again."
    if error.errno in _READ_ONLY:
        return "Check that you may write to the vault's folder."
    return "Check the disk and run the command again."


def sha256_of(data: bytes) -> str:
    """Hex digest of bytes."""
    return hashlib.sha256(data).hexdigest()


def sha256_at(file: Path) -> str | None:
    """Hex digest of a file's bytes; None when there is no file."""
    digest = hashlib.sha256()
    try:
        for chunk in chunks_of(file):
            digest.update(chunk)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return digest.hexdigest()


def chunks_of(source: bytes | Path) -> Iterator[bytes]:
    """The bytes themselves, or those of a file piece by piece."""
    if isinstance(source, bytes):
        yield source
        return
    with source.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            yield chunk


def write_new(file: Path, source: bytes | Path, mode: int | None = None) -> str:
    """Create ``file`` from ``source``, flush it, and give the digest of what was written.

    Args:
        file: Must not exist; a link that stands there is not followed.
        source: Bytes, or a file to copy.
        mode: Permissions to set; None leaves them to the umask.

    Raises:
        OSError: The disk refused; the half-written file is removed if that is possible.
    """
    digest = hashlib.sha256()
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        try:
            _write_all(descriptor, chunks_of(source), digest)
            if mode is not None:
                os.chmod(file, mode)  # noqa: PTH101 - beside the other os calls, so that one harness can fail them all
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError:
        with suppress(OSError):
            os.unlink(file)  # noqa: PTH108
        raise
    return digest.hexdigest()


def _write_all(descriptor: int, chunks: Iterable[bytes], digest: hashlib._Hash) -> None:
    for chunk in chunks:
        digest.update(chunk)
        view = memoryview(chunk)
        while view:
            view = view[os.write(descriptor, view) :]


def replace(source: Path, target: Path) -> None:
    """Move ``source`` over ``target`` in one step; on Windows wait for whoever holds the target."""
    for pause in _PATIENCE:
        try:
            os.replace(source, target)  # noqa: PTH105
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD:
                raise
            time.sleep(pause)
        else:
            return
    os.replace(source, target)  # noqa: PTH105


def remove(file: Path) -> None:
    """Remove a file; that it is gone already is fine."""
    with suppress(FileNotFoundError):
        os.unlink(file)  # noqa: PTH108


def write_whole(file: Path, data: bytes) -> None:
    """Put ``data`` at ``file``, whole or not at all, and flush the folder; for a caller that holds the lock. Raises OSError."""
    make_folder(file.parent)
    temporary = file.parent / f".{file.name}.tmp"
    remove(temporary)
    write_new(temporary, data)
    replace(temporary, file)
    sync_folder(file.parent)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, each flushed into its own parent. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with suppress(FileExistsError):
        os.mkdir(folder)  # noqa: PTH102
    sync_folder(folder.parent)


def remove_folder(folder: Path) -> None:
    """Remove a folder if it is empty. Raises OSError for anything but a folder that is gone or in use."""
    try:
        os.rmdir(folder)  # noqa: PTH106
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            raise
    else:
        sync_folder(folder.parent)


def side_by_side(work: Sequence[Callable[[], None]]) -> None:
    """Run many small writes at once: a disk that is asked to flush several files together flushes them in about the time of one.

    All have ended when this returns; none is under way, and of many not all were begun, when it raises what the first failed one raised.
    """
    if len(work) < MANY:
        for job in work:
            job()
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(MANY) as pool:
        for first in range(0, len(work), _AT_ONCE):
            for done in [pool.submit(job) for job in work[first : first + _AT_ONCE]]:
                done.result()


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries. Windows cannot open folders and flushes them itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
