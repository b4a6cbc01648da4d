"""Earlier states of sources: kept as files below ``raw/.revisions``, or left to git where it has them."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from llmwiki.vault.history import find_base, git

REVISIONS = "raw/.revisions"

Keeping = Literal["files", "git"]


class Kept(NamedTuple):
    """Where an earlier state of a file is.

    Attributes:
        place: A path below ``raw/.revisions``, or ``git:COMMIT``.
        write: Whether the bytes must be written there.
    """

    place: str
    write: bool


class Revisions:
    """Finds a place for what a new revision replaces.

    Args:
        root: The vault's folder.
        keeping: ``files``, or ``git``: what the last commit holds byte for byte needs no copy.
    """

    def __init__(self, root: Path, keeping: Keeping = "files") -> None:
        self._root = root
        self._keeping = keeping

    def keep(self, path: str, data: bytes, revision: int) -> Kept:
        """A place for the state ``data`` of the file at ``path`` (vault-relative), which had this revision number."""
        if self._keeping == "git" and (commit := self._commit_with(path, data)):
            return Kept(f"git:{commit}", write=False)
        name = PurePosixPath(path)
        inside = PurePosixPath(*name.parent.parts[1:])
        return Kept(f"{REVISIONS}/{inside}/{name.stem}.{revision}{name.suffix}", write=True)

    def former(self, path: str, sha256: str) -> bytes | None:
        """The bytes with this hash that stood at ``path`` before a person changed the file; None when nobody has them."""
        return find_base(self._root, path, sha256)

    def _commit_with(self, path: str, data: bytes) -> str:
        """The checked-out commit if it holds ``data`` at ``path``; empty without git or with other bytes."""
        stored = git(self._root, "cat-file", "blob", f"HEAD:./{path}")
        if stored is None or hashlib.sha256(stored).digest() != hashlib.sha256(data).digest():
            return ""
        return (git(self._root, "rev-parse", "HEAD") or b"").decode().strip()
