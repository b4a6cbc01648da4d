"""A vault's files as the palace takes them in: which of them, cut into drawers, with what stands over each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.palace.drawer import DrawerKind, cut
from llmwiki.palace.words import Shelf, WordIndex
from llmwiki.vault.own_files import NESTED, is_own

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

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


def opened_index(vault: Vault, folder: Path, retracted: Collection[str] = ()) -> WordIndex:
    """A vault's word index, in line with its files.

    Args:
        vault: The files.
        folder: The cache folder.
        retracted: Paths that are left out.
    """
    index = WordIndex(folder)
    index.sync(wanted(vault, retracted), lambda path: load_shelf(vault, path))
    return index


def room_of(path: str) -> str:
    """The room of a file: its folder, as it is called without a ``wiki/`` above all pages."""
    return path.removeprefix(NESTED).rpartition("/")[0]


def kind_of(path: str) -> DrawerKind:
    """Whether a file is a source (below ``raw/``) or a page."""
    return "source" if path.startswith(RAW) else "page"


def load_shelf(vault: Vault, path: str) -> Shelf:
    """One file's drawers, its title and other names, its date."""
    page = vault.page(path)
    properties = page.frontmatter
    names = (properties.text("title") or path.rsplit("/", 1)[-1].rsplit(".", 1)[0], *properties.items("aliases"))
    dated = _DATE.match(properties.text("date") or properties.text("created"))
    date = "-".join(part.zfill(2) for part in dated.groups() if part) if dated else ""
    return Shelf(cut(page, path, kind_of(path)), " \n ".join(names), date)


def _is_knowledge(path: str) -> bool:
    inside = path.removeprefix(NESTED)
    if inside.startswith(_LEFT_OUT) or inside in _NOT_KNOWLEDGE or is_own(path) or _OLD_LOG.fullmatch(inside):
        return False
    return path.lower().endswith(".md") or (path.startswith(RAW) and path.lower().endswith(".txt"))
