"""Proofs: a quote becomes a citation only when it stands in its source."""

from __future__ import annotations

from llmwiki.scribe.prose import Reading
from llmwiki.scribe.topic import Pick, Run
from llmwiki.sources.place import place_at
from llmwiki.vault.citation import Citation, cite
from llmwiki.vault.quotes import QuoteIndex


class Prover:
    """Makes citations, and counts the quotes that don't stand in their source.

    Attributes:
        rejected: Quotes that were not found again and so not used.
    """

    def __init__(self) -> None:
        self.rejected = 0
        self._indexes: dict[str, QuoteIndex] = {}

    def citations(self, pick: Pick) -> tuple[Citation, ...]:
        """Proofs of ``pick``, the main one first; empty when none holds."""
        return tuple(citation for run in (pick.run, *pick.also) if (citation := self.proof(run)) is not None)

    def quoted(self, reading: Reading, quote: str, start: int = -1) -> Citation | None:
        """A citation of ``quote``, which stands at ``start`` (found when not given); None when it isn't in the source."""
        index = self._indexes.setdefault(reading.source, QuoteIndex(reading.text))
        found = index.find(quote)
        if found is None:
            self.rejected += 1
            return None
        return cite(reading.source, quote, place_at(reading.text, start if start >= 0 else found.start))

    def proof(self, run: Run) -> Citation | None:
        """The citation of a run; None when its quote isn't found again."""
        return self.quoted(run.reading, run.quote, run.first.start)
