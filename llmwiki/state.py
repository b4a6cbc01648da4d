"""Where disposable data lies."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

CACHE_PATH = ".wiki/cache"


def cache_folder(root: Path, elsewhere: Path | None = None) -> Path:
    """The cache folder of the vault at ``root``; it may not exist yet.

    Args:
        root: The vault.
        elsewhere: A folder for the caches of all vaults, from the settings; each vault gets its own part of it,
            named after the vault and a hash of its path.
    """
    if elsewhere is None:
        return root / CACHE_PATH
    mark = hashlib.sha256(str(root.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return elsewhere / f"{root.resolve().name}-{mark}"


def user_caches() -> Path:
    """The user's own folder for caches of all vaults (XDG base directories)."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "llmwiki"
