"""What an ingest would write, for the person who may still change it: the takeaways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.report.numbers import counted
from llmwiki.report.terminal import Line, Part
from llmwiki.vault.frontmatter import read_frontmatter

if TYPE_CHECKING:
    from llmwiki.scribe.edition import Edition


class Takeaway(NamedTuple):
    """A page that would be written.

    Attributes:
        title, path, kind: Of the page.
        is_new: Whether it is not there yet.
        summary: What it says, in a sentence.
        text: All of it.
        citations: How many it has.
        sources: How many it rests on.
    """

    title: str
    path: str
    kind: str
    is_new: bool
    summary: str
    text: str
    citations: int
    sources: int


def takeaways(edition: Edition) -> list[Takeaway]:
    """The pages that would be written, new ones first, then by title."""
    found = []
    for item in edition.filed:
        if item.text is not None and item.record is not None:
            record, summary = item.record, read_frontmatter(item.text).text("summary")
            is_new = item.action == "created"
            row = (record.title, item.path, record.kind, is_new, summary, item.text, len(record.claims), len(record.sources))
            found.append(Takeaway(*row))
    return sorted(found, key=lambda item: (not item.is_new, item.title))


def takeaway_lines(items: Sequence[Takeaway], edition: Edition) -> Iterator[Line]:
    """A numbered line a page, then what goes and what waits."""
    for number, item in enumerate(items, 1):
        sign, style = ("+", "green") if item.is_new else ("~", "yellow")
        told = f" ({item.kind}; {counted(item.citations, 'citation')} from {counted(item.sources, 'source')})"
        yield (Part(f"{number:4} "), Part(f"{sign} ", style), Part(item.title, "bold"), Part(told, "dim"))
        if item.summary:
            yield (Part(f"       {item.summary}"),)
    for record in edition.orphaned:
        yield (Part("     "), Part("- ", "red"), Part(f"{record.title}: no source supports it any more"))
    for filed in edition.filed:
        if filed.proposal:
            yield (Part("     "), Part("? ", "magenta"), Part(f"{filed.path}: waits for a decision (wiki review)"))
