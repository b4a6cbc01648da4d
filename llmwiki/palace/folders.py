"""Which folders of the disk were mined into which wing, and what stands in front of the paths of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from llmwiki.palace.records import read_meta, write_meta

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.journal import Entry

_KEY = "folders"
Folders = Mapping[str, Mapping[str, str]]
"""Wing to what stands in front of the paths of a folder (empty for the first one) to the folder."""


def mined_folders(connection: sqlite3.Connection) -> Folders:
    """All folders that were mined."""
    found: Folders = json.loads(read_meta(connection, _KEY) or "{}")
    return found


def folder_entry(wing: str, prefix: str, root: str) -> dict[str, str]:
    """The journal entry that says where a folder lies now; the last one of a wing and prefix counts."""
    return {"op": "folder", "wing": wing, "prefix": prefix, "root": root}


def note_folder(connection: sqlite3.Connection, entry: Entry) -> None:
    """Remember what such an entry says; the caller holds the transaction."""
    folders = {wing: dict(roots) for wing, roots in mined_folders(connection).items()}
    folders.setdefault(str(entry.get("wing", "")), {})[str(entry.get("prefix", ""))] = str(entry.get("root", ""))
    write_meta(connection, _KEY, json.dumps(folders))


def forget_folders(connection: sqlite3.Connection) -> None:
    """Before a journal is filed from its beginning."""
    write_meta(connection, _KEY, "{}")


def prefix_of(folders: Mapping[str, str], root: Path, taken: frozenset[str]) -> str:
    """What stands in front of the paths of a folder in a wing.

    Nothing for the first folder of a wing; its name for others, so that two ``README.md`` stay apart. A folder of the same name
    that is not there any more has moved here: it keeps what it had.

    Args:
        folders: Prefix to folder, those of the wing.
        root: The folder.
        taken: First parts of the paths in the wing.
    """
    known = next((prefix for prefix, other in folders.items() if other == str(root)), None)
    if known is not None:
        return known
    moved = (prefix for prefix, other in folders.items() if PurePath(other).name == root.name and not Path(other).is_dir())
    if (prefix := next(moved, None)) is not None:
        return prefix
    if not folders:
        return ""
    number = 1
    while True:
        name = root.name if number == 1 else f"{root.name}-{number}"
        if name not in taken and f"{name}/" not in folders:
            return f"{name}/"
        number += 1
