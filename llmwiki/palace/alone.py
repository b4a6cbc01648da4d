"""Palaces with a folder of their own: marked as ours before anything is written, for nobody else to read."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from pathlib import Path

from llmwiki.errors import VaultError, WriteError
from llmwiki.vault.disk import sync_folder, write_new

MARKER = "palace.json"
_FORMAT = "llmwiki-palace"
_VERSION = 1
_HEAD = 4096
_ELSEWHERE = "name an empty or a new folder with --palace"
_PRIVATE = 0o700
_UNFINISHED = f".{MARKER}."


def is_palace(folder: Path) -> bool:
    """Whether a folder carries the marker of a palace, of whatever version."""
    return bool(_marker(folder))


def require(folder: Path) -> None:
    """Make sure that a palace is there to be read.

    Raises:
        VaultError: there is none, or a newer llmwiki made it.
    """
    marker = _marker(folder)
    if not marker:
        raise VaultError(f"there is no palace at {folder}", f"`wiki mine DIR --palace {folder}` makes one")
    if marker.get("version") != _VERSION:
        raise VaultError(f"the palace at {folder} has version {marker.get('version')}, this llmwiki reads {_VERSION}", "update llmwiki")


def claim(folder: Path) -> None:
    """Make sure that a palace is there to be written; an empty or missing folder becomes one.

    Raises:
        VaultError: the folder holds something else, or a newer llmwiki made it.
        WriteError: the disk refused.
    """
    try:
        if not _marker(folder):
            _mark(folder)
    except OSError as error:
        raise WriteError(f"{folder} cannot become a palace: {error.strerror}", "name another folder with --palace") from error
    require(folder)


def allow(folder: Path) -> None:
    """Make sure that a palace is there or may be made, and write nothing. Raises VaultError as ``claim`` does."""
    if folder.exists() and not folder.is_dir():
        raise VaultError(f"{folder} is a file and no palace", _ELSEWHERE)
    if folder.is_dir() and any(not entry.name.startswith(_UNFINISHED) for entry in folder.iterdir()):
        if _marker(folder):
            return require(folder)
        hint = "`wiki palace import` reads a MemPalace palace into a new folder" if (folder / "chroma.sqlite3").exists() else _ELSEWHERE
        raise VaultError(f"{folder} holds other files and is no palace", hint)
    return None


def _mark(folder: Path) -> None:
    allow(folder)
    if _marker(folder):
        return  # another process was faster
    folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
    beside = folder / f"{_UNFINISHED}{secrets.token_hex(4)}"
    write_new(beside, json.dumps({"format": _FORMAT, "version": _VERSION}).encode() + b"\n", 0o600)
    beside.replace(folder / MARKER)
    sync_folder(folder)


def _marker(folder: Path) -> dict[str, object]:
    """What the marker says; empty where there is none of ours."""
    with suppress(OSError, ValueError), (folder / MARKER).open("rb") as file:
        found = json.loads(file.read(_HEAD))
        if isinstance(found, dict) and found.get("format") == _FORMAT:
            return found
    return {}
