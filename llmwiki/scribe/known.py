"""The names under which a vault's pages are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.linking import Names

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault

_SUBJECTS = ("entity", "concept", "comparison")


class Known(NamedTuple):
    """A page about something: its path, its title, its other names."""

    path: str
    title: str
    aliases: tuple[str, ...]


def known_pages(vault: Vault, folder: Callable[[str], str]) -> list[Known]:
    """Every entity, concept and comparison page, by path."""
    folders = tuple(folder(kind) for kind in _SUBJECTS)
    found = []
    for path in vault.notes:
        if path.startswith(folders):
            properties = vault.page(path).frontmatter
            title = properties.text("title") or path.rsplit("/", 1)[-1].removesuffix(".md")
            found.append(Known(path, title, properties.items("aliases")))
    return found


def link_names(pages: Sequence[Known], link: Callable[[str], str]) -> Names:
    """Spellings to link targets; a spelling of two pages leads to neither, a title always to its own page."""
    owners: dict[str, set[str]] = {}
    titles = {page.title: page.path for page in pages}
    for page in pages:
        for name in (page.title, *page.aliases):
            owners.setdefault(name, set()).add(page.path)
    return Names({name: link(titles.get(name) or next(iter(paths))) for name, paths in owners.items() if len(paths) == 1 or name in titles})


def other_names(question: str, pages: Sequence[Known]) -> Mapping[str, tuple[str, ...]]:
    """Names in a question to the other names of the same thing, so that an answer may use either."""
    by_path = {page.path: page for page in pages}
    places = link_names(pages, str).places(question, ())
    found = {question[place.start : place.end]: by_path[place.target] for place in places}
    return {name: tuple(other for other in (page.title, *page.aliases) if other.lower() != name.lower()) for name, page in found.items()}
