"""A vault's files as the palace takes them in: which of them, cut into drawers, with what stands over each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import DrawerKind
from llmwiki.palace.language import language_of
from llmwiki.palace.rooms import vault_room
from llmwiki.palace.shelf import Shelf
from llmwiki.vault.own_files import NESTED, is_own

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection

    from llmwiki.palace.filing import Synced
    from llmwiki.palace.palace import Palace
    from llmwiki.vault.vault import Vault

RAW = "raw/"
_NOT_KNOWLEDGE = frozenset({"CLAUDE.md", "README.md"})
_LEFT_OUT = ("_archive/", "_meta/", "templates/", "raw/assets/")
_OLD_LOG = re.compile(r"log-[\w-]+\.md")
_DATE = re.compile(r"((?:19|20)\d\d)[-/.](\d{1,2})(?:[-/.](\d{1,2}))?")


def wanted(vault: Vault, retracted: Collection[str] = ()) -> dict[str, str]:
    """Path to SHA-256 of every page and source that is searched; the index, the log, the rules and retracted sources are not."""
    return {
        path: vault.sha256(path) for path in vault.files if path not in retracted and _is_knowledge(path) and path not in vault.unreadable
    }


def file_vault(vault: Vault, palace: Palace, wing: str, retracted: Collection[str] = (), *, alone: bool = False) -> Synced:
    """Bring a palace in line with the files of a vault.

    Args:
        vault: The files.
        palace: Where they are filed.
        wing: Under which name.
        retracted: Paths that are left out.
        alone: The palace is this vault's: what is filed of a vault with another name is of this one before it was renamed, and goes.
    """
    for other in palace.records.do(_vaults) if alone else ():
        if other != origin_of(wing):
            palace.sync(other, {}, lambda place: load_shelf(vault, *place))
    files = {(wing, path): digest for path, digest in wanted(vault, retracted).items()}
    synced = palace.sync(origin_of(wing), files, lambda place: load_shelf(vault, *place))
    palace.put_in_order(wing)  # whatever was filed: a run that was killed may not have come to it
    return synced


def origin_of(wing: str) -> str:
    """Whose files those of a vault are, in a palace."""
    return f"vault:{wing}"


def _vaults(connection: sqlite3.Connection) -> list[str]:
    """Origins that are vaults."""
    rows = connection.execute("SELECT DISTINCT origin FROM files WHERE origin GLOB ? ORDER BY origin", (origin_of("*"),))
    return [origin for (origin,) in rows]


def kind_of(path: str) -> DrawerKind:
    """Whether a file is a source (below ``raw/``) or a page."""
    return "source" if path.startswith(RAW) else "page"


def load_shelf(vault: Vault, wing: str, path: str) -> Shelf:
    """One file's drawers, its title and other names, its date."""
    page = vault.page(path)
    properties = page.frontmatter
    title = properties.text("title") or path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    dated = _DATE.match(properties.text("date") or properties.text("created"))
    date = "-".join(part.zfill(2) for part in dated.groups() if part) if dated else ""
    kind = kind_of(path)
    drawers = cut(page, path, kind, wing)
    names = tuple(properties.items("aliases"))
    language = language_of(page.text[page.body_start :])
    vault.forget(path)
    return Shelf(path, drawers, kind, wing, vault_room(path, properties.text("type")), title, names, date, language)


def _is_knowledge(path: str) -> bool:
    inside = path.removeprefix(NESTED)
    if inside.startswith(_LEFT_OUT) or inside in _NOT_KNOWLEDGE or is_own(path) or _OLD_LOG.fullmatch(inside):
        return False
    return path.lower().endswith(".md") or (path.startswith(RAW) and path.lower().endswith(".txt"))
