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
from llmwiki.checks.evidence import by_proof, quotes

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
        self._known: dict[str, tuple[QuoteIndex, str]] = {}

    def look_up(self, path: str) -> tuple[list[Mark], dict[str, str]]:
        """The marks of a page, and the hashes of the sources that they rest on."""
        marks: list[Mark] = []
        sources: dict[str, str] = {}
        for cited in quotes(self._snapshot, path):
            if cited.quote and self._snapshot.is_text(cited.source):
                index, sources[cited.source] = self._source(cited.source)
                if index.find(cited.quote) is None:
                    marks.append(Mark(path, cited.span, f"the quote does not stand in {cited.source}: “{_short(cited.quote)}”"))
        return marks, sources

    def _source(self, source: str) -> tuple[QuoteIndex, str]:
        """The index of a source, and the hash of its text."""
        known = self._known.get(source)
        if known is None:
            from llmwiki.vault.quotes import QuoteIndex  # only needed where a page or a source is new

            vault = self._snapshot.vault
            known = self._known[source] = (QuoteIndex(vault.text(source)), vault.digest(source))
        return known


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= 60 else f"{line[:59]}…"  # noqa: PLR2004 - one line of a terminal, with the path before it
