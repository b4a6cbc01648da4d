"""Keeps the proposals to split or to archive pages: made once, taken back when their reason is gone, never made again against a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import drop_state, write_state
from llmwiki.scribe.proposal_form import UPKEEP, review_file, waiting
from llmwiki.scribe.reasons import Estate, Waiting, to_archive, to_split
from llmwiki.vault.ledger import record_file, record_text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from llmwiki.scribe.edition import Edition, Order
    from llmwiki.scribe.proposal_form import Kind
    from llmwiki.vault.changes import Changes
    from llmwiki.vault.vault import Vault

    _Files = Mapping[tuple[str, Kind], tuple[str, str]]

_OF_A_PAGE: tuple[Kind, ...] = ("page", "merge")
"""Kinds of proposals that mean nothing once their page has left."""


def plan_upkeep(order: Order, edition: Edition, future: Vault, changes: Changes) -> tuple[Waiting, ...]:
    """Plan the files of proposals, and what the records remember of them; returns the proposals that are new.

    Args:
        order: What the edition was made from.
        edition: What the run writes; where that is nothing, only what waits is looked at again.
        future: The vault as it will be.
        changes: Takes the plan; the records are in it already.
    """
    estate = Estate(future, order.ledger, edition.records(order.vault), order.schema)
    moved = edition.standing.moved
    files: dict[tuple[str, Kind], tuple[str, str]] = {}
    for file, found in waiting(changes.root):
        if found.kind in UPKEEP:
            files[moved.get(found.page, found.page), found.kind] = (file, f"{found.kind}: {found.reason}")
    wanted = _wanted(estate, files, edition.written)
    new = [item for path in sorted(estate.records) for item in _keep(estate, path, files, wanted, changes)]
    kept = {review_file(*place) for place in wanted}
    for file, _ in files.values():
        if file not in kept:
            drop_state(changes, file)
    return tuple(new)


def follow(changes: Changes, moves: Mapping[str, str]) -> None:
    """Let the proposals of upkeep follow pages to new paths."""
    for file, found in waiting(changes.root):
        if found.page in moves and found.kind in UPKEEP:
            text = (changes.root / file).read_bytes().decode("utf-8", "surrogateescape")
            write_state(changes, review_file(moves[found.page], found.kind), text.replace(found.page, moves[found.page]))
            drop_state(changes, file)


def forget(changes: Changes, path: str) -> None:
    """Take back what is proposed for a page that leaves the wiki."""
    for kind in (*UPKEEP, *_OF_A_PAGE):
        drop_state(changes, review_file(path, kind))


def _wanted(estate: Estate, files: _Files, written: Collection[str] | None) -> dict[tuple[str, Kind], tuple[Waiting, str]]:
    found = list(to_split(estate, {*(written or ()), *(path for path, kind in files if kind == "split")}))
    if written is not None or any(kind == "archive" for _, kind in files):
        found += to_archive(estate)
    return {(item.page, item.kind): (item, text) for item, text in found if written is not None or (item.page, item.kind) in files}


def _keep(estate: Estate, path: str, files: _Files, wanted: dict[tuple[str, Kind], tuple[Waiting, str]], changes: Changes) -> list[Waiting]:
    """Plan the proposals for one page, and its record where it remembers others than before; returns those that are new.

    ``wanted`` loses what a person decided against.
    """
    record = estate.records[path]
    proposed, new = set(record.proposed), []
    for kind in UPKEEP:
        file, key = files.get((path, kind), ("", ""))
        proposed.discard(key)
        item, text = wanted.get((path, kind), (None, ""))
        if item is None:
            continue
        if not file and f"{kind}: {item.reason}" in proposed:
            del wanted[path, kind]
            continue
        proposed.add(f"{kind}: {item.reason}")
        write_state(changes, review_file(path, kind), text)
        if not file:
            new.append(item)
    if proposed != set(record.proposed):
        noted = replace(record, proposed=tuple(sorted(proposed)))
        write_state(changes, record_file(noted), record_text(noted))
    return new
