"""What a given folder belongs to: a repository of git, else itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.vault.history import git


class Project(NamedTuple):
    """A folder to mine.

    Attributes:
        root: Where paths begin: the top of the repository, else the folder; resolved.
        inside: The part of it that was given, ending with a slash; empty for all of it.
        by_git: Whether git says which files are there.
        only: The one file that was given, by its path from ``root``; empty for a folder.
    """

    root: Path
    inside: str = ""
    by_git: bool = False
    only: str = ""

    @property
    def name(self) -> str:
        """The name of the repository's or the folder's own folder."""
        return self.root.name or "files"


def project_of(given: Path) -> Project:
    """The project of a file or folder.

    A folder that its repository ignores counts for itself: who names it wants it.

    Raises:
        SourceRefused: it does not exist or cannot be looked into; the message is the reason.
    """
    try:
        path = given.resolve(strict=True)
        is_folder = path.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise SourceRefused("does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read: {reason}") from error
    folder = path if is_folder else path.parent
    top = _top(folder)
    root = top or folder
    if not is_folder:
        return Project(root, by_git=top is not None, only=path.relative_to(root).as_posix())
    inside = "" if path == root else f"{path.relative_to(root).as_posix()}/"
    return Project(root, inside, by_git=top is not None)


def _top(folder: Path) -> Path | None:
    """The top of the repository that a folder is a part of."""
    said = git(folder, "rev-parse", "--show-toplevel")
    if not said:
        return None
    top = Path(os.fsdecode(said.rstrip(b"\n")))
    if not folder.is_relative_to(top) or (folder != top and git(folder, "check-ignore", "-q", ".") is not None):
        return None
    return top
