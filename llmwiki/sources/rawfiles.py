"""The files below ``raw/``, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault


class RawFiles(Mapping[str, bytes]):
    """Raw path to bytes, for the files that can be read; a vault's sources need not fit into memory together."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._paths = dict.fromkeys(path for path in vault.files if path.startswith("raw/") and path not in vault.unreadable)

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths:
            raise KeyError(path)
        return self._vault.data(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, path: object) -> bool:
        return path in self._paths
