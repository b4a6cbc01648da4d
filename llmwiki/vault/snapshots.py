"""Bytes that once stood in the vault, kept by their digest under ``.wiki/local/snapshots``.

What the tool wrote is the base of later merges; what it overwrote is what ``wiki undo`` brings back.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

from llmwiki.vault.disk import make_folder, remove, replace, sha256_at, side_by_side, sync_folder, write_new
from llmwiki.vault.places import LOCAL

FOLDER = f"{LOCAL}/snapshots"


class Snapshots:
    """The store of one vault. Writers call :meth:`flush` before they rely on what they put."""

    def __init__(self, root: Path) -> None:
        self._folder = root / FOLDER
        self._touched: set[Path] = set()

    def file(self, sha256: str) -> Path:
        """Where the bytes with this digest lie, or would lie."""
        return self._folder / sha256[:2] / sha256[2:]

    def has(self, sha256: str) -> bool:
        """Whether the bytes are kept."""
        return self.file(sha256).is_file()

    def get(self, sha256: str) -> bytes | None:
        """The bytes, or None when they are not kept or no longer have this digest."""
        file = self.file(sha256)
        return file.read_bytes() if sha256_at(file) == sha256 else None

    def put(self, sha256: str, source: bytes | Path) -> None:
        """Keep ``source`` under its digest. Raises OSError, also when a copied file changed under way."""
        file = self.file(sha256)
        if file.is_file():
            return
        if not file.parent.is_dir():
            make_folder(self._folder)
            with suppress(FileExistsError):
                os.mkdir(file.parent)  # noqa: PTH102 - flushed with all others by flush()
            self._touched.add(self._folder)
        temporary = file.parent / f".{file.name}.tmp"
        remove(temporary)
        if write_new(temporary, source) != sha256:
            remove(temporary)
            message = "it changed while it was copied"
            raise OSError(message)
        replace(temporary, file)
        self._touched.add(file.parent)

    def flush(self) -> None:
        """Flush the folders of everything put since the last flush. Raises OSError."""
        side_by_side([partial(sync_folder, folder) for folder in sorted(self._touched)])
        self._touched.clear()

    def drop_except(self, keep: Collection[str]) -> int:
        """Remove everything whose digest is not in ``keep``; returns how many files went. Raises OSError."""
        gone = 0
        for file in sorted(self._folder.glob("??/*")):
            if file.parent.name + file.name not in keep:
                remove(file)
                gone += 1
        return gone
