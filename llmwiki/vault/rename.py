"""How a vault's texts change when files get other paths: every link goes on meaning the file it meant."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from llmwiki.vault.frontmatter import read_frontmatter, set_key
from llmwiki.vault.link import Link
from llmwiki.vault.resolve import Found, Resolver
from llmwiki.vault.respell import Speller
from llmwiki.vault.vault import Vault

_CANVAS_FILE = re.compile(r'("file"\s*:\s*)("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True, slots=True)
class Loose:
    """A link that cannot follow: it stands in an immutable source, or no spelling would lead to the file."""

    path: str
    line: int
    written: str


@dataclass(frozen=True, slots=True)
class Rename:
    """What a rename does to the texts.

    Attributes:
        texts: New text of every file whose links change, by its path before.
        links: How many links were rewritten.
        loose: Links that meant a file before and will not mean it any more.
    """

    texts: Mapping[str, str]
    links: int
    loose: tuple[Loose, ...]


def plan_rename(vault: Vault, moves: Mapping[str, str], leads: Mapping[str, str] | None = None) -> Rename:
    """Rewrite links for files that move, or that give way to another.

    Sources in ``raw/`` are never rewritten. Code is no place for links, so it stays as it is.

    Args:
        vault: As it is now.
        moves: Path now to path then; two may become one.
        leads: Where links to a file lead from then on, other than to itself; they go on showing what they showed.

    Raises:
        VaultError: A note cannot be read.
    """
    then = Resolver(sorted({moves.get(path, path) for path in vault.files}))
    texts: dict[str, str] = {}
    loose: list[Loose] = []
    count = 0
    for path in vault.notes:
        work = _Note(vault, path, (moves, leads or {}), then)
        edits = list(work.edits())
        if edits and not path.startswith("raw/"):
            texts[path] = _edited(vault.text(path), edits)
            count += len(edits)
        else:
            work.loose += [link for link, _, _, _ in edits]
        loose += [Loose(path, work.page.line_column(link.span.start)[0], work.written(link)) for link in work.loose]
    for path in vault.files:
        if path.endswith(".canvas"):
            text, found = _canvas(vault.text(path), {**moves, **(leads or {})})
            count += found
            texts.update({path: text} if found else {})
    return Rename(texts, count, tuple(loose))


def with_alias(text: str, source: str, target: str) -> str:
    """A moved note with its old name among its aliases, and without its new one.

    Raises:
        VaultError: Its properties cannot be edited.
    """
    old, new = (posixpath.basename(path).removesuffix(".md") for path in (source, target))
    aliases = read_frontmatter(text).items("aliases")
    wanted = [alias for alias in aliases if alias != new]
    if old.casefold() not in {alias.casefold() for alias in [*wanted, new]}:
        wanted.append(old)
    return text if tuple(wanted) == aliases else set_key(text, "aliases", wanted)


Edit = tuple[Link, int, int, str]
"""A link, and the range of the note's text that gets the new text."""


def _edited(text: str, edits: list[Edit]) -> str:
    for _, start, end, new in sorted(edits, key=lambda edit: edit[1], reverse=True):
        text = text[:start] + new + text[end:]
    return text


class _Note:
    """One note's links before and after."""

    def __init__(self, vault: Vault, path: str, plan: tuple[Mapping[str, str], Mapping[str, str]], then: Resolver) -> None:
        self.page = vault.page(path)
        self.loose: list[Link] = []
        self._links = vault.resolved(path)
        self._path = path
        self._moves, self._leads = plan
        self._leaves = posixpath.dirname(self._moves.get(path, path)) != posixpath.dirname(path)
        self._speller = Speller(self.page, self._moves.get(path, path), then)

    def written(self, link: Link) -> str:
        return self.page.text[link.span.start : link.span.end]

    def edits(self) -> Iterator[Edit]:
        for link, found in self._links:
            if not link.target or not isinstance(found, Found):
                continue
            leads = self._leads if found.path != self._path else {}
            wanted = leads.get(found.path) or self._moves.get(found.path, found.path)
            is_clear = not (found.rivals and self._leaves)  # what was clear beside a file of that name may not be elsewhere
            if is_clear and self._speller.means(link.target, wanted) and not _follows_case(link.target, found.path, wanted):
                continue
            edit = self._speller.to(link, wanted, shown_by(link) if found.path in leads else "")
            if edit:
                yield link, *edit
            elif not self._speller.means(link.target, wanted):
                self.loose.append(link)


def shown_by(link: Link) -> str:
    """What Obsidian shows for a wikilink without a text of its own; empty for other links."""
    if link.kind != "wikilink" or link.display is not None:
        return ""
    return " > ".join([link.target, *(part.strip() for part in link.subpath.split("#"))] if link.subpath else [link.target])


def _follows_case(target: str, source: str, wanted: str) -> bool:
    """Whether a link spells the old name exactly and the new one differs in case alone: it leads on, but no longer says the name."""
    if source == wanted or source.casefold() != wanted.casefold():
        return False
    return any(path.endswith(target) for path in (source, source.removesuffix(".md")))


def _canvas(text: str, moves: Mapping[str, str]) -> tuple[str, int]:
    """An Obsidian canvas with the new paths of its file cards."""
    count = 0

    def replaced(match: re.Match[str]) -> str:
        nonlocal count
        try:
            path = json.loads(match[2])
        except ValueError:
            return match[0]
        if path not in moves:
            return match[0]
        count += 1
        return match[1] + json.dumps(moves[path], ensure_ascii=False)

    return _CANVAS_FILE.sub(replaced, text), count
