"""Candidates for pages: every name and term of a collection, with what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from llmwiki.scribe.acronyms import is_short
from llmwiki.scribe.casing import Casing
from llmwiki.scribe.evidence import Evidence
from llmwiki.scribe.grouping import Pairs, group, members
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.mentions import Found, find_mentions
from llmwiki.scribe.notes import SourceNotes, analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.seeds import Seeds, gather, gather_kinds, gather_terms
from llmwiki.scribe.sorts import EntityType, kind_of, type_of
from llmwiki.scribe.specific import Proof, is_specific
from llmwiki.scribe.spelling import best_title, other_names, surfaces
from llmwiki.scribe.stopwords import is_common
from llmwiki.scribe.tally import tally
from llmwiki.scribe.views import View, collection_casing, view
from llmwiki.vault.chars import HAN_CHAR


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may deserve a page; which do is decided elsewhere.

    Attributes:
        key: Merging key of the title, unique among candidates.
        title: Best spelling; the title of the existing page when there is one.
        aliases: Other names worth writing on the page: expansions, acronyms, other languages, naming cues.
        spellings: Every form that leads here, the title included.
        kind: Folder it would go to.
        type: What sort of entity, empty when nothing tells.
        specific: Whether the name says enough by itself (``specific.is_specific``).
        known: An existing page has it as its title.
        evidence: One entry a source that mentions or presents it, by source.
    """

    key: str
    title: str
    aliases: tuple[str, ...]
    spellings: tuple[str, ...]
    kind: Literal["entity", "concept"]
    type: EntityType
    specific: bool
    known: bool
    evidence: tuple[Evidence, ...]

    @property
    def sentences(self) -> int:
        """Sentences that mention it, over all sources."""
        return sum(entry.sentences for entry in self.evidence)

    @property
    def sections(self) -> int:
        """Sections that mention it, over all sources."""
        return sum(entry.sections for entry in self.evidence)

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources that mention it."""
        return tuple(entry.source for entry in self.evidence if entry.sentences)

    @property
    def has_translation(self) -> bool:
        """Whether it has both a Latin and a Chinese name, short forms aside."""
        return len({bool(HAN_CHAR.search(name)) for name in (self.title, *self.aliases) if not is_short(name)}) > 1

    @property
    def own(self) -> bool:
        """Whether any source presents it: title, heading, definition, list, pair or cue."""
        return any(entry.own for entry in self.evidence)

    @property
    def subject_share(self) -> float:
        """Share of its sentences in which it is no mere adjunct; 0 without sentences."""
        return sum(entry.subject for entry in self.evidence) / self.sentences if self.sentences else 0.0


def find_candidates(
    readings: Sequence[Reading],
    known: Sequence[tuple[str, tuple[str, ...]]] = (),
    notes: Sequence[SourceNotes] | None = None,
    joins: Pairs = (),
    apart: Pairs = (),
) -> list[Candidate]:
    """All candidates of a collection.

    Args:
        readings: The sources, in any order.
        known: Title and aliases of the pages that exist; each stays a candidate under its title, mentioned or not.
        notes: ``analyse`` of each reading, in the same order, when it is at hand.
        joins: Further names of one thing: (the other name, the name that stays).
        apart: Merging keys that are never of one thing, whatever else joins them.

    Returns:
        Candidates by key. The same for any order of the readings.
    """
    all_notes = notes if notes is not None else [analyse(reading) for reading in readings]
    ordered = sorted(zip(readings, all_notes, strict=True), key=lambda pair: (pair[0].source, pair[0].sha256))
    casing = collection_casing([(reading.prose, own) for reading, own in ordered])
    views = [view(reading.source, reading.prose, own, casing) for reading, own in ordered]
    seeds = _seeds(views, known)
    matcher, found = find_mentions(views, seeds, casing)
    groups = group(views, seeds, (matcher, found), known, apart)
    for other, middle in joins:
        groups.join(merge_key(other), merge_key(middle))
    tallies = tally(views, found, groups, seeds)
    titles = {merge_key(title) or title: title for title, _ in known}
    everything = _Collection(seeds, found, casing)
    candidates = [
        everything.candidate(keys, titles.get(root, ""), tuple(tallies.get(root, ())))
        for root, keys in members(groups, seeds).items()
        if root in tallies or root in titles
    ]
    return sorted((one for one in candidates if one.sentences or one.known), key=lambda one: one.key)


def _seeds(views: Sequence[View], known: Sequence[tuple[str, tuple[str, ...]]]) -> Seeds:
    seeds = Seeds()
    for title, aliases in known:
        seeds.add_known(title, "known")
        for alias in aliases:
            seeds.add_known(alias, "alias")
    for seen in views:
        gather(seen.prose, seen.notes, seen.names, seeds)
        for bare, full in seen.folded.items():
            if not is_common(bare):
                seeds.kinds[full]["person"] += 1
    gather_terms([seen.notes for seen in views], seeds)
    gather_kinds([seen.notes for seen in views], seeds)
    return seeds


@dataclass(frozen=True, slots=True)
class _Collection:
    """What is known of all names when a candidate is made."""

    seeds: Seeds
    found: Found
    casing: Casing

    def candidate(self, keys: Sequence[str], known: str, evidence: tuple[Evidence, ...]) -> Candidate:
        title = known or best_title(keys, self.seeds, self.found)
        kind = kind_of(keys, self.seeds, self.found, self.casing)
        named = kind == "entity" or (title[0].isupper() and "name" in self.seeds.origins[keys[0]])
        return Candidate(
            key=keys[0],
            title=title,
            aliases=other_names(keys, title, self.seeds, self.found),
            spellings=surfaces(keys, title, self.seeds, self.found),
            kind=kind,
            type=type_of(keys, self.seeds) if kind == "entity" else "",
            specific=is_specific(title, self.casing, _proof(evidence, named=named)),
            known=bool(known),
            evidence=evidence,
        )


def _proof(evidence: Sequence[Evidence], *, named: bool) -> Proof:
    return Proof(
        spelled_out=any(entry.pair for entry in evidence),
        named=named,
        presented=any(entry.title or entry.heading or entry.definition or entry.listed or entry.bold or entry.link for entry in evidence),
        titled=any(entry.title or entry.definition for entry in evidence),
    )
