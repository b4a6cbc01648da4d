"""Several notes link to a page that nobody has written.

One finding for each such name, at the first link, with the others beside it: two notes must ask for it in a wiki, three in
other Obsidian vaults. Each link is a finding of broken-link too; this one says that the page is worth writing. A name is
not wanted when a file's name differs only in punctuation or folder, or when it is the title or an alias of a page: then the
links want mending. Attachments, web addresses, bare dates, placeholders of templates, evidence (`sources`, citations), and
links from the index, the log and a wiki's archive do not count, nor do Markdown links without `.md`.

Why: What several pages take for granted is what a reader looks up next.

Fix: Write the page, or give a source that speaks of it to `wiki ingest`. If it is not to be, take the brackets away.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from llmwiki.checks.base import EVERYWHERE, Mark, Place, Severity, Snapshot
from llmwiki.checks.odd_links import Wish, is_shelved
from llmwiki.vault.linkpath import fold
from llmwiki.vault.own_files import is_own

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.link import Link

CODE = "W203"
NAME = "wanted-page"
SEVERITY: Severity = "info"
PROFILES = EVERYWHERE

_SHOWN = 5


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield the first link to each page that enough notes ask for."""
    least = 2 if snapshot.is_wiki else 3
    for wishes in _by_name([wish for wish in snapshot.odd_links.wishes if _asks_for_page(snapshot, wish)]):
        by_note: dict[str, Wish] = {}
        for wish in wishes:
            by_note.setdefault(wish.path, wish)
        if len(by_note) >= least:
            first, *others = by_note.values()
            message = f"{len(by_note)} notes ask for the page “{_title(first.link)}”, which is not there"
            yield Mark(first.path, first.link.span, message, related=_places(snapshot, others))


def _asks_for_page(snapshot: Snapshot, wish: Wish) -> bool:
    if wish.near or wish.titled or wish.is_attachment or not _is_name(wish.link):
        return False
    return not is_own(wish.path) and not is_shelved(snapshot, wish.path)


def _is_name(link: Link) -> bool:
    """Whether a page could be called so: an address, a bare date, or half of an HTML entity (`[[page&#124;text]]`) is no name."""
    if "://" in link.target or link.target.startswith("mailto:") or link.target.endswith("&"):
        return False
    if link.kind == "markdown" and not link.target.lower().endswith(".md"):
        return False
    return any(map(str.isalpha, _title(link)))


def _by_name(wishes: list[Wish]) -> list[list[Wish]]:
    """Wishes for one name together; a bare name joins the one path that ends with it."""
    groups: dict[str, list[Wish]] = defaultdict(list)
    for wish in wishes:
        groups[fold(wish.link.target).removesuffix(".md").strip("/")].append(wish)
    paths: dict[str, list[str]] = defaultdict(list)
    for key in groups:
        paths[key.rpartition("/")[2]].append(key)
    for name, keys in paths.items():
        whole = [key for key in keys if key != name]
        if name in groups and len(whole) == 1:
            groups[name] = sorted([*groups[name], *groups.pop(whole[0])], key=lambda wish: (wish.path, wish.link.span))
    return list(groups.values())


def _title(link: Link) -> str:
    return link.target.rpartition("/")[2].removesuffix(".md")


def _places(snapshot: Snapshot, others: list[Wish]) -> tuple[Place, ...]:
    shown = [Place(wish.path, snapshot.line(wish.path, wish.link.span.start), "asked for here") for wish in others[:_SHOWN]]
    if len(others) > _SHOWN:
        last = shown[-1]
        shown[-1] = last._replace(message=f"asked for here, and in {len(others) - _SHOWN} more notes")
    return tuple(shown)
