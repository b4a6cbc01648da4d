"""The page that a person names on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.errors import NameRefused, VaultError
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import is_archived, is_own
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault


def page_named(vault: Vault, name: str) -> str:
    """Path of the page with this path, file name, title or alias.

    Raises:
        VaultError: There is none, or the name fits several.
        NameRefused: It is no page: a source, an attachment, or a file that the tool keeps itself.
    """
    found = Found(name) if name in vault.files else vault.resolver.resolve(name, "") if name.strip() else None
    named = [] if isinstance(found, Found) or not name.strip() else titled(vault, name)
    fits = [found.path, *found.rivals] if isinstance(found, Found) else named
    fits = [path for path in fits if not path.startswith("raw/") and not is_archived(path)] or fits
    if len(fits) > 1:
        raise VaultError(f"{name!r} fits several files: {', '.join(fits)}.", "Give the whole path.")
    if not fits:
        near = found.near if found is not None and not isinstance(found, Found) else ()
        near = near or _near(vault, name)
        raise VaultError(f"There is no page {name!r}.", f"Did you mean {near[0]!r}?" if near else "Give its path in the vault.")
    _refuse_others(vault, fits[0])
    return fits[0]


def titled(vault: Vault, name: str) -> list[str]:
    """Paths of the notes outside ``raw/`` that have a name as their title or among their aliases."""
    wanted = fold(name.strip())
    return [path for path in vault.notes if not path.startswith("raw/") and wanted in map(fold, _names(vault, path))]


def _names(vault: Vault, path: str) -> tuple[str, ...]:
    front = vault.page(path).frontmatter
    return (front.text("title"), *front.items("aliases"))


def _near(vault: Vault, name: str) -> tuple[str, ...]:
    from difflib import get_close_matches

    notes = {fold(path.rpartition("/")[2].removesuffix(".md")): path for path in vault.notes if not path.startswith("raw/")}
    wanted = fold(name.rpartition("/")[2].removesuffix(".md"))
    return tuple(notes[match] for match in get_close_matches(wanted, notes, 1))


def _refuse_others(vault: Vault, path: str) -> None:
    if path.startswith("raw/"):
        raise NameRefused(f"{path} is a source: citations rest on it.", "`wiki retract` takes a source out.")
    if is_own(path):
        raise NameRefused(f"{path} is kept by the tool itself.", "Name a page.")
    if path not in vault.notes:
        raise NameRefused(f"{path} is no note.", "Name a page.")
