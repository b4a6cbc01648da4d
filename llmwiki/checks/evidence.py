"""What a page rests on, for the checks that follow its evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.base import RAW
from llmwiki.checks.memo import mark_from
from llmwiki.checks.tour import Question
from llmwiki.vault.resolve import Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from llmwiki.checks.base import Mark, Snapshot
    from llmwiki.vault.link import Link, Span
    from llmwiki.vault.page import Page
    from llmwiki.vault.property_block import Frontmatter

_BARE_PATH = re.compile(r"(?!\w+:)[^\[\]<>|\s]+(?:/[^\[\]<>|]+|\.(?:md|txt|pdf|html?))")


class Support(NamedTuple):
    """A source that a page names, in its ``sources`` property or in a citation, and that is not there."""

    written: str
    missing: Missing
    span: Span | None


def supports(page: Page) -> tuple[str, ...]:
    """Sources that a page names, as written, each once: property links, links in footnotes, and bare paths in ``sources``."""
    block = page.frontmatter
    listed = [target for key, target in block.named if key == "sources"]
    return tuple(dict.fromkeys((*listed, *page.cited, *_bare(block))))


def missing_supports(snapshot: Snapshot, path: str) -> Iterator[Support]:
    """Those of them that lead to no file; where all links of a page lead somewhere, none of them is looked at."""
    for link, missing in snapshot.vault.missing(path):
        if names_source(link):
            yield Support(link.target, missing, link.span)
    block = snapshot.vault.page(path).frontmatter
    for written in _bare(block):
        found = snapshot.vault.resolver.resolve(written, path)
        if isinstance(found, Missing):
            yield Support(written, found, block.key_span("sources"))


def names_source(link: Link) -> bool:
    """Whether a link says what its page rests on."""
    return link.kind == "footnote" or (link.kind == "property" and link.key == "sources")


def _bare(block: Frontmatter) -> list[str]:
    """Paths without brackets in the ``sources`` property."""
    found = block.data.get("sources")
    listed = found if isinstance(found, list) else (found,)
    return [item for text in listed if isinstance(text, str) and "[" not in text and _BARE_PATH.fullmatch(item := text.strip())]


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
