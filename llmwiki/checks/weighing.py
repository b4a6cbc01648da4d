"""Weighs the cited sentences of a page against their quotes, and what these leave open against the sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.checks.base import Mark
from llmwiki.checks.cited import Cited, cited, sources_of
from llmwiki.facts.names import names_of
from llmwiki.facts.support import Evidence, Gap, unsupported
from llmwiki.vault.plain import project
from llmwiki.vault.quotes import QuoteIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.checks.base import Snapshot

_BESIDE = 300
_DATES = ("date", "published", "created")
_NOT_READ = "\n"
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n\s*\n")


def weigh(snapshot: Snapshot, path: str) -> tuple[list[Mark], dict[str, str]]:
    """The marks of a page, and the hashes of the sources that were read for them."""
    marks: list[Mark] = []
    read: dict[str, str] = {}
    page = snapshot.vault.page(path)
    names: tuple[str, ...] = ()
    for statement in cited(page):
        names = names or names_of(snapshot.vault, path)
        text = project(statement.text)
        quotes = tuple(project(note.quote) for note in statement.notes)
        if not unsupported(text, Evidence(quotes, names, whole=_NOT_READ)):
            continue
        sources = sources_of(snapshot, path, statement.notes)
        read.update({source: snapshot.vault.digest(source) for source in sources})
        gaps = unsupported(text, evidence_of(snapshot, statement, sources, quotes, names))
        if gaps:
            marks.append(Mark(path, statement.span, _message(gaps)))
    return marks, read


def evidence_of(
    snapshot: Snapshot, statement: Cited, sources: tuple[str, ...], quotes: tuple[str, ...], names: tuple[str, ...]
) -> Evidence:
    """What a statement rests on, with what its sources say of themselves and beside the quotes.

    Args:
        snapshot: What a check sees.
        statement: The sentence with its footnotes.
        sources: Paths of the texts that are quoted.
        quotes: In plain text.
        names: What the statement may take from its page.
    """
    texts = [snapshot.vault.text(source) for source in sources]
    beside = [piece for text in texts for note in statement.notes for piece in _beside(text, note.quote)]
    own = [*names, *(name for source in sources for name in _names(snapshot, source))]
    return Evidence(quotes, tuple(own), " \n".join(beside), " ".join(project(text) for text in texts))


def _names(snapshot: Snapshot, source: str) -> Iterator[str]:
    """Titles and dates of a source, and its file name, which may hold one."""
    properties = snapshot.vault.page(source).frontmatter
    yield from names_of(snapshot.vault, source)
    yield source.rpartition("/")[2].rpartition(".")[0].replace("_", " ")
    yield from (properties.text(key) for key in (*_DATES, "author"))
    record = snapshot.ledger.sources.get(source)
    if record:
        yield from (record.title, record.date)


def _beside(text: str, quote: str) -> Iterator[str]:
    """The sentence before a quote and the one behind it."""
    place = QuoteIndex(text).find(quote)
    if place is None:
        return
    before = [piece for piece in _SENTENCE.split(text[max(place.start - _BESIDE, 0) : place.start]) if piece.strip()]
    behind = [piece for piece in _SENTENCE.split(text[place.end : place.end + _BESIDE]) if piece.strip(' .。\n”"')]
    yield from (project(piece) for piece in (*before[-1:], *behind[:1]))


def _message(gaps: tuple[Gap, ...]) -> str:
    missing = list(dict.fromkeys(gap.text for gap in gaps if gap.kind != "negation"))
    parts = []
    if missing:
        parts.append("the quote does not say " + ", ".join(f"“{text}”" for text in missing))
    if len(missing) < len({gap.text for gap in gaps}):
        parts.append("one denies what the other affirms, statement or quote")
    return "; ".join(parts)
