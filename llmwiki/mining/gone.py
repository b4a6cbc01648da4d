"""Whether a file that is not there was deleted: a disk that is not mounted deletes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from llmwiki.vault.history import git

if TYPE_CHECKING:
    from pathlib import Path

    from llmwiki.mining.project import Project

_AT_ONCE = 200


def proven_gone(project: Project, missing: Sequence[str]) -> set[str]:
    """Those of some missing files that were deleted beyond doubt.

    Either their folder is there, on the same device as the project, and holds other files; or git has a commit that deletes them.

    Args:
        project: Where they were.
        missing: Paths from its root.
    """
    try:
        device = project.root.stat().st_dev
    except OSError:
        return set()
    gone = {path for path in missing if _is_lived_in((project.root / path).parent, device)}
    doubtful = [path for path in missing if path not in gone]
    return gone | (_deleted_in_git(project.root, doubtful) if project.by_git else set())


def _is_lived_in(folder: Path, device: int) -> bool:
    try:
        with os.scandir(folder) as entries:
            return folder.stat().st_dev == device and any(True for _ in entries)
    except OSError:
        return False


def _deleted_in_git(root: Path, paths: Sequence[str]) -> set[str]:
    """Paths that a commit of the present branch deletes and that the index does not hold any more."""
    found: set[str] = set()
    for at in range(0, len(paths), _AT_ONCE):
        part = [f":(literal){path}" for path in paths[at : at + _AT_ONCE]]
        deleted = _names(git(root, "log", "--format=", "--name-only", "--no-renames", "--diff-filter=D", "-z", "--", *part))
        found |= deleted - _names(git(root, "ls-files", "-z", "--", *part))
    return found & set(paths)


def _names(said: bytes | None) -> set[str]:
    return {name.lstrip("\n") for name in os.fsdecode(said or b"").split("\0") if name.strip("\n")}


def on_disk(root: Path, paths: Iterable[str]) -> set[str]:
    """Those of some paths at which there is something."""
    return {path for path in paths if os.path.lexists(root / path)}
