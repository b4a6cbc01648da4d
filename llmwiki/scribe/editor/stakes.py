"""On which pairs of names a page hangs: only of these a model is asked whether both are one thing.

What fills no page alone and none with its other names stays off the pages, whatever the answer is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.scribe.editor.nameable import KINDS, fills
from llmwiki.scribe.evidence import Evidence

if TYPE_CHECKING:
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.editor.pairs import Pair
    from llmwiki.scribe.prose import Reading

_COUNTED = (
    *("heading", "definition", "listed", "pair", "cue", "bold", "link", "quoted"),
    *("named", "claims", "defined", "initial", "subject", "sentences", "sections"),
)


class Shelf(NamedTuple):
    """What the pages would be made of.

    Attributes:
        candidates: All of the collection, by key.
        readings: Its sources, by path.
        untold: Sources of which a model has still to state what they say: whatever they name may fill a page then.
    """

    candidates: Mapping[str, Candidate]
    readings: Mapping[str, Reading]
    untold: Collection[str] = ()

    def has_page(self, candidate: Candidate) -> bool:
        """Whether a candidate has a page, or could fill one that it has for itself."""
        if candidate.known or any(entry.claims or entry.source in self.untold for entry in candidate.evidence):
            return True
        return any(fills(replace(candidate, kind=kind), self.readings, spare=True) for kind in KINDS)


def at_stake(pairs: Sequence[Pair], shelf: Shelf) -> list[Pair]:
    """Those of the pairs on which a page hangs: one of the two could fill it, or both together, with all that may become one with them.

    So does what would be joined first, and leaves no room for such a pair. Two spellings stay: they take no question.

    Args:
        pairs: Of things, in the order in which they are joined, which is kept.
        shelf: What the pages would be made of.
    """
    groups = _groups(pairs)
    single = {key: shelf.has_page(shelf.candidates[key]) for pair in pairs for key in (pair.one.key, pair.other.key)}
    wanted: list[Pair] = []
    later: set[str] = set()
    for pair in reversed(pairs):
        both, joins = {pair.one.key, pair.other.key}, pair.hint != "same name"
        keys = sorted(groups[pair.one.key] | groups[pair.other.key]) if joins else sorted(both)
        hangs = any(single[key] for key in keys) or not later.isdisjoint(both if joins else ())
        if hangs or (joins and shelf.has_page(_joined([shelf.candidates[key] for key in keys]))):
            later |= both if joins else set()
        elif pair.hint != "spelling":
            continue
        wanted.append(pair)
    return wanted[::-1]


def _groups(pairs: Iterable[Pair]) -> Mapping[str, set[str]]:
    """Key -> keys of all that pairs of its script lead to: what has names in two scripts takes no third (``verdicts.settle``)."""
    groups: dict[str, set[str]] = defaultdict(set)
    for one, other, _ in pairs:
        for thing in (one, other):
            groups.setdefault(thing.key, {thing.key})
        if one.is_chinese == other.is_chinese:
            both = groups[one.key] | groups[other.key]
            groups.update(dict.fromkeys(both, both))
    return groups


def _joined(candidates: Sequence[Candidate]) -> Candidate:
    """Several candidates as one, with all that speaks for each; it keeps nothing that spoke against one of them alone."""
    entries: dict[str, list[Evidence]] = defaultdict(list)
    for entry in chain.from_iterable(candidate.evidence for candidate in candidates):
        entries[entry.source].append(entry)
    first = max(candidates, key=lambda candidate: (candidate.specific, candidate.sentences))
    return replace(
        first,
        aliases=tuple(name for one in candidates for name in (one.title, *one.aliases) if name != first.title),
        spellings=tuple(name for one in candidates for name in one.spellings),
        evidence=tuple(_added(entries[source]) for source in sorted(entries)),
    )


def _added(entries: Sequence[Evidence]) -> Evidence:
    """The evidence of one source on several names; a name that is seen thrice only with the others may be what a sentence defines."""
    counts = {name: sum(getattr(entry, name) for entry in entries) for name in _COUNTED}
    mentions = tuple(sorted({mention for entry in entries for mention in entry.mentions}))
    counts["definition"] = counts["definition"] or 1
    return Evidence(entries[0].source, title=max(entry.title for entry in entries), mentions=mentions, **counts)
