"""What an ingest did, or would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.llm.budget import Quote
    from llmwiki.llm.calls import Spent
    from llmwiki.scribe.disputes import Dispute
    from llmwiki.scribe.edition import Edition
    from llmwiki.scribe.editor.asker import Failure
    from llmwiki.scribe.editor.verdicts import Doubt
    from llmwiki.scribe.pageless import Pageless
    from llmwiki.scribe.reasons import Waiting
    from llmwiki.sources.arrivals import Arrival
    from llmwiki.vault.apply import Receipt


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model had to do with it.

    Attributes:
        model: Which one, as the ledger of calls names it.
        quote: What the questions would take that nobody had answered before.
        spent: What the calls took.
        failures: Questions without a usable answer; there the rules decided.
        waiting: Sources that are not compiled yet, since something of them could not be asked.
        stopped: Why no more was asked; empty: everything was.
        is_over_limit: Whether it stopped at the limit on the cost.
        outdated: Sources with answers by another model, or to other prompts.
        doubts: Names that may be of one thing, at least one of them with a page, for a person to decide.
        claims: What the model stated of the sources, and holds.
        refused: (check, whether the claim was dropped, how often) of what did not hold; where it was not, the sentence itself stands.
        partial: Questions of whose answers a part did not fit and was left out; the rest counts.
    """

    model: str
    quote: Quote
    spent: Spent
    failures: tuple[Failure, ...] = ()
    waiting: tuple[str, ...] = ()
    stopped: str = ""
    is_over_limit: bool = False
    outdated: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    claims: int = 0
    refused: tuple[tuple[str, bool, int], ...] = ()
    partial: tuple[Failure, ...] = ()


@dataclass(frozen=True, slots=True)
class Ingested:
    """What an ingest did, or would do.

    Attributes:
        arrivals: One an input; an archive gives one for each document in it.
        created, updated, removed, proposed: Page paths.
        disputes: Facts that written pages give different values for.
        upkeep: Pages that it is proposed to split or to archive, and why; those that were proposed before are left out.
        compiled: Sources that this run made pages of, or tried to: new, changed, and those that had waited.
        pageless: Those of them from which no page draws, by path.
        citations, rejected: Citations in the written pages, and those left out since the quote was not found in its source.
        diff: The whole change as a unified diff, for a dry run.
        receipt: What was written last; None for a dry run.
        interrupted: Whether someone stopped it: what had come in is captured, and the next run compiles it.
        asked: What a model had to do with it; None: there is none.
    """

    arrivals: tuple[Arrival, ...]
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    upkeep: tuple[Waiting, ...] = ()
    compiled: int = 0
    pageless: tuple[Pageless, ...] = ()
    citations: int = 0
    rejected: int = 0
    diff: str = ""
    receipt: Receipt | None = None
    interrupted: bool = False
    asked: Asked | None = None


def ingested(arrivals: tuple[Arrival, ...], edition: Edition, diff: str, receipt: Receipt | None, asked: Asked | None) -> Ingested:
    """The account of an edition that was planned or written."""
    written = [item for item in edition.filed if item.text is not None]
    return Ingested(
        arrivals=arrivals,
        created=tuple(item.path for item in written if item.action == "created"),
        updated=tuple(item.path for item in written if item.action == "updated"),
        removed=tuple(record.path for record in edition.orphaned),
        proposed=tuple(item.path for item in edition.filed if item.proposal),
        disputes=edition.disputes,
        upkeep=edition.upkeep,
        compiled=edition.compiled,
        pageless=edition.pageless,
        citations=sum(len(item.record.claims) for item in written if item.record),
        rejected=edition.rejected,
        diff=diff,
        receipt=receipt,
        asked=replace(asked, doubts=_with_page(asked.doubts, edition)) if asked else None,
    )


def _with_page(doubts: tuple[Doubt, ...], edition: Edition) -> tuple[Doubt, ...]:
    titles = {*edition.drafted} | {record.title for record in edition.standing.pages.values()}
    return tuple(doubt for doubt in doubts if not titles.isdisjoint((doubt.name, doubt.other)))
