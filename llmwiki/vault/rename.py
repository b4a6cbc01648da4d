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
from llmwiki.vault.vault import Vault

_CANVAS_FILE = re.compile(r'("file"\s*:\s*)("(?:[^"\\]|\\.)*")')
_ENCODED = re.compile(r"[%#?<>()\[\]\s\\]")
_IN_WIKILINK = re.compile(r"[\[\]|#^\n]")


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


def plan_rename(vault: Vault, moves: Mapping[str, str]) -> Rename:
    """Rewrite links for files that move.

    Sources in ``raw/`` are never rewritten. Code is no place for links, so it stays as it is.

    Args:
        vault: As it is now.
        moves: Path now to path then.

    Raises:
        VaultError: A note cannot be read.
    """
    then = Resolver(sorted(moves.get(path, path) for path in vault.files))
    texts: dict[str, str] = {}
    loose: list[Loose] = []
    count = 0
    for path in vault.notes:
        work = _Note(vault, path, moves, then)
        edits = list(work.edits())
        if edits and not path.startswith("raw/"):
            texts[path] = _edited(vault.text(path), edits)
            count += len(edits)
        else:
            work.loose += [link for link, _, _, _ in edits]
        loose += [Loose(path, work.page.line_column(link.span.start)[0], work.written(link)) for link in work.loose]
    for path in vault.files:
        if path.endswith(".canvas"):
            text, found = _canvas(vault.text(path), moves)
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

    def __init__(self, vault: Vault, path: str, moves: Mapping[str, str], then: Resolver) -> None:
        self.page = vault.page(path)
        self.loose: list[Link] = []
        self._links = vault.resolved(path)
        self._moves, self._then = moves, then
        self._source = moves.get(path, path)

    def written(self, link: Link) -> str:
        return self.page.text[link.span.start : link.span.end]

    def edits(self) -> Iterator[Edit]:
        for link, found in self._links:
            if not link.target or not isinstance(found, Found):
                continue
            wanted = self._moves.get(found.path, found.path)
            if self._means(link.target, wanted):
                continue
            edit = self._edit(link, wanted)
            if edit:
                yield edit
            else:
                self.loose.append(link)

    def _means(self, target: str, wanted: str) -> bool:
        found = self._then.resolve(target, self._source)
        return isinstance(found, Found) and found.path == wanted

    def _edit(self, link: Link, wanted: str) -> Edit | None:
        for target in self._spellings(link, wanted):
            if self._means(target, wanted) and (link.kind == "markdown" or not _IN_WIKILINK.search(target)):
                return self._spelled(link, target)
        return None

    def _spellings(self, link: Link, wanted: str) -> Iterator[str]:
        """Targets for the file, the one in the style of the present link first."""
        ending = wanted[wanted.rfind(".") :] if wanted.lower().endswith(".md") and link.target.lower().endswith(".md") else ""
        if link.target.startswith(("./", "../")):
            relative = posixpath.relpath(wanted, posixpath.dirname(self._source) or ".")
            relative = relative if relative.startswith("../") else f"./{relative}"
            yield relative if ending or not wanted.lower().endswith(".md") else relative[:-3]
        elif "/" in link.target:
            yield wanted if ending or not wanted.lower().endswith(".md") else wanted[:-3]
        short = self._then.link_text(wanted, self._source)
        yield short if short.lower().endswith(ending.lower()) else short + ending
        yield short
        yield wanted

    def _spelled(self, link: Link, target: str) -> Edit:
        text = self.page.text
        start, end = link.target_span
        if link.kind == "markdown":
            angle = text[start - 1 : start] == "<"
            return link, start, end, target if angle else _ENCODED.sub(lambda match: _percent(match[0]), target)
        if link.kind != "property":
            return link, start, end, target
        quote = text[link.span.start - 1]
        if start == end:
            start, end = link.span
            display = "" if link.display is None else f"|{link.display}"
            target = f"[[{target}{'#' if link.subpath else ''}{link.subpath}{display}]]"
        return link, start, end, target.replace("'", "''") if quote == "'" else target.replace("\\", "\\\\").replace('"', '\\"')


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())


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
