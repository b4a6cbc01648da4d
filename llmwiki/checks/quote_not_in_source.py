"""A quoted citation does not stand in its source.

The quote of each footnote is searched in the text of the source it names, as one run; white space, quotation
marks, ligatures and the like do not matter. Sources that are no text files are left alone, and sources that are not there belong to
missing-source.

Why: A statement is only as good as its proof. A quote that the source does not hold was made up, or the source changed.

Fix: Quote what the source says, or take the statement back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.evidence import by_proof
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        """The marks of a page, and the hashes of the sources that they rest on."""
        from llmwiki.vault.citation import read_footnote  # only needed where a page or a source is new

        marks: list[Mark] = []
        sources: dict[str, str] = {}
        vault = self._snapshot.vault
        page, resolve = vault.page(path), vault.resolver.resolve
        for _, span, (start, end) in page.footnote_defs:
            said = read_footnote(page.text[start:end])
            found = resolve(said.target, path) if said and said.quote else None
            if said is None or not isinstance(found, Found) or (index := self._source(found.path)) is None:
                continue
            sources[found.path] = vault.digest(found.path)
            if index.find(said.quote) is None:
                marks.append(Mark(path, span, f"the quote does not stand in {found.path}: “{_short(said.quote)}”"))
        return marks, sources

    def _source(self, source: str) -> QuoteIndex | None:
        """The index of a source, None when it is no text."""
        if source not in self._known:
            from llmwiki.vault.quotes import QuoteIndex  # as above

            is_text = self._snapshot.is_text(source)
            self._known[source] = QuoteIndex(self._snapshot.vault.text(source)) if is_text else None
        return self._known[source]


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= 60 else f"{line[:59]}…"  # noqa: PLR2004 - one line of a terminal, with the path before it
