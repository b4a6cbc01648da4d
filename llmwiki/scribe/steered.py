"""An edition, made again until the person who is asked agrees to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.errors import Declined
from llmwiki.scribe.edition import Edition, Order, make_edition
from llmwiki.scribe.steering import UNSTEERED

if TYPE_CHECKING:
    from llmwiki.scribe.editor.commission import Commission
    from llmwiki.scribe.orders import Orders


def steered(order: Order, commission: Commission | None, orders: Orders) -> tuple[Edition, frozenset[str]]:
    """The edition as a person wants it, and the sources that have to wait for a model.

    Args:
        order: What it is made from.
        commission: A model as its editor; None: the editor of the order.
        orders: Whom to ask.

    Raises:
        Declined: The person wants none of it.
    """
    while True:
        edition, late = commission.edition(order, orders) if commission else (make_edition(order), frozenset())
        said = orders.steer(edition)
        if said is None:
            raise Declined("no page was written; what came in is captured", "run the same command again to go on")
        if said == UNSTEERED:
            return edition, late
        order = replace(order, steering=order.steering.plus(said))
