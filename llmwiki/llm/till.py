"""What calls of one run take: told before, counted while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.llm.budget import Need, Quote, quote
from llmwiki.llm.calls import Calls, Spent
from llmwiki.llm.places import CALLS

if TYPE_CHECKING:
    from llmwiki.llm.client import Client


@dataclass(frozen=True)
class Till:
    """What calls take, for a run that is under way.

    Attributes:
        model: The model, as the ledger of calls names it.
        quote: What questions would take.
        spent: What the calls of the run took so far.
    """

    model: str
    quote: Callable[[Iterable[Need]], Quote]
    spent: Callable[[], Spent]


def till(client: Client, root: Path) -> Till:
    """The till of a client that has not been asked yet: money by the model's price, time by its latest rates."""
    calls, operation = Calls(root, CALLS), client.caller.operation
    before = calls.spent().get(operation, Spent())
    rates = calls.rates(client.identity.key)

    def quoted(needs: Iterable[Need]) -> Quote:
        return quote(needs, client.caller.budget.price, rates)

    return Till(client.identity.key, quoted, lambda: calls.spent().get(operation, Spent()).less(before))
