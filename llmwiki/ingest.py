"""``wiki ingest``: sources in, pages changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.errors import EditedMeanwhile
from llmwiki.scribe.account import interrupted_rows, log_rows, with_limits
from llmwiki.scribe.binding import bind, merged_ledger
from llmwiki.scribe.catalogue import add_log, update_index
from llmwiki.scribe.edition import Order
from llmwiki.scribe.editor.answers import follow
from llmwiki.scribe.editor.waiting import still_waiting
from llmwiki.scribe.ingested import Ingested, ingested
from llmwiki.scribe.orders import DEFAULT, Orders
from llmwiki.scribe.steered import steered
from llmwiki.scribe.upkeep import plan_upkeep
from llmwiki.sources.inflow import House, Inflow
from llmwiki.sources.intake import Customs
from llmwiki.sources.revisions import Revisions
from llmwiki.vault.apply import apply, recover, vault_lock
from llmwiki.vault.changes import Changes
from llmwiki.vault.mergedriver import register
from llmwiki.vault.undo import prune

if TYPE_CHECKING:
    from llmwiki.workspace import Workspace

__all__ = ["Ingested", "Orders", "ingest"]

_TRIES = 3
"""A model takes minutes; a person may write meanwhile, and then the pages are made anew from the same answers."""


def ingest(wiki: Workspace, inputs: Sequence[str] = (), *, dry_run: bool = False, now: str = "", orders: Orders = DEFAULT) -> Ingested:
    """Capture ``inputs`` (or what is new below ``raw/``), compile, and apply.

    One change, unless so much comes in that sources are written in batches before the pages, or a model is asked: then what came in is
    written first. Each batch is whole. An interrupt keeps what had come in; the next run captures the rest and compiles all, and asks
    nothing that was answered.

    Args:
        wiki: The opened wiki.
        inputs: Files, folders and addresses; empty for everything new or changed in ``raw/``.
        dry_run: Plan only; nothing is written, nobody is asked.
        now: ISO time for the record of operations.
        orders: How it is to go.

    Raises:
        WriteError, Busy, EditedMeanwhile: Nothing was written, or the batches before.
        Declined: The person did not agree to what the model would take.
    """
    if dry_run:
        inflow = _inflow(wiki, "", orders)
        inflow.take(inputs)
        return _compile(wiki, inflow, "", orders)
    now = now or wiki.today.isoformat()
    with vault_lock(wiki.root, command="wiki ingest"):
        recover(wiki.root)
        register(wiki.root)
        inflow = _inflow(wiki, now, orders)
        try:
            if not orders.sources:
                inflow.take(inputs)
            if inflow.has_written or ((wiki.has_model or orders.is_asked) and inflow.records):
                inflow.capture()  # what is compiled is then read where it stands, and not held beside its pages
            done = _compiled(wiki, inflow, now, orders)
        except KeyboardInterrupt:
            return _stop(replace(wiki), inflow)
        if done.receipt and done.receipt.operation:
            replace(wiki).fill_palace()  # now that what the pages were made from is let go
        return done


def _inflow(wiki: Workspace, now: str, orders: Orders) -> Inflow:
    revisions = Revisions(wiki.root, wiki.config.revisions)
    customs = Customs(wiki.today.isoformat(), revisions, wiki.schema.naming, wiki.config.converters, orders.options, orders.watch)
    return Inflow(House(wiki.vault, wiki.ledger.sources, tuple(wiki.folders.values()), customs, now))


def _compiled(wiki: Workspace, inflow: Inflow, now: str, orders: Orders) -> Ingested:
    """Compile; anew, where a person wrote into the vault meanwhile."""
    for _ in range(_TRIES - 1):
        try:
            return _compile(replace(wiki) if inflow.has_written else wiki, inflow, now, orders)
        except EditedMeanwhile:
            if not inflow.has_written:
                raise
    return _compile(replace(wiki), inflow, now, orders)


def _compile(wiki: Workspace, inflow: Inflow, now: str, orders: Orders) -> Ingested:
    """Make the pages of everything captured, and apply."""
    orders.watch.begin("compile", 0)
    changes = Changes(wiki.root)
    inflow.plan(changes)
    arrivals = tuple(inflow.intake.arrivals)
    order = _order(wiki, inflow, changes, orders)
    commission = wiki.commission(order.changed, inflow.moved, asks=bool(now), anew=orders.anew)
    edition, late = steered(order, commission, orders)
    ledger = still_waiting(order.ledger, late)
    future = bind(order.vault, ledger, edition, changes)
    edition = replace(edition, upkeep=plan_upkeep(order, edition, future, changes))
    follow(inflow.moved, changes)
    if commission:
        commission.plan(edition, changes)
    update_index(future, changes, wiki.schema, wiki.config.language, wiki.folder)
    if changes:
        rows = log_rows(arrivals, edition, wiki.ledger.waiting() & order.changed)
        add_log(wiki.vault, changes, rows, wiki.today, (wiki.schema, wiki.config.language))
    diff = "" if now else changes.diff()
    orders.watch.begin("write", 0)
    receipt = apply(changes, action="ingest", now=now) if now else None
    if receipt and receipt.operation:
        prune(wiki.root, now=now, keep=edition.bases(order.vault))
    asked = commission.account(ledger) if commission else None
    return ingested(tuple(with_limits(arrivals, order.vault)), edition, diff, receipt, asked)


def _order(wiki: Workspace, inflow: Inflow, changes: Changes, orders: Orders) -> Order:
    """What the edition is made from: the vault with what came in, and the sources that are new, changed, waiting or wanted again."""
    waiting = {path: replace(wiki.ledger.sources[path], is_compiled=True) for path in wiki.ledger.waiting()}
    records = {**({} if orders.sources else waiting), **inflow.records}
    ledger = merged_ledger(wiki.ledger, records, inflow.moved)
    again = [*orders.sources, *(arrival.path for arrival in inflow.intake.arrivals if orders.anew)]
    return Order(
        wiki.vault.overlay(changes.overlay()),
        ledger,
        wiki.schema,
        wiki.folder,
        frozenset((*records, *inflow.moved, *(path for path in again if path in ledger.sources))),
        wiki.today.isoformat(),
        wiki.cache_dir,
        wiki.kept_editor(inflow.moved),
        without=frozenset(waiting) if orders.sources else frozenset(),
        holding=orders.holding,
    )


def _stop(wiki: Workspace, inflow: Inflow) -> Ingested:
    """Write what had come in whole; the next run compiles it."""

    def log(changes: Changes) -> None:
        if rows := interrupted_rows(inflow.intake.arrivals):
            add_log(wiki.vault, changes, rows, wiki.today, (wiki.schema, wiki.config.language))

    receipt = inflow.capture(log)
    return Ingested(tuple(inflow.intake.arrivals), receipt=receipt, interrupted=True)
