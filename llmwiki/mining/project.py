"""What a given folder belongs to: a repository of git, else itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.palace.rooms import wing_of_folder
from llmwiki.vault.history import git


class Project(NamedTuple):
    """A folder to mine.

    Attributes:
        root: Where paths begin: the top of the repository, else the folder; resolved.
        inside: The part of it that was given, ending with a slash; empty for all of it.
        by_git: Whether git says which files are there.
        only: The one file that was given, by its path from ``root``; empty for a folder.
        repository: Of a linked work tree the folder of the main one; else None.
    """

    root: Path
    inside: str = ""
    by_git: bool = False
    only: str = ""
    repository: Path | None = None

    @property
    def wing(self) -> str:
        """The wing that its files go to."""
        return wing_of_folder(self.root, self.repository)


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
    found = Project(root, by_git=top is not None, repository=_main(root) if top else None)
    if not is_folder:
        return found._replace(only=path.relative_to(root).as_posix())
    return found if path == root else found._replace(inside=f"{path.relative_to(root).as_posix()}/")


def _top(folder: Path) -> Path | None:
    """The top of the repository that a folder is a part of."""
    said = git(folder, "rev-parse", "--show-toplevel")
    if not said:
        return None
    top = Path(os.fsdecode(said.rstrip(b"\n")))
    if not folder.is_relative_to(top) or (folder != top and git(folder, "check-ignore", "-q", ".") is not None):
        return None
    return top


def _main(top: Path) -> Path | None:
    """The folder of the main work tree, for one that was linked to it."""
    if (top / ".git").is_dir():
        return None
    said = git(top, "rev-parse", "--git-common-dir")
    common = Path(os.fsdecode(said.rstrip(b"\n"))) if said else top
    return (top / common).resolve().parent if common.name == ".git" else None
