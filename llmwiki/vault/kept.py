"""A JSON value kept in a file that may vanish or be damaged at any time."""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import blake2b
from pathlib import Path
from typing import Any


def read_kept(file: Path, key: str) -> Any | None:  # noqa: ANN401  # whatever was kept
    """The value kept under a key; None when the file is missing, damaged, or holds another key's value."""
    try:
        head, _, body = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    return json.loads(body) if head == _seal(key, body) else None


def write_kept(file: Path, key: str, value: object) -> None:
    """Keep a value; a disk that refuses leaves the old file, which costs time later and nothing else."""
    body = json.dumps(value, separators=(",", ":")).encode("ascii")
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(_seal(key, body) + b"\n" + body)
        aside.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink()


def _seal(key: str, body: bytes) -> bytes:
    """What only these bytes under this key have."""
    return blake2b(body, digest_size=16, key=blake2b(key.encode(), digest_size=16).digest()).hexdigest().encode()
