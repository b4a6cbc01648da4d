"""Sources that wait for a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.vault.ledger import Ledger


def still_waiting(ledger: Ledger, waiting: frozenset[str]) -> Ledger:
    """The ledger, with a note at each of these sources that it is not compiled yet."""
    noted = {path: replace(ledger.sources[path], is_compiled=False) for path in waiting if path in ledger.sources}
    return replace(ledger, sources={**ledger.sources, **noted}) if noted else ledger
