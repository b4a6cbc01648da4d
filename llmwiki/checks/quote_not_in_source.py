"""A quoted citation does not stand in its source.

The quote of each footnote is searched in the text of the source it names, as one run; white space, quotation
marks, ligatures and the like do not matter. Sources that are no text files are left alone, and sources that are not there belong to
missing-source.

Why: A statement is only as good as its proof. A quote that the source does not hold was made up, or the source changed.

Fix: Quote what the source says, or take the statement back.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from llmwiki.checks.base import RAW, WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.evidence import by_proof
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from llmwiki.vault.citation import Footnote
    from llmwiki.vault.quotes import QuoteIndex

CODE = "W404"
NAME = "quote-not-in-source"
SEVERITY: Severity = "error"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each citation whose quote its source does not hold."""
    return by_proof(snapshot, CODE, _Proofs(snapshot).look_up)


class _Proofs:
    """Looks quotes up; the index of a source is made once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[str, QuoteIndex | None] = {}

    def look_up(self, path: str) -> tuple[list[Mark], dict[str, str]]:
        """The marks of a page, and the hashes of the texts outside `raw/` that they rest on."""
        marks: list[Mark] = []
        sources: dict[str, str] = {}
        vault, known = self._snapshot.vault, self._known
        page, resolve, read = vault.page(path), vault.resolver.resolve, _reader()
        text = page.text
        for _, span, (start, end) in page.footnote_defs:
            said = read(text[start:end])
            found = resolve(said.target, path) if said and said.quote else None
            if said is None or not isinstance(found, Found):
                continue
            source = found.path
            index = known[source] if source in known else self._source(source)
            if index is None:
                continue
            if not source.startswith(RAW):
                sources[source] = vault.digest(source)
            if not index.holds(said.quote):
                marks.append(Mark(path, span, f"the quote does not stand in {source}: “{_short(said.quote)}”"))
        return marks, sources

    def _source(self, source: str) -> QuoteIndex | None:
        """The index of a source, None when it is no text."""
        from llmwiki.vault.quotes import QuoteIndex  # only needed where a source is new

        is_text = self._snapshot.is_text(source)
        index = self._known[source] = QuoteIndex(self._snapshot.vault.text(source)) if is_text else None
        return index


@cache
def _reader() -> Callable[[str], Footnote | None]:
    from llmwiki.vault.citation import read_footnote  # only needed where a page or a source is new

    return read_footnote


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= 60 else f"{line[:59]}…"  # noqa: PLR2004 - one line of a terminal, with the path before it
