"""Who looks at the plan of an ingest before it is written."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.cli.progress import out_of_the_way
from llmwiki.cli.steering import steer
from llmwiki.scribe.holding import Holding

if TYPE_CHECKING:
    from llmwiki.cli.door import Door
    from llmwiki.scribe.edition import Edition
    from llmwiki.scribe.orders import Orders
    from llmwiki.scribe.steering import Steering
    from llmwiki.workspace import Workspace


def is_watched(door: Door) -> bool:
    """Whether a person sits at the terminal and wants to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not door.yes and not door.json


def overseen(orders: Orders, wiki: Workspace, *, review: bool, watched: bool) -> Orders:
    """Who looks at the plan: the person at the terminal, else nobody, and what a model makes risky waits.

    Args:
        orders: As they are otherwise.
        wiki: The opened wiki.
        review: Whether every change of a page that exists waits.
        watched: Whether a person is there to be shown the plan.
    """
    if review:
        return replace(orders, holding=Holding("all"))
    if not watched:
        return replace(orders, holding=Holding("risky" if wiki.has_model else "nothing"))

    def shown(edition: Edition) -> Steering | None:
        with out_of_the_way(orders.watch):
            return steer(edition)

    return replace(orders, steer=shown)
