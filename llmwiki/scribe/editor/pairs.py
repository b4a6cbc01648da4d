"""Which things are worth the question whether they are one: a few a thing, never all with all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.palace.twins import twins
from llmwiki.scribe.alike import abbreviates, initials, short_forms, spelled_alike, spelling
from llmwiki.scribe.apart import told_apart
from llmwiki.scribe.identity import merge_key

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.scribe.editor.things import Thing

Hint = Literal["same name", "spelling", "short form", "near"]
"""Why a pair is looked at: the names are the same, or one is another spelling or a short form of the other; or the names, or what is said
of them, are near in the other language."""

_UNLIKE = 0.5
"""What two sources say of one name, if it is less near than this (cosine of ``fast``), may be of two things."""


class Pair(NamedTuple):
    """Two things that may be one, by key."""

    one: Thing
    other: Thing
    hint: Hint


def likely_pairs(things: Sequence[Thing], embedder: Embedder | None) -> list[Pair]:
    """Pairs worth the question, the best reasons first, none that differ in a number, a version or a qualifier.

    Args:
        things: All of a collection.
        embedder: Puts names near their translations; None: only the names' forms give pairs.
    """
    found: dict[tuple[str, str], Pair] = {}
    for one, other in (*_spellings(things), *_short_forms(things), *_across(things, embedder)):
        first, second = sorted((one, other), key=lambda thing: thing.key)
        if first.key != second.key and not are_apart(first, second):
            found.setdefault((first.key, second.key), Pair(first, second, hint_of(first.names, second.names)))
    return list(found.values())


def are_apart(one: Thing, other: Thing) -> bool:
    """Whether any name of one is told apart from any name of the other."""
    return any(told_apart(ours, theirs) for ours in one.names for theirs in other.names)


def hint_of(ours: Sequence[str], theirs: Sequence[str]) -> Hint:
    """What the names of two things say for a pair."""
    both = [(one, other) for one in ours for other in theirs]
    if any(merge_key(one) == merge_key(other) for one, other in both):
        return "same name"
    if any(spelled_alike(one, other) for one, other in both):
        return "spelling"
    return "short form" if any(abbreviates(one, other) or abbreviates(other, one) for one, other in both) else "near"


def namesakes(things: Sequence[tuple[Thing, Thing]], embedder: Embedder) -> list[Pair]:
    """Those of two things of one name of which their sources say what seems to be different.

    Args:
        things: A name as two sources define it.
        embedder: Compares what they say.
    """
    found = []
    for one, other in things:
        first, second = embedder.passages([one.said, other.said])
        if float(first @ second) < _UNLIKE:
            found.append(Pair(one, other, "same name"))
    return found


def _spellings(things: Sequence[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Things whose titles are one name in two spellings."""
    groups = defaultdict(list)
    for thing in things:
        groups[spelling(thing.name)].append(thing)
    for same in groups.values():
        yield from ((same[0], other) for other in same[1:])


def _short_forms(things: Sequence[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Short forms, where one long form fits."""
    long = defaultdict(list)
    for thing in things:
        for form in {form for name in thing.names for form in initials(name)}:
            long[form].append(thing)
    for thing in things:
        fits = {other.key: other for name in thing.names for form in short_forms(name) for other in long[form]}
        if len(fits) == 1:
            yield thing, next(iter(fits.values()))


def _across(things: Sequence[Thing], embedder: Embedder | None) -> Iterator[tuple[Thing, Thing]]:
    """Things with an English and things with a Chinese name that are near each other."""
    chinese = [thing for thing in things if thing.is_chinese]
    latin = [thing for thing in things if not thing.is_chinese]
    if embedder is None or not chinese or not latin:
        return
    for twin in twins(embedder, [(thing.name, thing.said) for thing in latin], [(thing.name, thing.said) for thing in chinese]):
        yield latin[twin.left], chinese[twin.right]
