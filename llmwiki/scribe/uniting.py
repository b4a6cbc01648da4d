"""Plans how two pages become one: the joined text, and the texts of all that link to either."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import VaultError
from llmwiki.scribe.contested import noted
from llmwiki.scribe.inert import inert, inert_line, plain
from llmwiki.scribe.joint_properties import Names, joined_properties, names_of_both, unplaced
from llmwiki.scribe.wording import CHINESE, ENGLISH, language_of, wording
from llmwiki.vault.anchors import anchor, heading_form
from llmwiki.vault.chars import language
from llmwiki.vault.combine import INTO, PAGE, Rules, combine
from llmwiki.vault.distinct_marks import with_distinct_marks
from llmwiki.vault.merge import ends_like, plain_ends
from llmwiki.vault.merge_properties import split_frontmatter
from llmwiki.vault.parse import parse
from llmwiki.vault.passages import passages
from llmwiki.vault.rename import Loose, Rename, plan_rename
from llmwiki.vault.resolve import Found
from llmwiki.vault.subpaths import spelled_at, with_subpaths

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from llmwiki.vault.combine import Combined
    from llmwiki.vault.page import Page
    from llmwiki.vault.vault import Vault

_PROBE = "wiki-merge-probe"


class Pair(NamedTuple):
    """Two pages by path: ``page`` goes, ``into`` keeps its place."""

    page: str
    into: str


@dataclass(frozen=True, slots=True)
class United:
    """What becomes of the texts.

    Attributes:
        text: Of the joined page.
        base: The same, made of what the tool wrote last for both; None when it wrote neither or nobody has that text.
        names: Of the joined page.
        subpaths: File and subpath of links to a heading or block that has another name now, to that name.
        texts: New text of every other file whose links change, by path.
        links: How many links follow.
        loose: Links that cannot follow.
    """

    text: str
    base: str | None
    names: Names
    subpaths: Mapping[tuple[str, str], str]
    texts: Mapping[str, str]
    links: int
    loose: tuple[Loose, ...]


def unite(vault: Vault, pair: Pair, written: Mapping[str, str], today: str, title: str = "") -> United:
    """Join ``pair.page`` to ``pair.into``.

    Args:
        vault: As it is.
        pair: The pages.
        written: What the tool wrote last for the two pages, by path, as far as it did.
        today: ISO date.
        title: A new title for the joined page; empty keeps that of ``pair.into``.

    Raises:
        VaultError: The properties of a page cannot be edited, or a block that is never closed would swallow the rest.
    """
    work = _Work(vault, pair, _names(vault, pair, title), written, today)
    for path in pair:
        _refuse_open_end(path, work.rename.texts.get(path, vault.text(path)))
    wanted = work.subpaths()
    texts = _with_subpaths(vault, work.rename.texts, wanted)
    bases = work.base_texts(wanted)
    text = work.joined(texts, bases)
    base = work.joined({path: bases.get(path, "") for path in pair}, bases) if bases else None
    left, right = map(parse, work.sides(texts))
    words = wording(work.language)
    text = ends_like(vault.text(pair.into), noted(text, (left, right), words))
    base = None if base is None else noted(base, (left, right), words)
    others = {path: new for path, new in texts.items() if path not in pair}
    return United(text, base, work.names, wanted, others, work.rename.links, work.rename.loose)


def follower(pair: Pair, wanted: Mapping[tuple[str, str], str], vault: Vault) -> Mapping[str, str]:
    """What the merge does to the links in the texts of ``vault``, by path."""
    rename = _leading(vault, pair)
    return _with_subpaths(vault, rename.texts, wanted)


def _leading(vault: Vault, pair: Pair) -> Rename:
    moves = {pair.page: pair.into}
    return plan_rename(vault, moves, moves)


def _with_subpaths(vault: Vault, texts: Mapping[str, str], wanted: Mapping[tuple[str, str], str]) -> dict[str, str]:
    found = dict(texts)
    for path in vault.notes if wanted else ():
        named = {(there.path, link.subpath) for link, there in vault.resolved(path) if isinstance(there, Found) and link.subpath}
        if not path.startswith("raw/") and not named.isdisjoint(wanted):
            found[path] = with_subpaths(vault, path, texts.get(path, vault.text(path)), wanted)
    return found


def _names(vault: Vault, pair: Pair, title: str) -> Names:
    others: list[str] = []
    for path in (pair.into, pair.page):
        page = vault.page(path)
        stem = path.rpartition("/")[2].removesuffix(".md")
        first = [heading.text for heading in page.headings[:1] if heading.level == 1]
        named = page.frontmatter.text("title") or next(iter(first), "") or stem
        others += [named, *page.frontmatter.items("aliases"), *((*first, stem) if path == pair.page else ())]
    return names_of_both(title or others[0], map(plain, others))


def _refuse_open_end(path: str, text: str) -> None:
    """Code or a comment that is never closed would swallow what is put behind it."""
    probed = parse(f"{text.rstrip()}\n\n[[{_PROBE}]]\n")
    if not any(link.target == _PROBE for link in probed.links):
        raise VaultError(f"{path} ends in code, a formula or a comment that is never closed.", "Close it, then run the command again.")


@dataclass(frozen=True)
class _Work:
    """One join: the same steps for what stands on the pages and for what the tool wrote last."""

    vault: Vault
    pair: Pair
    names: Names
    written: Mapping[str, str]
    today: str

    @cached_property
    def rename(self) -> Rename:
        return _leading(self.vault, self.pair)

    @cached_property
    def language(self) -> str:
        page = self.vault.page(self.pair.into)
        own = language_of(heading.text for heading in page.headings)
        return own or language(self.names.title + page.text[page.body_start :])

    def base_texts(self, wanted: Mapping[tuple[str, str], str]) -> dict[str, str]:
        """What the tool wrote last, with links as they will be."""
        if not self.written:
            return {}
        return {**self.written, **follower(self.pair, wanted, self.vault.overlay(self.written))}

    def joined(self, texts: Mapping[str, str], bases: Mapping[str, str]) -> str:
        r"""The joined note, line ends ``\n``."""
        left, right = self.sides(texts)
        whole = joined_properties(left, right, self.names, self.today, self._leads_home)
        head, _ = split_frontmatter(whole)
        return head + self._titled(self._combined(left, right, bases).text)

    def subpaths(self) -> dict[tuple[str, str], str]:
        """File and subpath of every link to a heading or block of the two pages that needs another subpath."""
        left, right = self.sides(self.rename.texts)
        bases = self.base_texts({})
        joined = self._combined(left, right, bases)
        head, _ = split_frontmatter(left)
        then = parse(head + self._titled(joined.text))
        sides = {self.pair.into: (INTO, left, 0), self.pair.page: (PAGE, right, len(self._fence(left, right, bases)))}
        before = {path: _marks(self.vault.page(path)) for path in self.pair}
        after = {path: _marks(parse(text)) for path, (_, text, _) in sides.items()}
        found: dict[tuple[str, str], str] = {}
        for path, subpath in self._named_parts():
            offset = anchor(self.vault.page(path), subpath).offset
            if offset not in before[path]:
                continue
            side, text, shift = sides[path]
            place = after[path][before[path].index(offset)] - len(split_frontmatter(text)[0]) + shift
            spelled = self._spelled(then, len(head), joined.moved(side, place), subpath)
            if spelled != subpath:
                found[path, subpath] = spelled
        return found

    def _spelled(self, then: Page, head: int, moved: int | None, subpath: str) -> str:
        if moved is None:
            return ""
        at = head + moved
        return subpath if anchor(then, subpath).offset == at else spelled_at(then, at) or ""

    def _named_parts(self) -> Iterator[tuple[str, str]]:
        found = {
            (there.path, link.subpath)
            for path in self.vault.notes
            for link, there in self.vault.resolved(path)
            if link.subpath and isinstance(there, Found) and there.path in self.pair
        }
        return iter(sorted(found))

    def sides(self, texts: Mapping[str, str]) -> tuple[str, str]:
        left, right = (plain_ends(texts[path] if path in texts else self.vault.text(path)) for path in (self.pair.into, self.pair.page))
        return left, with_distinct_marks(parse(right), parse(left))

    def _fence(self, left: str, right: str, bases: Mapping[str, str]) -> str:
        """Properties that find no place, for a person to look at."""
        raw = unplaced(left, right, plain_ends(bases.get(self.pair.page, "")))
        return f"{raw}\n\n" if raw else ""

    def _combined(self, left: str, right: str, bases: Mapping[str, str]) -> Combined:
        into, page = (split_frontmatter(text)[1] for text in (left, right))
        own = {side: _strands(bases.get(path, "")) for side, path in ((INTO, self.pair.into), (PAGE, self.pair.page))}
        rules = Rules(
            lambda piece: piece.strand.core in own[piece.side], self._is_link_home, self._heading, _same_names(self.language), _last()
        )
        return combine(into, self._fence(left, right, bases) + page, rules)

    @property
    def _heading(self) -> str:
        page = self.vault.page(self.pair.page)
        first = next((heading.text for heading in page.headings[:1] if heading.level == 1), "")
        return first or inert(plain(page.frontmatter.text("title") or self.pair.page.rpartition("/")[2].removesuffix(".md")))

    def _titled(self, body: str) -> str:
        """The body with the new title as its heading, where the old one stood there."""
        page = self.vault.page(self.pair.into)
        old = page.frontmatter.text("title") or next((heading.text for heading in page.headings[:1] if heading.level == 1), "")
        if not old or old == self.names.title:
            return body
        new = inert_line(inert(plain(self.names.title)))
        lines = body.split("\n")
        at = next((number for number, line in enumerate(lines) if line.startswith("# ")), None)
        if at is not None and heading_form(lines[at][2:]) == heading_form(old):
            lines[at] = f"# {new}"
        return "\n".join(lines)

    def _leads_home(self, item: str) -> bool:
        """Whether a property's value is a link to one of the two pages."""
        links = parse(f'---\nx: "{item}"\n---\n').links if item.startswith("[[") and '"' not in item else ()
        found = self.vault.resolver.resolve(links[0].target, self.pair.into) if links else None
        return isinstance(found, Found) and found.path in self.pair

    def _is_link_home(self, line: str) -> bool:
        links = parse(line).links
        found = self.vault.resolver.resolve(links[0].target, self.pair.into) if links else None
        return isinstance(found, Found) and found.path in self.pair


def _strands(text: str) -> frozenset[str]:
    return frozenset(strand.core for strand in passages(split_frontmatter(plain_ends(text))[1]))


def _marks(page: Page) -> list[int]:
    headings = [heading.span.start for heading in (*page.headings, *page.nested_headings)]
    return headings + [block.span.start for block in page.blocks]


def _same_names(tongue: str) -> dict[str, str]:
    """Section names of the other language, and the names of the same sections here."""
    here = wording(tongue)
    there = ENGLISH if here is CHINESE else CHINESE
    return {heading_form(other): own for own, other in zip(astuple(here), astuple(there), strict=True)}


def _last() -> frozenset[str]:
    return frozenset(heading_form(name) for words in (ENGLISH, CHINESE) for name in (words.mentions, words.related))
