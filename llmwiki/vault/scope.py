"""The files that a command is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llmwiki.vault.vault import Vault


def files_below(vault: Vault, paths: Sequence[Path]) -> frozenset[str]:
    """The vault's files at or below some paths, unreadable ones too.

    Args:
        vault: Where they lie.
        paths: Files and folders, from the current folder or else from the vault's; empty means all.

    Raises:
        VaultError: One is not there, or not in the vault.
    """
    files = frozenset(vault.files) | vault.unreadable.keys()
    if not paths:
        return files
    return frozenset(name for path in paths for name in _below(vault.root.resolve(), path, files))


def _below(root: Path, path: Path, files: frozenset[str]) -> list[str]:
    here = path.resolve() if path.exists() else (root / path).resolve()
    if not here.is_relative_to(root):
        raise VaultError(f"{path} is not in the vault {root}", "name files or folders of the vault, or give it with --vault")
    name = here.relative_to(root).as_posix()
    found = [file for file in files if name in (".", file) or file.startswith(f"{name}/")]
    if not found and not here.exists():
        raise VaultError(f"there is no file or folder {path}", "look at the path, or run `wiki lint` for the whole vault")
    return found
