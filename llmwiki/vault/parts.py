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
        places = inline.Places(
            self._hidden,
            SpanSet(self.scan.comments),
            SpanSet([table.span for table in self.tables]),
            SpanSet([definition.span for definition in self.footnotes[0]]),
        )
        return (*self._frontmatter.links, *inline.find_links(self._lines, self._body_start, self.scan, places))

    @lazy
    def tags(self) -> tuple[Tag, ...]:
        """Tags in properties, then in the body; each occurrence."""
        return (*self._frontmatter.tags, *inline.find_tags(self._lines, self._body_start, self._hidden, self.links))

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
    def _hidden(self) -> SpanSet:
        return SpanSet(self.scan.hidden)
