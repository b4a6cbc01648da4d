"""Topics to drafts: sentences shared out, pages composed, comparisons and relations added."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.compare import compare
from llmwiki.scribe.compose import compose
from llmwiki.scribe.draft import Draft, Relation
from llmwiki.scribe.kinship import Kinship, kinship
from llmwiki.scribe.objections import Objection
from llmwiki.scribe.origin import origin
from llmwiki.scribe.prove import Prover
from llmwiki.scribe.relations import related
from llmwiki.scribe.topic import Place, Topic

if TYPE_CHECKING:
    from llmwiki.scribe.editor.base import Editor
    from llmwiki.scribe.gate import Filled
    from llmwiki.scribe.pageless import Pageless
    from llmwiki.vault.schema import Schema

# A comparison names this many pages besides the two it compares.
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the writer made of the sources.

    Attributes:
        drafts: Pages, by title.
        dropped: (name, objection) of what was considered and got no page, by name.
        rejected: Quotes that were not found in their source, and so not used.
        pageless: Sources that were to be compiled and from which none of the pages draws, by path.
    """

    drafts: tuple[Draft, ...]
    dropped: tuple[tuple[str, Objection], ...]
    rejected: int
    pageless: tuple[Pageless, ...] = ()


def write_pages(
    topics: Sequence[Topic], schema: Schema, editor: Editor, changed: frozenset[str] | None, again: Collection[str] = ()
) -> Compiled:
    """Compose a page for every topic that fills one.

    Args:
        topics: What may get a page, and what has one.
        schema: Thresholds and taxonomy.
        editor: Who decides which topics fill a page, with which sentences.
        changed: Only pages that name one of these sources are given back; None means all.
        again: Paths of existing pages to give back besides.
    """
    prover = Prover()
    touched = frozenset(topic.title for topic in topics if _is_touched(topic, changed, again))
    filled, failed = editor.fill(topics, touched)
    dropped = [(topic.title, reason) for topic, reason in failed]
    composed: list[tuple[Draft, Filled]] = []
    for entry in filled:
        draft = compose(entry.topic, entry.chosen, schema.tags, schema.concept_min_sections, prover)
        if draft is None:
            dropped.append((entry.topic.title, Objection.UNPROVED))
        elif objection := _refused(entry.topic, draft, schema):
            dropped.append((entry.topic.title, objection))
        elif draft.title in touched or entry.topic.existing:
            composed.append((draft, entry))
    finished = iter(editor.finish([page for page in composed if page[0].title in touched], schema))
    pages = {
        draft.title: _Page(entry.topic, next(finished) if draft.title in touched else draft, entry.places, entry.ties)
        for draft, entry in composed
    }
    kept = [page.topic for page in pages.values()]
    comparisons = compare(kept, schema.comparison_min_axes, schema.tags, prover)
    drafts = _with_relations(pages, comparisons, related(kept), prover)
    drafts = [draft for draft in drafts if draft.title in touched or (draft.grid and touched.intersection(draft.grid.things))]
    return Compiled(tuple(sorted(drafts, key=lambda draft: draft.title)), tuple(sorted(dropped)), prover.rejected)


def _is_touched(topic: Topic, changed: frozenset[str] | None, again: Collection[str]) -> bool:
    return changed is None or topic.path in again or not changed.isdisjoint(topic.rests_on)


class _Page(NamedTuple):
    topic: Topic
    draft: Draft
    places: frozenset[Place]
    ties: Mapping[str, Kinship]


def _refused(topic: Topic, draft: Draft, schema: Schema) -> Objection | None:
    """Why a composed page may not be written; a page that exists may always be extended."""
    if topic.existing is not None:
        return None
    if draft.kind == "concept" and len(draft.parts) + bool(draft.mentions) < schema.concept_min_sections:
        return Objection.FEW_SECTIONS
    if draft.kind == "entity" and len(draft.sources) < schema.entity_min_references and not topic.central:
        return Objection.FEW_SOURCES
    return None


def _with_relations(
    pages: Mapping[str, _Page], comparisons: Sequence[Draft], neighbours: Mapping[str, Sequence[str]], prover: Prover
) -> list[Draft]:
    finished = []
    topics = [page.topic for page in pages.values()]
    for page in pages.values():
        near = dict.fromkeys((*(title for title in page.ties if title in pages), *neighbours.get(page.draft.title, ())))
        found = [_relation(page, pages[title], prover) for title in near]
        sets = [Relation(other.title) for other in comparisons if other.grid and page.draft.title in other.grid.things]
        proofs = {citation.source for relation in found for citation in relation.citations}
        sources = tuple(sorted({*page.draft.sources, *proofs}))
        from_where = origin(page.draft, page.topic, topics)
        finished.append(replace(page.draft, relations=(*found, *sets), sources=sources, origin=from_where))
    return [*finished, *(_compared(draft, neighbours) for draft in comparisons)]


def _relation(page: _Page, other: _Page, prover: Prover) -> Relation:
    """A related page; the note says what the page itself doesn't say already."""
    tie = page.ties.get(other.draft.title) or kinship(page.topic, other.topic, page.places)
    proof = prover.proof(tie.run) if tie else None
    return Relation(other.draft.title, tie.clause, (proof,)) if tie and proof else Relation(other.draft.title)


def _compared(page: Draft, neighbours: Mapping[str, Sequence[str]]) -> Draft:
    things: Collection[str] = page.grid.things if page.grid else ()
    near = dict.fromkeys(title for thing in things for title in neighbours.get(thing, ()) if title not in things)
    return replace(page, relations=tuple(Relation(title) for title in (*things, *list(near)[:_NEAR])))
