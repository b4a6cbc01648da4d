"""``wiki palace import`` and ``wiki palace export``: palaces of MemPalace into ours, ours for MemPalace's tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.palace.entries import key_of
from llmwiki.palace.inventory import known_files, wings
from llmwiki.palace.living import live_keys
from llmwiki.palace.mempalace.ours import entries_of, values_of
from llmwiki.palace.mempalace.read import read_palace

if TYPE_CHECKING:
    from llmwiki.palace.journal import Entry
    from llmwiki.palace.mempalace.values import MemPalace, Unread
    from llmwiki.palace.mempalace.write import Exported
    from llmwiki.workspace import Site

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Imported:
    """What came in.

    Attributes:
        drawers, closets, tunnels, hallways, facts: Numbers in the palace that was read.
        documents: How many were filed, and how many were there already.
        unread: What could not be read of it.
    """

    drawers: int
    closets: int
    tunnels: int
    hallways: int
    facts: int
    documents: tuple[int, int]
    unread: tuple[Unread, ...]


def import_palace(site: Site, folder: Path, also: Sequence[Path] = ()) -> Imported:
    """File a palace of MemPalace; nothing of it is touched, and what is here already is not filed again.

    Args:
        site: Where it goes.
        folder: Of the palace, or the one above it.
        also: Further folders to look for tunnels, hallways, facts and the text about the owner in.

    Raises:
        SourceRefused: there is no palace, or it cannot be read.
        Busy, WriteError: the journal cannot be written; what was filed before stays.
    """
    found = read_palace(folder, collection=site.settings.collection_name, also=also)
    palace = site.palace
    digests = {place: known.sha256 for place, known in palace.ask(known_files).items()}
    kept = live_keys(palace.journal)
    counts: Counter[bool] = Counter()
    fresh = _fresh(entries_of(found), lambda entry: _is_here(entry, digests, kept), counts)
    while batch := list(islice(fresh, _BATCH)):
        palace.keep(batch)
    for wing in palace.ask(wings):
        palace.put_in_order(wing)
    return _imported(found, counts)


def export_palace(site: Site, target: Path, now: str, step: Callable[[int, int], None]) -> Exported:
    """Write a palace that MemPalace's tools open into a new folder.

    Raises:
        WriteError: the folder is in use, or cannot be written.
    """
    from llmwiki.palace.mempalace.write import write_palace

    site.refresh()
    values = site.palace.ask(lambda connection: values_of(connection, site.palace.journal, now))
    return write_palace(values, target, step=step)


def _fresh(entries: Iterable[Entry], is_here: Callable[[Entry], bool], counts: Counter[bool]) -> Iterator[Entry]:
    for entry in entries:
        here = is_here(entry)
        counts[here] += entry["op"] == "drawers"
        if not here:
            yield entry


def _is_here(entry: Entry, digests: dict[tuple[str, str], str], kept: dict[tuple[str, ...], int]) -> bool:
    if entry["op"] == "drawers":
        known: bool = digests.get((entry["wing"], entry["path"])) == entry["sha256"]
        return known
    return key_of(entry) in kept


def _imported(found: MemPalace, counts: Counter[bool]) -> Imported:
    numbers = (len(found.drawers), len(found.closets), len(found.tunnels), len(found.hallways), len(found.facts))
    return Imported(*numbers, (counts[False], counts[True]), found.unread)
