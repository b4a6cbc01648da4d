"""A page before it is Markdown: statements with their proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from llmwiki.vault.citation import Citation

PageKind = Literal["entity", "concept", "comparison", "query"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence (or table cell) of a page.

    Attributes:
        text: Plain sentence, no Markdown marks of its own; links are placed when rendering.
        citations: What proves it; never empty for a statement about the world.
        date: ISO date (or year) named in it, for ordering key facts; empty when none.
        then: Sentences that follow in the same line, with proofs of their own: what sources of other dates say instead.
        items: Entries of the list that it introduces, which stand below it.
    """

    text: str
    citations: tuple[Citation, ...]
    date: str = ""
    then: tuple[Statement, ...] = ()
    items: tuple[Statement, ...] = ()

    @property
    def proofs(self) -> tuple[Citation, ...]:
        """Its citations, those of what follows in its line, and those of its list."""
        return (*self.citations, *(citation for statement in (*self.then, *self.items) for citation in statement.proofs))


@dataclass(frozen=True, slots=True)
class Part:
    """A level-2 section: heading and statements, as a list or as one paragraph."""

    heading: str
    statements: tuple[Statement, ...]
    style: Literal["list", "paragraph"] = "list"


@dataclass(frozen=True, slots=True)
class Relation:
    """A related page: title of the other page, a few words on how they are related, and what proves these."""

    title: str
    note: str = ""
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A source that says more than the page quotes: its path, its title, and the headings to look under."""

    source: str
    title: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a page comes from: path and title of its only source, empty when it has several; title of the page that they all speak of."""

    source: str
    title: str
    context: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A comparison table: one column a thing, one row an axis; a None cell says "not stated"."""

    things: tuple[str, ...]
    axes: tuple[tuple[str, tuple[Statement | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole page, ready to be rendered and merged.

    Attributes:
        title: Page title as people write it; the file name is made from it.
        kind: Decides the folder.
        aliases: Other names, other languages first seen in sources.
        summary: One plain sentence, at most 200 characters, taken from the lead.
        tags: Names out of the schema's taxonomy, without ``#``.
        sources: Vault-relative raw paths, sorted.
        language: Of the page's section names.
        lead: What the thing is.
        parts: Level-2 sections in order.
        mentions: Where the sources say more.
        origin: Where it comes from, if its statements don't say it.
        relations: Related pages.
        grid: For comparisons.
        names: Every spelling that leads to this page, for linking from other pages.
        contested: Whether sources exclude each other on it and none is newer.
        contradictions: Paths of the pages that say otherwise.
        disputes: Keys of the disputes that its text depends on, sorted.
    """

    title: str
    kind: PageKind
    aliases: tuple[str, ...]
    summary: str
    tags: tuple[str, ...]
    sources: tuple[str, ...]
    language: str
    lead: tuple[Statement, ...]
    parts: tuple[Part, ...] = ()
    relations: tuple[Relation, ...] = ()
    grid: Grid | None = None
    names: tuple[str, ...] = ()
    mentions: tuple[Mention, ...] = ()
    contested: bool = False
    contradictions: tuple[str, ...] = ()
    disputes: tuple[str, ...] = ()
    origin: Origin | None = None

    @property
    def citations(self) -> tuple[Citation, ...]:
        """All citations, in the order of the page."""
        cells = [cell for _, row in self.grid.axes for cell in row if cell] if self.grid else []
        statements = (*self.lead, *cells, *(statement for part in self.parts for statement in part.statements))
        proofs = [*(statement.proofs for statement in statements), *(relation.citations for relation in self.relations)]
        return tuple(citation for found in proofs for citation in found)

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Every source that the page cites or names, sorted: when one changes or goes, the page is written anew."""
        cited = {citation.source for citation in self.citations}
        return tuple(sorted({*self.sources, *cited, *(mention.source for mention in self.mentions)}))
