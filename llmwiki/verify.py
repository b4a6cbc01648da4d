"""``wiki palace verify``: records against the text they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.palace.entries import shelf_of
from llmwiki.palace.following import ORIGIN
from llmwiki.palace.inventory import census
from llmwiki.palace.living import live_entries
from llmwiki.palace.shelves import load_shelf, origin_of, wanted
from llmwiki.palace.verifying import Difference, Expected, compare, compare_tunnels

if TYPE_CHECKING:
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
    """Compare both ways: what the journal and the vault have with what is filed. Nothing is put right."""
    palace = site.palace
    palace.follow()
    found = palace.records.do(lambda connection: list(compare(connection, _expected(site))))
    tunnels = (entry for entry in live_entries(palace.journal) if entry["op"] == "tunnel")
    found += palace.records.do(lambda connection: list(compare_tunnels(connection, tunnels)))
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
    return "wiki mirror" if found or lacking else ""
