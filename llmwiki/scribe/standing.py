"""How the pages on disk stand to the ledger: there, moved by a person, or taken away by a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import is_archived

if TYPE_CHECKING:
    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.vault import Vault

# A page keeps its identity through a rename and an edit when at least this share of the citations
# that the tool wrote still stands in it; labels carry a hash of the quote, so chance hits are nil.
SAME_PAGE = 0.5


@dataclass(frozen=True, slots=True)
class Standing:
    """The outcome of looking for every recorded page.

    Attributes:
        pages: Records of the pages that exist, by their path of today.
        moved: Old path to new path.
        gone: Records of pages that a person has deleted since the last run.
        tombstones: All deleted records, old and new, by path.
    """

    pages: Mapping[str, PageRecord]
    moved: Mapping[str, str]
    gone: tuple[PageRecord, ...]
    tombstones: Mapping[str, PageRecord]

    def vacated(self) -> frozenset[str]:
        """Paths where links of other pages lead to nothing since the last run."""
        return frozenset((*self.moved, *(record.path for record in self.gone)))


def standing(vault: Vault, ledger: Ledger) -> Standing:
    """Find each recorded page in the vault.

    A page whose path is empty was renamed if another, unrecorded note has the hash that the tool wrote
    last, its title, an alias with its title, or half of its citation labels; otherwise a person deleted it.

    Raises:
        VaultError: A recorded page or source, or a record, cannot be read.
    """
    require_readable(vault, ledger)
    notes = frozenset(vault.notes)
    pages: dict[str, PageRecord] = {}
    missing: list[PageRecord] = []
    for path in sorted(ledger.pages):
        record = ledger.pages[path]
        if path in notes:
            pages[path] = replace(record, deleted=False)
        else:
            missing.append(record)
    strays = [path for path in _page_notes(vault) if path not in ledger.pages]
    moved, gone, tombstones = _follow(vault, missing, strays, pages)
    return Standing(pages, moved, tuple(gone), tombstones)


def require_readable(vault: Vault, ledger: Ledger) -> None:
    """What cannot be read must not be taken for deleted: pages would lose what it says, or be left for good.

    Raises:
        VaultError: A recorded page or source, or a record, cannot be read.
    """
    recorded = [record.path for record in ledger.pages.values() if not record.deleted] + [record.path for record in ledger.live_sources()]
    needed = {name for path in recorded for name in (path, *map(str, PurePosixPath(path).parents))}
    lost = sorted({**{path: reason for path, reason in vault.unreadable.items() if path in needed}, **ledger.unreadable}.items())
    if lost:
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        raise VaultError(
            f"{lost[0][0]} cannot be read{more}: {lost[0][1]}", "make it readable again or take it from git, then run the command again"
        )


def _follow(
    vault: Vault, missing: list[PageRecord], strays: list[str], pages: dict[str, PageRecord]
) -> tuple[dict[str, str], list[PageRecord], dict[str, PageRecord]]:
    moved: dict[str, str] = {}
    gone: list[PageRecord] = []
    tombstones: dict[str, PageRecord] = {}
    for record in missing:
        path = next((stray for stray in strays if stray not in pages and _is_page(vault, stray, record)), None)
        if path is None:
            tombstones[record.path] = replace(record, deleted=True)
            if not record.deleted:
                gone.append(tombstones[record.path])
        else:
            moved[record.path] = path
            pages[path] = replace(record, path=path, deleted=False)
    return moved, gone, tombstones


def _page_notes(vault: Vault) -> Iterator[str]:
    """A page that somebody shelved is out of the wiki: it is not followed into the archive, and does not come back."""
    return (path for path in vault.notes if not path.startswith("raw/") and not is_archived(path))


def _is_page(vault: Vault, path: str, record: PageRecord) -> bool:
    if vault.sha256(path) == record.sha256:
        return True
    page = vault.page(path)
    names = (page.frontmatter.text("title"), *page.frontmatter.items("aliases"))
    if record.title in names:
        return True
    labels = {definition.label for definition in page.footnote_defs}
    return bool(record.claims) and len(labels.intersection(record.claims)) >= SAME_PAGE * len(record.claims)


def linking(vault: Vault, pages: Iterable[str], targets: Collection[str]) -> frozenset[str]:
    """Those of ``pages`` that link to a file of ``targets``, whether it still stands there or not."""
    names = {fold(_without_ending(path)) for path in targets} | {fold(_without_ending(path).rsplit("/", 1)[-1]) for path in targets}
    return frozenset(path for path in pages if any(fold(_without_ending(link.target)) in names for link in vault.page(path).links))


def _without_ending(path: str) -> str:
    return path.removesuffix(".md")
