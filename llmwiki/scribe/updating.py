"""Holds the drafts of a run against each other and against the pages that stand: what the update policy makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmwiki.facts.names import names_of
from llmwiki.facts.subjects import Subjects
from llmwiki.scribe.settle import Settled, World, settle
from llmwiki.scribe.told import Proof, told_on_page
from llmwiki.vault.own_files import page_kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.told import Told
    from llmwiki.vault.ledger import Ledger, PageRecord
    from llmwiki.vault.vault import Vault

    _Placed = Sequence[tuple[Draft, str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is besides the drafts.

    Attributes:
        vault, ledger: As they are, with the new sources.
        records: What the tool wrote last, by the path where the page stands.
        gone: Pages that go with this run.
    """

    vault: Vault
    ledger: Ledger
    records: Mapping[str, PageRecord]
    gone: Collection[str]


def updated(drafts: _Placed, scene: Scene) -> Settled:
    """The drafts of a run with what the policy makes of them, and the disputes, which may be with pages that this run does not draft.

    Args:
        drafts: With their paths.
        scene: The vault around them.
    """
    ours = [(draft, path) for draft, path in drafts if path in scene.records or path not in scene.vault.files]
    found = settle(ours, _world(ours, scene))
    settled = {path: draft for draft, path in found.drafts}
    return Settled(tuple((settled.get(path, draft), path) for draft, path in drafts), found.disputes)


def _world(ours: _Placed, scene: Scene) -> World:
    drafted = {path: draft for draft, path in ours}
    pages = [path for path in scene.vault.notes if page_kind(path) and path not in scene.gone]
    names = {path: names_of(scene.vault, path) for path in pages}
    names |= {path: (draft.title, *draft.aliases) for path, draft in drafted.items()}
    subjects = Subjects(names)
    dates = {path: record.date for path, record in scene.ledger.sources.items()}
    proof = Proof(scene.vault, frozenset(record.path for record in scene.ledger.live_sources() if record.path in scene.vault.files))
    others = [item for path in pages for item in _told(path, drafted.get(path), (subjects, dates, proof), scene)]
    return World(subjects, dates, {path: found[0] for path, found in names.items()}, others)


def _told(path: str, draft: Draft | None, by: tuple[Subjects, Mapping[str, str], Proof], scene: Scene) -> Iterator[Told]:
    """The facts on a page; on one that is drafted, those that a person cites."""
    known = {citation.label for citation in draft.citations} if draft else set()
    if draft and path in scene.records:
        known.update(scene.records[path].claims)
    subjects, dates, proof = by
    is_own = draft is not None or path not in scene.records
    for item in told_on_page(scene.vault, path, subjects, dates, proof if is_own else None):
        if not draft or (item.fact.claim.labels and known.isdisjoint(item.fact.claim.labels)):
            yield item
