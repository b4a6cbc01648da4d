"""``wiki palace verify``: records against the text they are made of, and the copy in Chroma against the records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.entries import shelf_of
from llmwiki.palace.following import ORIGIN
from llmwiki.palace.inventory import census
from llmwiki.palace.living import live_entries
from llmwiki.palace.shelves import load_shelf, origin_of, wanted
from llmwiki.palace.verifying import Difference, Expected, compare, compare_tunnels
from llmwiki.palace.verifying_copy import compare_copy

if TYPE_CHECKING:
    from llmwiki.palace.palace import Palace
    from llmwiki.workspace import Site


@dataclass(frozen=True, slots=True)
class Verified:
    """What a comparison found.

    Attributes:
        files, drawers: Compared.
        differences: In the order of the text.
        lacking: Drawers without a vector, where there are vectors.
        heals: The command that puts it right; empty when nothing is wrong.
    """

    files: int
    drawers: int
    differences: tuple[Difference, ...]
    lacking: int
    heals: str


def verify(site: Site) -> Verified:
    """Compare both ways: what the journal and the vault have with what is filed, and that with the copy in Chroma. Nothing is put right.

    Raises:
        Busy: another process writes to the copy.
        ServiceError: Chroma's server does not answer.
    """
    with closing(site.palace) as palace:
        return _verified(site, palace)


def _verified(site: Site, palace: Palace) -> Verified:
    palace.follow()
    found = palace.records.do(lambda connection: list(compare(connection, _expected(site))))
    tunnels = (entry for entry in live_entries(palace.journal) if entry["op"] == "tunnel")
    found += palace.records.do(lambda connection: list(compare_tunnels(connection, tunnels)))
    found += palace.records.do(lambda connection: list(compare_copy(connection, palace.chroma, palace.names)))
    numbers = palace.records.do(census)
    return Verified(numbers.files, numbers.drawers, tuple(found), numbers.lacking, _heals(site, found, numbers.lacking))


def _expected(site: Site) -> Iterator[Expected]:
    """Every file of the journal, then every file of the vault."""
    for entry in live_entries(site.palace.journal):
        if entry["op"] in {"file", "drawers"}:
            yield Expected(ORIGIN, str(entry.get("sha256", "")), shelf_of(entry))
    if site.wiki is not None:
        vault, wing = site.wiki.vault, site.wiki.wing
        for path, digest in sorted(wanted(vault, site.wiki.retracted).items()):
            yield Expected(origin_of(wing), digest, load_shelf(vault, wing, path))


def _heals(site: Site, found: list[Difference], lacking: int) -> str:
    wing = site.wiki.wing if site.wiki is not None else None
    if any(not (difference.wing == wing and difference.fault in {"missing", "extra", "outdated"}) for difference in found):
        return "wiki palace rebuild"
    if not (found or lacking):
        return ""
    return "wiki mirror" if site.wiki is not None else "wiki palace rebuild"
