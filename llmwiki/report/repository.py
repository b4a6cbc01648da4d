"""Paths as a code host knows them: relative to the repository, not to the vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def place_in_repository(vault: Path) -> str:
    """The vault's folder below the nearest folder with ``.git``, with a final slash; empty where they are one, or there is no git.

    A linked work tree and a submodule have a file ``.git`` (gitrepository-layout(5)).
    """
    root = vault.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    inside = root.relative_to(top).as_posix()
    return "" if inside == "." else f"{inside}/"
