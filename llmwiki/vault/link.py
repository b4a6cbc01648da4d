"""What is written in a note: spans and links, never resolved."""

from typing import Literal, NamedTuple

LinkKind = Literal["wikilink", "embed", "markdown", "property", "footnote"]


class Span(NamedTuple):
    """A half-open range of code points in a note's text."""

    start: int
    end: int


class Link(NamedTuple):
    """One internal link as it is written.

    Attributes:
        kind: ``footnote`` is a wikilink inside a footnote definition (a citation), or the
            ``^[raw/...]`` marker of the Hermes form; ``markdown`` includes images.
        target: The path part, decoded; empty for a link into the note itself.
        subpath: What follows the first ``#``, without it; ``^id`` for a block.
        display: What follows the first ``|`` (or the text of a Markdown link), None when absent.
        span: The whole written form, ``!`` included.
        target_span: The path part as written, for renames; empty span where it would stand.
        embed: Whether a ``!`` stands before it.
        place: ``body``, ``comment`` (inside ``%%``), ``table`` or ``property``.
        key: The property's key for ``property`` links, else empty.
    """

    kind: LinkKind
    target: str
    subpath: str
    display: str | None
    span: Span
    target_span: Span
    embed: bool = False
    place: str = "body"
    key: str = ""
