"""What a page rests on, for the checks that follow its evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import RAW
from llmwiki.checks.memo import mark_from
from llmwiki.checks.tour import Question
from llmwiki.vault.resolve import Found, Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from llmwiki.checks.base import Mark, Snapshot
    from llmwiki.vault.link import Link, Span

_BARE_PATH = re.compile(r"(?!\w+:)[^\[\]<>|\s]+(?:/[^\[\]<>|]+|\.(?:md|txt|pdf|html?))")


class Support(NamedTuple):
    """A source that a page names, in its ``sources`` property or in a citation."""

    written: str
    found: Found | Missing
    span: Span | None


class Quote(NamedTuple):
    """A citation with a quote: the source's path (empty when there is none), and the footnote it stands in."""

    source: str
    quote: str
    span: Span


def supports(snapshot: Snapshot, path: str) -> Iterator[Support]:
    """Sources named by a page: property links, bare paths in ``sources``, and links in footnotes."""
    for link, found in snapshot.vault.resolved(path):
        if names_source(link):
            yield Support(link.target, found, link.span)
    yield from _bare(snapshot, path)


def missing_supports(snapshot: Snapshot, path: str) -> Iterator[tuple[Support, Missing]]:
    """Those of them that lead to no file, each with that answer; where all links of a page lead somewhere, none of them is looked at."""
    for link, missing in snapshot.vault.missing(path):
        if names_source(link):
            yield Support(link.target, missing, link.span), missing
    for support in _bare(snapshot, path):
        if isinstance(support.found, Missing):
            yield support, support.found


def names_source(link: Link) -> bool:
    """Whether a link says what its page rests on."""
    return link.kind == "footnote" or (link.kind == "property" and link.key == "sources")


def _bare(snapshot: Snapshot, path: str) -> Iterator[Support]:
    """Paths without brackets in the ``sources`` property."""
    block = snapshot.vault.page(path).frontmatter
    for item in block.items("sources"):
        if _BARE_PATH.fullmatch(item.strip()):
            yield Support(item.strip(), snapshot.vault.resolver.resolve(item.strip(), path), block.key_span("sources"))


def quotes(snapshot: Snapshot, path: str) -> Iterator[Quote]:
    """Citations of a page that quote their source."""
    from llmwiki.vault.citation import read_footnote  # the projection behind it is only needed where pages cite

    page = snapshot.vault.page(path)
    for note in page.footnote_defs:
        read = read_footnote(page.text[note.text_span.start : note.text_span.end])
        if read is not None:
            found = snapshot.vault.resolver.resolve(read.target, path)
            yield Quote(found.path if isinstance(found, Found) else "", read.quote, note.span)


def by_proof(snapshot: Snapshot, code: str, find: Callable[[str], tuple[Sequence[Mark], Mapping[str, str]]]) -> Iterator[Mark]:
    """The marks of a check that holds each page against the texts that it quotes.

    Args:
        snapshot: What the check sees.
        code: Of the check.
        find: Gives the marks of a page, and the hashes of the texts that they rest on.
    """
    column = snapshot.memo.column(code, snapshot.files_mark, snapshot.raw_mark)
    digest = snapshot.vault.digest

    def look(path: str) -> list[object]:
        marks, sources = find(path)
        others = {source: found for source, found in sources.items() if not source.startswith(RAW)}
        return [marks, others] if marks or others else []

    def holds(answer: Sequence[Mapping[str, str]]) -> bool:
        return not answer or all(digest(source) == found for source, found in answer[1].items())

    return _proved(Question(snapshot.tour, column, snapshot.notes, look, holds))


def _proved(question: Question) -> Iterator[Mark]:
    for path in question.telling():
        for row in next(iter(question.of(path)), ()):
            yield mark_from(row)
