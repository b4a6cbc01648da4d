"""``wiki ingest``: sources in, pages changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.account import interrupted_rows, log_rows, with_limits
from llmwiki.scribe.binding import bind, merged_ledger
from llmwiki.scribe.catalogue import add_log, update_index
from llmwiki.scribe.edition import Edition, Order, make_edition
from llmwiki.sources.arrivals import Arrival
from llmwiki.sources.base import DEFAULT_OPTIONS, Options
from llmwiki.sources.inflow import House, Inflow
from llmwiki.sources.intake import Customs
from llmwiki.sources.progress import UNWATCHED, Watch
from llmwiki.sources.revisions import Revisions
from llmwiki.vault.apply import Receipt, apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.mergedriver import register
from llmwiki.vault.undo import prune

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Ingested:
    """What an ingest did, or would do.

    Attributes:
        arrivals: One an input; an archive gives one for each document in it.
        created, updated, removed, proposed: Page paths.
        citations, rejected: Citations in the written pages, and those left out since the quote was not found in its source.
        diff: The whole change as a unified diff, for a dry run.
        receipt: What was written last; None for a dry run.
        interrupted: Whether someone stopped it: what had come in is captured, and the next run compiles it.
    """

    arrivals: tuple[Arrival, ...]
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    citations: int = 0
    rejected: int = 0
    diff: str = ""
    receipt: Receipt | None = None
    interrupted: bool = False


def ingest(
    wiki: Workspace,
    inputs: Sequence[str] = (),
    *,
    dry_run: bool = False,
    now: str = "",
    options: Options = DEFAULT_OPTIONS,
    watch: Watch = UNWATCHED,
) -> Ingested:
    """Capture ``inputs`` (or what is new below ``raw/``), compile, and apply.

    One change, unless so much comes in that sources are written in batches before the pages; each batch is whole. An interrupt
    keeps what had come in; the next run captures the rest and compiles all.

    Args:
        wiki: The opened wiki.
        inputs: Files, folders and addresses; empty for everything new or changed in ``raw/``.
        dry_run: Plan only; nothing is written.
        now: ISO time for the record of operations.
        options: How inputs are converted.
        watch: Told how far it is.

    Raises:
        WriteError, Busy, EditedMeanwhile: Nothing was written, or the batches before.
    """
    if dry_run:
        inflow = _inflow(wiki, "", options, watch)
        inflow.take(inputs)
        return _compile(wiki, inflow, "", watch)
    now = now or wiki.today.isoformat()
    with vault_lock(wiki.root, command="wiki ingest"):
        recover(wiki.root)
        register(wiki.root)
        inflow = _inflow(wiki, now, options, watch)
        try:
            inflow.take(inputs)
            if inflow.has_written:
                inflow.capture()  # what is compiled is then read where it stands, and not held beside its pages
            return _compile(replace(wiki) if inflow.has_written else wiki, inflow, now, watch)
        except KeyboardInterrupt:
            return _stop(replace(wiki), inflow)


def _inflow(wiki: Workspace, now: str, options: Options, watch: Watch) -> Inflow:
    revisions = Revisions(wiki.root, wiki.config.revisions)
    customs = Customs(wiki.today.isoformat(), revisions, wiki.schema.naming, wiki.config.converters, options, watch)
    return Inflow(House(wiki.vault, wiki.ledger.sources, tuple(wiki.folders.values()), customs, now))


def _compile(wiki: Workspace, inflow: Inflow, now: str, watch: Watch) -> Ingested:
    """Make the pages of everything captured, and apply."""
    watch.begin("compile", 0)
    changes = Changes(wiki.root)
    inflow.plan(changes)
    waiting = {path: replace(record, is_compiled=True) for path, record in wiki.ledger.sources.items() if not record.is_compiled}
    records = {**waiting, **inflow.records}
    ledger = merged_ledger(wiki.ledger, records, inflow.moved)
    vault = wiki.vault.overlay(changes.overlay())
    changed = frozenset((*records, *inflow.moved))
    edition = make_edition(Order(vault, ledger, wiki.schema, wiki.folder, changed, wiki.today.isoformat(), wiki.cache_dir))
    future = bind(vault, ledger, edition, changes)
    update_index(future, changes, wiki.schema, wiki.config.language, wiki.folder)
    arrivals = tuple(inflow.intake.arrivals)
    if changes:
        add_log(wiki.vault, changes, log_rows(arrivals, edition), wiki.today, (wiki.schema, wiki.config.language))
    diff = "" if now else changes.diff()
    watch.begin("write", 0)
    receipt = apply(changes, action="ingest", now=now) if now else None
    if receipt and receipt.operation:
        prune(wiki.root, now=now, keep=edition.bases(vault))
        replace(wiki).fill_palace()
    return _result(tuple(with_limits(arrivals, vault)), edition, diff, receipt)


def _stop(wiki: Workspace, inflow: Inflow) -> Ingested:
    """Write what had come in whole; the next run compiles it."""

    def log(changes: Changes) -> None:
        if rows := interrupted_rows(inflow.intake.arrivals):
            add_log(wiki.vault, changes, rows, wiki.today, (wiki.schema, wiki.config.language))

    receipt = inflow.capture(log)
    return Ingested(tuple(inflow.intake.arrivals), receipt=receipt, interrupted=True)


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
