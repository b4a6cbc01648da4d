"""Names the tool's merge driver in a git repository's own settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from llmwiki.vault.history import git

NAME = "merge.llmwiki.name"
DRIVER = "merge.llmwiki.driver"

# Without the tool, or where a place needs a person, git's own line merge marks the conflict.
_FALLBACK = "git merge-file -L ours -L base -L theirs %A %O %B"


def register(root: Path) -> bool:
    """Name the merge driver in the settings of the repository that ``root`` lies in; ``.gitattributes`` refers to it.

    Returns:
        Whether the settings changed. Nothing happens without git, outside of a repository, or in a folder that it ignores.
    """
    if (git(root, "rev-parse", "--is-inside-work-tree") or b"").strip() != b"true" or git(root, "check-ignore", "."):
        return False
    wanted = driver()
    if (git(root, "config", "--local", "--get", DRIVER) or b"").decode("utf-8", "surrogateescape").rstrip("\n") == wanted:
        return False
    named = git(root, "config", "--local", NAME, "wiki pages and records")
    return named is not None and git(root, "config", "--local", DRIVER, wanted) is not None


def driver() -> str:
    """The command line for git. ``-P`` keeps Python from importing modules out of the repository."""
    python = os.fspath(sys.executable).replace("'", "'\\''")
    return f"'{python}' -P -m llmwiki git-merge %O %A %B %P || {_FALLBACK}"
