"""Text or a JSON value kept in a file that may vanish or be damaged at any time."""

from __future__ import annotations

import contextlib
import json
import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from llmwiki import __version__

_PACKAGE = Path(__file__).resolve().parent.parent


def read_kept(file: Path, key: str) -> Any | None:  # noqa: ANN401  # whatever was kept
    """The value kept under a key; None when the file is missing, damaged, or holds another key's value."""
    body = read_kept_text(file, key)
    return None if body is None else json.loads(body)


def write_kept(file: Path, key: str, value: object) -> None:
    """Keep a value; a disk that refuses leaves the old file, which costs time later and nothing else."""
    write_kept_text(file, key, compact(value))


def read_kept_text(file: Path, key: str) -> str | None:
    """Text kept under a key, or None as above."""
    try:
        head, _, body = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    return body.decode("utf-8", "surrogatepass") if head == _seal(key, body) else None


def write_kept_text(file: Path, key: str, text: str) -> None:
    """Keep text; a disk that refuses leaves the old file."""
    body = text.encode("utf-8", "surrogatepass")
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(_seal(key, body) + b"\n" + body)
        aside.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink()


def compact(value: object) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def code_mark(*folders: str) -> str:
    """What changes with the version, and with any file in these folders of the package: an answer of older code is worthless."""
    with contextlib.suppress(OSError):
        files = [
            (folder, entry.name, entry.stat().st_mtime_ns, entry.stat().st_size)
            for folder in folders
            for entry in os.scandir(_PACKAGE / folder)
            if entry.is_file()
        ]
        return mark_of(__version__, sorted(files))
    return __version__


def mark_of(*values: object) -> str:
    """A short hash of JSON values."""
    return blake2b(compact(values).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _seal(key: str, body: bytes) -> bytes:
    """What only these bytes under this key have."""
    return blake2b(body, digest_size=16, key=blake2b(key.encode(), digest_size=16).digest()).hexdigest().encode()
