"""A parsed note. Everything is found on first use, so that a reader pays for what it asks."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING

from llmwiki.vault.lazy import lazy
from llmwiki.vault.link import Link, Span
from llmwiki.vault.marks import BlockId, Callout, FootnoteDef, FootnoteRef, Heading, Table, Tag
from llmwiki.vault.property_block import Frontmatter, read_frontmatter
from llmwiki.vault.spans import same_length_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.vault.parts import Parts

__all__ = ["BlockId", "Callout", "FootnoteDef", "FootnoteRef", "Heading", "Page", "Table", "Tag"]


class Page:
    """A note's text and what is written in it. Offsets are code points of ``text``.

    Args:
        text: The note, or a function that fetches it when it is first needed.
    """

    def __init__(self, text: str | Callable[[], str]) -> None:
        self._source = text

    @lazy
    def text(self) -> str:
        """The note as it is on disk, byte order mark and line ends included."""
        return self._source if isinstance(self._source, str) else self._source()

    @lazy
    def digest(self) -> str:
        """A short hash of the text's bytes."""
        return digest(self.text)

    @lazy
    def frontmatter(self) -> Frontmatter:
        """The properties; an empty one when the note has none."""
        return read_frontmatter(self.text)

    @property
    def body_start(self) -> int:
        """Offset behind the frontmatter and a byte order mark."""
        return self.frontmatter.body_start

    @lazy
    def links(self) -> tuple[Link, ...]:
        """Internal links: those in properties first, then the body's in order."""
        return self._parts.links

    @lazy
    def targets(self) -> tuple[str, ...]:
        """What the links name, each once."""
        return self._parts.targets if self._may_link else ()

    @property
    def links_to_parts(self) -> tuple[Link, ...]:
        """Those of the links that name a heading or block."""
        return self._parts.links_to_parts

    @lazy
    def cited(self) -> tuple[str, ...]:
        """What the links in its footnotes name."""
        return self._parts.cited

    @lazy
    def tags(self) -> tuple[Tag, ...]:
        """Tags in properties, then in the body; each occurrence."""
        return self._parts.tags

    @lazy
    def headings(self) -> tuple[Heading, ...]:
        """Headings of the note itself, not those inside quotes and lists."""
        return self._parts.headings

    @lazy
    def nested_headings(self) -> tuple[Heading, ...]:
        """Headings inside quotes, callouts and list items."""
        return self._parts.nested_headings

    @lazy
    def blocks(self) -> tuple[BlockId, ...]:
        """Block ids."""
        return self._parts.blocks

    @lazy
    def footnote_defs(self) -> tuple[FootnoteDef, ...]:
        """Footnote definitions."""
        return self._parts.footnotes[0]

    @lazy
    def footnote_refs(self) -> tuple[FootnoteRef, ...]:
        """Footnote references in running text."""
        return self._parts.footnotes[1]

    @property
    def tables(self) -> tuple[Table, ...]:
        """Pipe tables."""
        return self._parts.tables

    @property
    def callouts(self) -> tuple[Callout, ...]:
        """Callouts."""
        return self._parts.callouts

    @property
    def code(self) -> tuple[Span, ...]:
        """Fenced, inline and indented code, marks included."""
        return self._parts.scan.code

    @property
    def comments(self) -> tuple[Span, ...]:
        """``%%`` comments, marks included."""
        return self._parts.scan.comments

    @property
    def html_comments(self) -> tuple[Span, ...]:
        """HTML comments, marks included."""
        return self._parts.scan.html_comments

    @property
    def math(self) -> tuple[Span, ...]:
        """Math, dollar signs included."""
        return self._parts.scan.math

    def let_go(self, text: Callable[[], str]) -> None:
        """Forget the text and what was found in it, but for its hash and targets; what is asked for again is found again.

        Args:
            text: Fetches the text again.
        """
        kept = {"digest": self.digest, "targets": self.targets}
        self.__dict__.clear()
        self.__dict__.update(kept, _source=text)

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points; CRLF, LF and a lone CR end a line."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def byte_offset(self, offset: int) -> int:
        """Offset in the file's UTF-8 bytes."""
        return len(self.text[:offset].encode("utf-8", "surrogateescape"))

    @property
    def _may_link(self) -> bool:
        """Whether the text need be taken apart for links: every form of them has a bracket, which YAML alone may write as an escape."""
        return "[" in self.text or "\\" in self.text

    @lazy
    def _lines(self) -> str:
        return same_length_lines(self.text)

    @lazy
    def _line_starts(self) -> list[int]:
        lengths = (len(line) + 1 for line in self._lines.split("\n"))
        return [0, *accumulate(lengths)][:-1]

    @lazy
    def _parts(self) -> Parts:
        return _taken_apart()(self._lines, self.frontmatter)


def _scan(page: Page) -> None:
    """Go over a text from mark to mark, unless what its links name is known."""
    if "targets" not in vars(page) and page._may_link:  # noqa: SLF001 - as a method of the page, it would be asked for by nobody else
        page._parts.scan  # noqa: B018, SLF001 - it is kept


STEPS = (attrgetter("frontmatter"), _scan, attrgetter("targets"))
"""What is found in a page that everybody asks about, step by step."""


@cache
def _taken_apart() -> type[Parts]:
    from llmwiki.vault.parts import Parts  # its patterns cost more than a lint that finds every page in the cache

    return Parts


def digest(text: str) -> str:
    """A short hash of a text's bytes."""
    return digest_of(text.encode("utf-8", "surrogateescape"))


def digest_of(data: bytes) -> str:
    """The same of the bytes."""
    return blake2b(data, digest_size=16).hexdigest()
