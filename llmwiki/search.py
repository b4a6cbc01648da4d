"""``wiki search``: passages of pages and sources, and of all else that the palace holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.inventory import require_hall, require_room, require_wing
from llmwiki.palace.ranking import Scope

if TYPE_CHECKING:
    from llmwiki.palace.hit import Hit, Mode
    from llmwiki.workspace import Site


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found.

    Attributes:
        query: As it was asked.
        mode: How it was searched.
        hits: Best first.
        note: Why it was not searched as asked for; empty when it was.
    """

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    note: str = ""


def search(site: Site, text: str, scope: Scope, mode: Mode = "hybrid") -> Searched:
    """Find passages; what changed in the vault since the last search is read first.

    Args:
        site: The palace, and the vault that it mirrors.
        text: Words or a question, any language.
        scope: Where to look, and how many to give.
        mode: By words, by vectors, or by both.

    Raises:
        ConfigError: there is no such wing, room or hall.
    """
    site.refresh()
    if scope.where.room:
        site.palace.ask(lambda connection: require_room(connection, scope.where.wing, scope.where.room))
    elif scope.where.wing:
        site.palace.ask(lambda connection: require_wing(connection, scope.where.wing))
    if scope.where.hall:
        site.palace.ask(lambda connection: require_hall(connection, scope.where.hall))
    found = site.palace.search(text, scope, mode)
    return Searched(text, found.mode, found.hits, found.note)
