"""What stands in a note besides links: headings, block ids, tags, footnotes, tables, callouts."""

from typing import NamedTuple

from llmwiki.vault.link import Span


class Heading(NamedTuple):
    """A heading; ``text`` is as written, closing ``#`` marks and a block id taken off."""

    text: str
    level: int
    span: Span


class BlockId(NamedTuple):
    """A ``^id`` at the end of a block; ``id`` without the caret, ``span`` with it."""

    id: str
    span: Span


class Tag(NamedTuple):
    """A tag; ``name`` without ``#``, ``place`` is ``body`` or ``property``."""

    name: str
    span: Span
    place: str = "body"


class FootnoteDef(NamedTuple):
    """A footnote definition: ``span`` is all of it, ``text_span`` what follows the colon."""

    label: str
    span: Span
    text_span: Span


class FootnoteRef(NamedTuple):
    """A ``[^label]`` in running text."""

    label: str
    span: Span


class Table(NamedTuple):
    """A pipe table: header, delimiter and body rows; cells as written, trimmed."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    span: Span


class Callout(NamedTuple):
    """A quote that opens with ``[!kind]``; ``fold`` is ``+``, ``-`` or empty."""

    kind: str
    title: str
    fold: str
    span: Span
