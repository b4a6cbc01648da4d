"""Verb: the links of notes, as they are resolved."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from llmwiki.errors import VaultError
from llmwiki.vault.resolve import Found, Missing, anchor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.link import Link, LinkKind
    from llmwiki.vault.vault import Vault
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A link that a note has.

    Attributes:
        target: The file it leads to, None when there is none.
        candidates: All files that the name fits, the chosen one first.
        anchor: Whether the heading or block is there; None when none is named or nobody can say.
    """

    written: str
    kind: LinkKind
    target: str | None
    candidates: tuple[str, ...]
    anchor: str | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Incoming:
    """A link that leads to a note."""

    path: str
    line: int
    column: int
    written: str


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """All links of a note; tags with ``#``, each once."""

    note: str
    outgoing: tuple[Outgoing, ...]
    incoming: tuple[Incoming, ...]
    tags: tuple[str, ...]


def links(workspace: Workspace, name: str) -> NoteLinks:
    """The links of one note.

    Args:
        workspace: The opened wiki.
        name: Its path, its name as in a wikilink, its title or an alias.

    Raises:
        VaultError: No note, or more than one, has this name.
    """
    return _Reader(workspace.vault).read(_note(workspace.vault, name))


def all_links(workspace: Workspace) -> tuple[NoteLinks, ...]:
    """The links of every note, by path."""
    reader = _Reader(workspace.vault)
    return tuple(reader.read(path) for path in workspace.vault.notes)


class _Reader:
    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._notes = frozenset(vault.notes)

    def read(self, path: str) -> NoteLinks:
        page = self._vault.page(path)
        outgoing = tuple(self._outgoing(path, link, found) for link, found in self._vault.resolved(path))
        incoming = tuple(self._incoming(source, link) for source, link in self._inbound[path])
        return NoteLinks(path, outgoing, incoming, tuple(dict.fromkeys(f"#{tag.name}" for tag in page.tags)))

    @cached_property
    def _inbound(self) -> dict[str, list[tuple[str, Link]]]:
        inbound: dict[str, list[tuple[str, Link]]] = defaultdict(list)
        for source in self._vault.notes:
            for link, found in self._vault.resolved(source):
                if isinstance(found, Found):
                    inbound[found.path].append((source, link))
        return inbound

    def _outgoing(self, path: str, link: Link, found: Found | Missing) -> Outgoing:
        target = found.path if isinstance(found, Found) else None
        candidates = (found.path, *found.rivals) if isinstance(found, Found) else ()
        line, column = self._vault.page(path).line_column(link.span.start)
        return Outgoing(self._written(path, link), link.kind, target, candidates, self._anchor(link, target), line, column)

    def _incoming(self, source: str, link: Link) -> Incoming:
        line, column = self._vault.page(source).line_column(link.span.start)
        return Incoming(source, line, column, self._written(source, link))

    def _written(self, path: str, link: Link) -> str:
        return self._vault.text(path)[link.span.start : link.span.end]

    def _anchor(self, link: Link, target: str | None) -> str | None:
        if not link.subpath or target is None or target not in self._notes:
            return None
        return anchor(self._vault.page(target), link.subpath).state


def _note(vault: Vault, name: str) -> str:
    wanted = name.strip().removeprefix("[[").removesuffix("]]").removeprefix("./")
    if wanted in vault.notes:
        return wanted
    found = vault.resolver.resolve(wanted, "") if wanted else Missing()
    if isinstance(found, Found) and found.path in vault.notes and not found.rivals:
        return found.path
    fitting = [found.path, *found.rivals] if isinstance(found, Found) else sorted(set(_titled(vault, wanted)))
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise VaultError(f"“{name}” fits more than one note", "name one of them: " + ", ".join(fitting))
    from difflib import get_close_matches

    near = get_close_matches(wanted, [path.rpartition("/")[2].removesuffix(".md") for path in vault.notes], 3)
    raise VaultError(f"there is no note “{name}”", "did you mean " + " or ".join(near) + "?" if near else "give its path, name or title")


def _titled(vault: Vault, name: str) -> Iterator[str]:
    folded = name.casefold()
    for path in vault.notes:
        block = vault.page(path).frontmatter
        if folded in {block.text("title").casefold(), *(alias.casefold() for alias in block.items("aliases"))} - {""}:
            yield path
