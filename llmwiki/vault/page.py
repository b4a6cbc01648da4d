"""A parsed note. Everything is found on first use, so that a reader pays for what it asks."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from llmwiki.vault import blocks, inline, tables
from llmwiki.vault.link import Link, Span
from llmwiki.vault.marks import BlockId, Callout, FootnoteDef, FootnoteRef, Heading, Table, Tag
from llmwiki.vault.property_block import Frontmatter, read_frontmatter
from llmwiki.vault.scan import Scan, scan
from llmwiki.vault.spans import SpanSet, same_length_lines

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BlockId", "Callout", "FootnoteDef", "FootnoteRef", "Heading", "Page", "Table", "Tag"]


class Page:
    """A note's text and what is written in it. Offsets are code points of ``text``.

    Args:
        text: The note, or a function that fetches it when it is first needed.
    """

    def __init__(self, text: str | Callable[[], str]) -> None:
        self._source = text

    @cached_property
    def text(self) -> str:
        """The note as it is on disk, byte order mark and line ends included."""
        return self._source if isinstance(self._source, str) else self._source()

    @cached_property
    def frontmatter(self) -> Frontmatter:
        """The properties; an empty one when the note has none."""
        return read_frontmatter(self.text)

    @property
    def body_start(self) -> int:
        """Offset behind the frontmatter and a byte order mark."""
        return self.frontmatter.body_start

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Internal links: those in properties first, then the body's in order."""
        places = inline.Places(
            self._hidden,
            SpanSet(self.comments),
            SpanSet([table.span for table in self.tables]),
            SpanSet([definition.span for definition in self.footnote_defs]),
        )
        return (*self.frontmatter.links, *inline.find_links(self._lines, self.body_start, self._scan, places))

    @cached_property
    def tags(self) -> tuple[Tag, ...]:
        """Tags in properties, then in the body; each occurrence."""
        return (*self.frontmatter.tags, *inline.find_tags(self._lines, self.body_start, self._hidden, self.links))

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself, not those inside quotes and lists."""
        return blocks.find_headings(self._lines, self.body_start, self._hidden, SpanSet(self.comments))

    @cached_property
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        return blocks.find_nested_headings(self._lines, self.body_start, self._hidden)

    @cached_property
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        return blocks.find_block_ids(self._lines, self.body_start, self._hidden)

    @property
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Footnote definitions."""
        return self._footnotes[0]

    @property
    def footnote_refs(self) -> tuple[FootnoteRef, ...]:
        """Footnote references in running text."""
        return self._footnotes[1]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Pipe tables."""
        return tables.find_tables(self._lines, self.body_start, self._hidden)

    @cached_property
    def callouts(self) -> tuple[Callout, ...]:
        """Callouts."""
        return tables.find_callouts(self._lines, self.body_start, self._hidden)

    @property
    def code(self) -> tuple[Span, ...]:
        """Fenced, inline and indented code, marks included."""
        return self._scan.code

    @property
    def comments(self) -> tuple[Span, ...]:
        """``%%`` comments, marks included."""
        return self._scan.comments

    @property
    def html_comments(self) -> tuple[Span, ...]:
        """HTML comments, marks included."""
        return self._scan.html_comments

    @property
    def math(self) -> tuple[Span, ...]:
        """Math, dollar signs included."""
        return self._scan.math

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points; CRLF, LF and a lone CR end a line."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def byte_offset(self, offset: int) -> int:
        """Offset in the file's UTF-8 bytes."""
        return len(self.text[:offset].encode("utf-8", "surrogateescape"))

    @cached_property
    def _lines(self) -> str:
        return same_length_lines(self.text)

    @cached_property
    def _line_starts(self) -> list[int]:
        lengths = (len(line) + 1 for line in self._lines.split("\n"))
        return [0, *accumulate(lengths)][:-1]

    @cached_property
    def _scan(self) -> Scan:
        return scan(self._lines, self.body_start, blocks.find_indented_code(self._lines, self.body_start))

    @cached_property
    def _hidden(self) -> SpanSet:
        return SpanSet(self._scan.hidden)

    @cached_property
    def _footnotes(self) -> tuple[tuple[FootnoteDef, ...], tuple[FootnoteRef, ...]]:
        return blocks.find_footnotes(self._lines, self.body_start, self._hidden)
