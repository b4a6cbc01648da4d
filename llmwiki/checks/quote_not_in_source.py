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
from llmwiki.checks.evidence import quotes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.quotes import QuoteIndex

CODE = "W404"
NAME = "quote-not-in-source"
SEVERITY: Severity = "error"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each citation whose quote its source does not hold."""
    from llmwiki.vault.quotes import QuoteIndex  # only needed where pages cite

    indexes: dict[str, QuoteIndex] = {}
    for path in snapshot.notes:
        for cited in quotes(snapshot, path):
            if not cited.quote or not snapshot.is_text(cited.source):
                continue
            if cited.source not in indexes:
                indexes[cited.source] = QuoteIndex(snapshot.vault.text(cited.source))
            if indexes[cited.source].find(cited.quote) is None:
                yield Mark(path, cited.span, f"the quote does not stand in {cited.source}: “{_short(cited.quote)}”")


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= 60 else f"{line[:59]}…"  # noqa: PLR2004 - one line of a terminal, with the path before it
