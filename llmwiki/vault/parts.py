"""What is written in a note's body. Everything is found on first use, so that a reader pays for what it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.vault import blocks, inline, tables
from llmwiki.vault.lazy import lazy
from llmwiki.vault.scan import Scan, scan
from llmwiki.vault.spans import SpanSet

if TYPE_CHECKING:
    from llmwiki.vault.link import Link
    from llmwiki.vault.marks import BlockId, Callout, FootnoteDef, FootnoteRef, Heading, Table, Tag
    from llmwiki.vault.property_block import Frontmatter


class Parts:
    r"""The parts of one note, as ``Page`` gives them.

    Args:
        lines: The note with ``\n`` as its only line end, every offset as in its text.
        frontmatter: Its properties.
    """

    def __init__(self, lines: str, frontmatter: Frontmatter) -> None:
        self._lines = lines
        self._frontmatter = frontmatter
        self._body_start = frontmatter.body_start

    @lazy
    def links(self) -> tuple[Link, ...]:
        """Internal links: those in properties first, then the body's in order."""
        return (*self._frontmatter.links, *inline.find_links(self._lines, self._body_start, self.scan, self._places))

    @lazy
    def targets(self) -> tuple[str, ...]:
        """What the links name, each once."""
        body = self._body
        if body is None:
            return tuple(dict.fromkeys([link.target for link in self.links]))
        return tuple(dict.fromkeys([*[target for _, target in self._frontmatter.named], *body]))

    @property
    def links_to_parts(self) -> tuple[Link, ...]:
        """Those of the links that name a heading or block; the others are not made for it."""
        if self._body is None:
            return tuple([link for link in self.links if link.subpath])
        found = self._frontmatter.links_to_parts
        telling = [row for row in zip(self.scan.wikilinks, self.scan.written, strict=True) if row[1] is None or row[1][2]]
        if telling:
            spans, writings = zip(*telling, strict=True)
            links = inline.wikilinks(self._lines, self.scan._replace(wikilinks=spans, written=writings), self._places)
            found = (*found, *[link for link in links if link.subpath])
        return found

    @property
    def cited(self) -> tuple[str, ...]:
        """What the links in footnotes name; in most notes no link is made for it."""
        body = self._body
        if body is None:
            return tuple([link.target for link in self.links if link.kind == "footnote"])
        notes, lines = self._noted, self._lines
        noted_from = notes.start()
        rows = zip(self.scan.wikilinks, body, strict=True)
        return tuple([target for (start, _), target in rows if start > noted_from and start in notes and lines[start - 1] != "!"])

    @lazy
    def _body(self) -> list[str] | None:
        """What the links of a body name that has only wikilinks; None for any other."""
        return inline.find_targets(self._lines, self._body_start, self.scan)

    @lazy
    def tags(self) -> tuple[Tag, ...]:
        """Tags in properties, then in the body; each occurrence."""
        return (*self._frontmatter.tags, *inline.find_tags(self._lines, self._body_start, self._hidden, lambda: self.links))

    @lazy
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself, not those inside quotes and lists."""
        return blocks.find_headings(self._lines, self._body_start, self._hidden, SpanSet(self.scan.comments))

    @lazy
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        return blocks.find_nested_headings(self._lines, self._body_start, self._hidden)

    @lazy
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        return blocks.find_block_ids(self._lines, self._body_start, self._hidden)

    @lazy
    def footnotes(self) -> tuple[tuple[FootnoteDef, ...], tuple[FootnoteRef, ...]]:
        """Footnote definitions, and references in running text."""
        return blocks.find_footnotes(self._lines, self._body_start, self._hidden)

    @lazy
    def tables(self) -> tuple[Table, ...]:
        """Pipe tables."""
        return tables.find_tables(self._lines, self._body_start, self._hidden)

    @lazy
    def callouts(self) -> tuple[Callout, ...]:
        """Callouts."""
        return tables.find_callouts(self._lines, self._body_start, self._hidden)

    @lazy
    def scan(self) -> Scan:
        """Code, comments and math, where nothing else is looked for."""
        return scan(self._lines, self._body_start, blocks.find_indented_code(self._lines, self._body_start))

    @lazy
    def _places(self) -> inline.Places:
        return inline.Places(
            self._hidden,
            SpanSet(self.scan.comments),
            SpanSet([table.span for table in self.tables]),
            self._noted,
        )

    @lazy
    def _noted(self) -> SpanSet:
        return SpanSet([definition.span for definition in self.footnotes[0]])

    @lazy
    def _hidden(self) -> SpanSet:
        return SpanSet(self.scan.hidden)
