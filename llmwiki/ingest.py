"""``wiki ingest``: sources in, pages changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.scribe.account import log_rows, with_limits
from llmwiki.scribe.binding import bind, drop_state, merged_ledger
from llmwiki.scribe.catalogue import add_log, update_index
from llmwiki.scribe.edition import Edition, Order, make_edition
from llmwiki.sources.gather import Refusal, gather, strays_among
from llmwiki.sources.intake import Arrival, Intake, Reception, pending, replaced_originals
from llmwiki.sources.rawfiles import RawFiles
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.ledger import record_file
from llmwiki.vault.mergedriver import register
from llmwiki.vault.undo import prune

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Ingested:
    """What an ingest did, or would do.

    Attributes:
        arrivals: One an input.
        created, updated, removed, proposed: Page paths.
        citations: Citations in the pages that were written.
        rejected: Citations whose quote was not found in its source, and which were not written.
        diff: The whole change as a unified diff, for a dry run.
        receipt: What was written; None for a dry run.
    """

    arrivals: tuple[Arrival, ...]
    created: tuple[str, ...]
    updated: tuple[str, ...]
    removed: tuple[str, ...]
    proposed: tuple[str, ...]
    citations: int
    rejected: int
    diff: str = ""
    receipt: Receipt | None = None


def ingest(wiki: Workspace, inputs: Sequence[str] = (), *, dry_run: bool = False, now: str = "") -> Ingested:
    """Capture ``inputs`` (or what is new below ``raw/``), compile, and apply as one change.

    Args:
        wiki: The opened wiki.
        inputs: Files and folders; empty for everything new or changed in ``raw/``.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.

    Raises:
        WriteError, Busy, EditedMeanwhile: Nothing was written.
    """
    if dry_run:
        return _ingest(wiki, inputs, "")
    with vault_lock(wiki.root, command="wiki ingest"):
        recover(wiki.root)
        register(wiki.root)
        return _ingest(wiki, inputs, now or wiki.today.isoformat())


def _ingest(wiki: Workspace, inputs: Sequence[str], now: str) -> Ingested:
    intake = _take_in(wiki, inputs)
    changes = Changes(wiki.root)
    for path, data in intake.writes.items():
        changes.write(path, data, expect=wiki.vault.sha256(path) if path in wiki.vault.files else None)
    for path in intake.moved:
        drop_state(changes, record_file(wiki.ledger.sources[path]))
    ledger = merged_ledger(wiki.ledger, intake.records, intake.moved)
    vault = wiki.vault.overlay(changes.overlay())
    edition = make_edition(Order(vault, ledger, wiki.schema, wiki.folder, intake.changed, wiki.today.isoformat(), wiki.cache_dir))
    future = bind(vault, ledger, edition, changes)
    update_index(future, changes, wiki.schema, wiki.config.language, wiki.folder)
    if changes:
        add_log(wiki.vault, changes, log_rows(intake.arrivals, edition), wiki.today, (wiki.schema, wiki.config.language))
    diff = "" if now else changes.diff()
    receipt = apply(changes, action="ingest", now=now) if now else None
    if receipt and receipt.operation:
        prune(wiki.root, now=now, keep=_bases(vault, edition))
    return _result(tuple(with_limits(intake.arrivals, vault)), edition, diff, receipt)


def _bases(vault: Vault, edition: Edition) -> set[str]:
    """Digests of the texts that later merges start from."""
    records = [*edition.standing.pages.values(), *(item.record for item in edition.filed if item.record)]
    return {record.sha256 for record in records} | {vault.sha256(path) for path in edition.standing.pages}


def _take_in(wiki: Workspace, inputs: Sequence[str]) -> Intake:
    vault = wiki.vault
    taken = {path.rsplit("/", 1)[-1].rsplit(".", 1)[0] for path in vault.files}
    raw = RawFiles(vault)
    reception = Reception(wiki.ledger.sources, taken, raw, wiki.today.isoformat(), naming=wiki.schema.naming, extra=wiki.config.converters)
    if inputs:
        return reception.take(gather(inputs, root=wiki.root, pages=wiki.folders.values()))
    records = wiki.ledger.sources.values()
    originals = {record.original for record in records} - {""}
    unread = [Refusal(path, f"cannot be read: {why}", failed=True) for path, why in vault.unreadable.items() if path.startswith("raw/")]
    waiting = list(pending(raw, wiki.ledger.sources, originals))
    strays = strays_among(waiting, wiki.root)
    reception.adopt((path, raw[path]) for path in waiting if path not in strays)
    replaced = replaced_originals(records, {path: vault.sha256(path) for path in originals if path in raw})
    reception.renew((path, raw[path]) for path in replaced)
    reception.miss()
    return reception.take([*unread, *strays.values()])


def _result(arrivals: tuple[Arrival, ...], edition: Edition, diff: str, receipt: Receipt | None) -> Ingested:
    written = [item for item in edition.filed if item.text is not None]
    return Ingested(
        arrivals=arrivals,
        created=tuple(item.path for item in written if item.action == "created"),
        updated=tuple(item.path for item in written if item.action == "updated"),
        removed=tuple(record.path for record in edition.orphaned),
        proposed=tuple(item.path for item in edition.filed if item.proposal),
        citations=sum(len(item.record.claims) for item in written if item.record),
        rejected=edition.compiled.rejected,
        diff=diff,
        receipt=receipt,
    )
