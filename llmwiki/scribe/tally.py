"""Counts the evidence for each group, source by source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.definition import strength
from llmwiki.scribe.evidence import Evidence, Mention, begins
from llmwiki.scribe.headings import clean_heading
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.joining import Groups
from llmwiki.scribe.mentions import Found, matcher_of
from llmwiki.scribe.seeds import Seeds
from llmwiki.scribe.terms import is_sentence
from llmwiki.scribe.views import View

FEWEST_TO_DEFINE = 3
"""A defining sentence counts when the name has two others: this removes nearly all false ones."""

_FIRST_PART = re.compile(r"\s*(?:[:：|（(]|[—–-]{1,2}\s).*$", re.DOTALL)
_NEAR_START = 60
_MAY_DEFINE = re.compile(r"\b(?:is|are|refer|stand|mean|describe|consist)|[是指为意]|表示|理解")
"""What every definition has close behind the name: a cheap look before the thorough one."""


@dataclass(slots=True)
class _Tally:
    """One group in one source, being counted."""

    counts: Counter[str] = field(default_factory=Counter)
    mentions: list[Mention] = field(default_factory=list)


def tally(views: Sequence[View], found: Found, groups: Groups, seeds: Seeds) -> Mapping[str, list[Evidence]]:
    """Root -> evidence, one entry a source in the order of the views."""
    collected: dict[str, list[Evidence]] = {}
    for number, seen in enumerate(views):
        here: dict[str, _Tally] = {}
        for key, mentions in found.spots[number].items():
            here.setdefault(groups.root(key), _Tally()).mentions.extend(mentions)
        for name, key in _presented(seen, _title_keys(seen.prose.title, found.spots[number], seeds)):
            if key in seeds.origins:
                here.setdefault(groups.root(key), _Tally()).counts[name] += 1
        for root, counted in here.items():
            collected.setdefault(root, []).append(_evidence(seen, root, counted, groups))
    for root, entries in collected.items():
        if sum(entry.sentences for entry in entries) < FEWEST_TO_DEFINE:
            collected[root] = [replace(entry, definition=0) for entry in entries]
    return collected


def _title_keys(title: str, spots: Iterable[str], seeds: Seeds) -> set[str]:
    """Keys of the maximal phrases of a title that the text confirms: the longest that it mentions."""
    if is_sentence(title):
        return set()
    lower = title.lower()
    keys = [key for key in spots if key in seeds.origins and key[:2] in lower]
    return {match.name for match in matcher_of(seeds, Casing(), keys).find(title)}


def _presented(seen: View, titled: Collection[str]) -> Iterator[tuple[str, str]]:
    """What a source presents, as (count, key)."""
    title = seen.prose.title
    wholes = {merge_key(name) for name in (title, clean_heading(title), _FIRST_PART.sub("", title))}
    for key in sorted(titled):
        yield "title", key
        if key in wholes:
            yield "title", key
    for name, texts in (
        ("heading", [row[0] for row in seen.notes.headings]),
        ("listed", [row[0] for row in seen.notes.listed]),
        ("bold", seen.prose.emphasised),
        ("link", seen.prose.linked),
        ("quoted", seen.prose.quoted),
        ("named", [row[0] for row in seen.notes.named for _ in range(row[2])]),
        ("claims", [row[0] for row in seen.notes.claimed for _ in range(row[1])]),
        ("defined", [row[0] for row in seen.notes.claimed for _ in range(row[2])]),
    ):
        yield from ((name, merge_key(text)) for text in texts)


def _evidence(seen: View, root: str, counted: _Tally, groups: Groups) -> Evidence:
    mentions = sorted(set(counted.mentions))
    sentences = {mention.sentence for mention in mentions}
    pairs = sum(1 for row in seen.notes.pairs if groups.root(merge_key(row[0])) == root == groups.root(merge_key(row[1])))
    cues = sum(1 for row in seen.notes.cues if merge_key(row[1]) != root == groups.root(merge_key(row[1])))
    counts = counted.counts
    return Evidence(
        source=seen.source,
        title=min(counts["title"], 2),
        heading=counts["heading"],
        definition=len({mention.sentence for mention in mentions if _defines(seen.prose.sentences[mention.sentence].text, mention)}),
        listed=counts["listed"],
        pair=pairs,
        cue=cues,
        bold=counts["bold"],
        link=counts["link"],
        quoted=counts["quoted"],
        named=counts["named"],
        claims=counts["claims"],
        defined=counts["defined"],
        initial=len({mention.sentence for mention in mentions if begins(seen.prose.sentences[mention.sentence].text, mention.start)}),
        subject=len({mention.sentence for mention in mentions if not mention.adjunct}),
        sentences=len(sentences),
        sections=len({seen.prose.sentences[index].section for index in sentences}),
        mentions=tuple(mentions),
    )


def _defines(text: str, mention: Mention) -> bool:
    if mention.start >= _NEAR_START or not _MAY_DEFINE.search(text, mention.end, mention.end + _NEAR_START):
        return False
    return strength(text, mention.start, mention.end) == "strong"
