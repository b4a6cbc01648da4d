"""``wiki palace status`` and ``wiki palace list``: what a palace holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.palace.compressing import size_of
from llmwiki.palace.finding import drawers_where
from llmwiki.palace.folders import Folders, mined_folders
from llmwiki.palace.inventory import Census, Room, census, drawers_in, require_room, require_wing, rooms

if TYPE_CHECKING:
    from llmwiki.palace.drawer import Drawer
    from llmwiki.workspace import Site


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A palace in numbers.

    Attributes:
        journal, cache: Its folders.
        census: What is in it.
        folders: What was mined.
        journal_bytes, records_bytes, cache_bytes: On the disk; the cache is all of it, records included.
    """

    journal: Path
    cache: Path
    census: Census
    folders: Folders
    journal_bytes: int
    records_bytes: int
    cache_bytes: int


def survey(site: Site) -> Surveyed:
    """Count everything; a vault's palace is brought up to date first."""
    site.refresh()
    palace = site.palace
    found = palace.ask(census)
    sizes = size_of(palace.journal.path), size_of(palace.records.path)
    whole = sum(file.stat().st_size for file in palace.home.cache.rglob("*") if file.is_file())
    return Surveyed(*palace.home, found, palace.ask(mined_folders), *sizes, whole)


def list_rooms(site: Site, wing: str = "") -> list[Room]:
    """The rooms of a wing, or of all. Raises ConfigError when there is no such wing."""
    site.refresh()
    if wing:
        site.palace.ask(lambda connection: require_wing(connection, wing))
    return site.palace.ask(lambda connection: rooms(connection, wing))


def list_drawers(site: Site, wing: str, room: str) -> list[Drawer]:
    """The drawers of a room and of the rooms below it. Raises ConfigError when there is no such room."""
    site.refresh()
    site.palace.ask(lambda connection: require_room(connection, wing, room))
    return site.palace.ask(lambda connection: drawers_where(connection, *drawers_in(wing, room)))
