"""Topics to drafts: sentences shared out, pages composed, comparisons and relations added."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.compare import compare
from llmwiki.scribe.compose import compose
from llmwiki.scribe.draft import Draft, Relation
from llmwiki.scribe.gate import fill
from llmwiki.scribe.prove import Prover
from llmwiki.scribe.relations import Neighbour, related
from llmwiki.scribe.topic import Topic

if TYPE_CHECKING:
    from llmwiki.vault.schema import Schema


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the writer made of the sources.

    Attributes:
        drafts: Pages, by title.
        dropped: (name, reason) of what was considered and got no page, by name.
        rejected: Quotes that were not found in their source, and so not used.
    """

    drafts: tuple[Draft, ...]
    dropped: tuple[tuple[str, str], ...]
    rejected: int


def write_pages(topics: Sequence[Topic], schema: Schema, changed: frozenset[str] | None, again: Collection[str] = ()) -> Compiled:
    """Compose a page for every topic that fills one.

    Args:
        topics: What may get a page, and what has one.
        schema: Thresholds and taxonomy.
        changed: Only pages that name one of these sources are given back; None means all.
        again: Paths of existing pages to give back besides.
    """
    prover = Prover()
    filled, failed = fill(topics)
    dropped = [(topic.title, reason) for topic, reason in failed]
    pages: dict[str, tuple[Topic, Draft]] = {}
    for entry in filled:
        draft = compose(entry.topic, entry.chosen, schema.tags, schema.concept_min_sections, prover)
        reason = _refused(entry.topic, draft, schema)
        if draft is None or reason:
            dropped.append((entry.topic.title, reason))
        else:
            pages[draft.title] = (entry.topic, draft)
    kept = [topic for topic, _ in pages.values()]
    comparisons = compare(kept, schema.comparison_min_axes, schema.tags, prover)
    drafts = _with_relations([draft for _, draft in pages.values()], comparisons, related(kept))
    touched = {topic.title for topic in kept if changed is None or changed.intersection(topic.rests_on) or topic.path in again}
    drafts = [draft for draft in drafts if draft.title in touched or (draft.grid and touched.intersection(draft.grid.things))]
    return Compiled(tuple(sorted(drafts, key=lambda draft: draft.title)), tuple(sorted(dropped)), prover.rejected)


def _refused(topic: Topic, draft: Draft | None, schema: Schema) -> str:
    """Why a composed page may not be written; a page that exists may always be extended."""
    if draft is None:
        return "its first sentence could not be proved"
    if topic.existing is not None:
        return ""
    if draft.kind == "concept" and len(draft.parts) + bool(draft.mentions) < schema.concept_min_sections:
        return f"fewer than {schema.concept_min_sections} sections"
    if draft.kind == "entity" and len(draft.sources) < schema.entity_min_references and not topic.central:
        return f"fewer than {schema.entity_min_references} sources, and central to none"
    return ""


def _with_relations(drafts: Sequence[Draft], comparisons: Sequence[Draft], neighbours: Mapping[str, Sequence[Neighbour]]) -> list[Draft]:
    finished = []
    for draft in drafts:
        found = [Relation(item.title, item.note, item.citations) for item in neighbours.get(draft.title, ())]
        sets = [Relation(page.title) for page in comparisons if page.grid and draft.title in page.grid.things]
        finished.append(replace(draft, relations=(*found, *sets)))
    return [*finished, *(_compared(page, neighbours) for page in comparisons)]


def _compared(page: Draft, neighbours: Mapping[str, Sequence[Neighbour]]) -> Draft:
    things: Collection[str] = page.grid.things if page.grid else ()
    near = dict.fromkeys(item.title for thing in things for item in neighbours.get(thing, ()) if item.title not in things)
    return replace(page, relations=tuple(Relation(title) for title in (*things, *list(near)[:2])))
