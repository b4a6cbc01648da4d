"""A source as a reader sees it: sections, sentences, tables, with the raw spans kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

BlockKind = Literal["paragraph", "item", "quote", "cell", "blurb"]
"""A blurb is what the text's own frontmatter says of it: it may tell what its subject is, and else speaks of the text."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it.

    Attributes:
        heading: Plain heading text, marks and anchors removed; empty before the first heading.
        level: 1 to 6, 0 before the first heading.
        path: Headings from the outermost to this one.
    """

    heading: str
    level: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of running text, list item or quote.

    Attributes:
        text: Projection on one line: Markdown taken away, white space shrunk.
        start, end: Span of the raw Markdown in the source's text, code points.
        index: Running number in the document; neighbours differ by one.
        block: Running number of the paragraph or item it stands in.
        section: Index into ``Prose.sections``.
        kind: What sort of block it stands in.
        complete: Ends with final punctuation.
        lead_in: For items, the index of the sentence that introduces the list, else -1.
    """

    text: str
    start: int
    end: int
    index: int
    block: int
    section: int
    kind: BlockKind
    complete: bool
    lead_in: int = -1


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of a definition list: ``- **Term**: text`` or ``Term：text``."""

    term: str
    text: str
    sentence: int
    section: int


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A Markdown table: plain header and rows, and its raw span."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    start: int
    end: int
    section: int


@dataclass(frozen=True, slots=True)
class Prose:
    """A document ready for reading.

    ``emphasised`` are bold terms, ``linked`` link texts of at most four words, ``quoted`` terms in
    quotation marks or 《》; ``poor`` marks a mangled source that may support counts but not supply quotes.
    """

    title: str
    language: str
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    definitions: tuple[Definition, ...] = ()
    tables: tuple[TableBlock, ...] = ()
    emphasised: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    poor: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One source as the scribe uses it.

    Attributes:
        source: Vault-relative path of the raw text.
        text: The raw text the spans of ``prose`` point into.
        prose: The reading of it.
        date: ISO date of the source for ordering, empty when unknown.
        sha256: Of ``text`` as UTF-8.
    """

    source: str
    text: str
    prose: Prose
    date: str = ""
    sha256: str = ""
    tags: tuple[str, ...] = field(default=())
