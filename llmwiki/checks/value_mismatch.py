"""A cited statement says something else than its quote.

Looks at sentences whose footnotes quote a source, all quotes of a sentence together. A number, a unit, a date or a
name of the sentence is not in its quotes, or one says no where the other says yes. Numbers may be written in any way
(`1,000`, `一千`, `1.5 million`, `50%`), rounded, or in another unit of the same measure; a date may be coarser than the
quote's. The page's and the source's titles and dates count as quoted, as do the sentences beside the quote. A name
may stand for a pronoun or be called otherwise: it is only given when the source does not have it, or when the quote
has another one in its place. Negation is compared between clauses of nearly the same words.

Why: A quote that stands in its source proves only what it says. A wrong digit with a true footnote is believed by
everyone.

Fix: Say what the quote says, or quote the passage that says it. Where the statement is a conclusion, cite each of its
parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.evidence import by_proof

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W408"
NAME = "value-mismatch"
SEVERITY: Severity = "warning"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each cited sentence that its quotes do not hold."""

    def find(path: str) -> tuple[list[Mark], dict[str, str]]:
        from llmwiki.checks.weighing import weigh  # only needed where a page or a source is new

        return weigh(snapshot, path)

    return by_proof(snapshot, CODE, find)
