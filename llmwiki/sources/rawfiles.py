"""The files below ``raw/``, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.sources.base import Original, opened
from llmwiki.sources.limits import WHOLE_BYTES
from llmwiki.vault.disk import sha256_at

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault

_LONG = 1024 * 1024
"""Bytes from which the vault is not asked, which keeps the texts that it has read."""


class RawFiles(Mapping[str, bytes]):
    """Raw path to bytes, for the files that can be read; a vault's sources need not fit into memory together."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._paths = dict.fromkeys(path for path in vault.files if path.startswith("raw/") and path not in vault.unreadable)

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths:
            raise KeyError(path)
        if self.size(path) <= _LONG:
            return self._vault.data(path)
        try:
            return (self._vault.root / path).read_bytes()
        except OSError as error:
            raise _unreadable(path, error) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def size(self, path: str) -> int:
        """Bytes of a file as it was listed; 0 for one that is only planned."""
        stamp = self._vault.stamp(path)
        return stamp[1] if stamp else 0

    def sha256(self, path: str) -> str:
        """SHA-256 of a file's bytes, in hex. Raises VaultError."""
        if self.size(path) <= _LONG:
            return self._vault.sha256(path)
        try:
            return sha256_at(self._vault.root / path) or ""
        except OSError as error:
            raise _unreadable(path, error) from error

    def input(self, path: str) -> Original:
        """A file as an input; of a large one only the beginning is read. Raises VaultError."""
        name = PurePosixPath(path).name
        if self.size(path) <= WHOLE_BYTES:
            return Original(name, self[path], path, path)
        try:
            return opened(self._vault.root / path, name, path, path)
        except OSError as error:
            raise _unreadable(path, error) from error


def _unreadable(path: str, error: OSError) -> VaultError:
    return VaultError(f"{path} cannot be read: {error.strerror}", "check that the file exists and may be read", path=path)
