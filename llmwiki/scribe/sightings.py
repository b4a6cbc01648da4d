"""The names of one text, judged by the counts of its collection."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.fold import fold
from llmwiki.scribe.kinds import latin_kind
from llmwiki.scribe.names import names_in
from llmwiki.scribe.notes import SourceNotes
from llmwiki.scribe.prose import Prose
from llmwiki.scribe.stopwords import is_common, wordlist

_IN = re.compile(r"\b(?:[Ii]n|[Nn]ear|[Ii]nside|[Aa]cross|[Oo]utside) (?:the )?$")


class Sighting(NamedTuple):
    """A name where it stands; ``placed`` when something is in it or near it."""

    text: str
    sentence: int
    start: int
    kind: str
    placed: bool = False


def sightings(prose: Prose, notes: SourceNotes, casing: Casing) -> list[Sighting]:
    """All names of a text in order, capitalised runs resolved by the counts of the collection."""
    texts = {sentence.index: sentence.text for sentence in prose.sentences}
    found = [Sighting(texts[index][start:end], index, start, kind) for index, start, end, kind in notes.han]
    for index, start, end, place in notes.runs:
        run = texts[index][start:end]
        for name in names_in(run, place, casing):
            kind = latin_kind(name.text, run[: name.start], texts[index], (start + name.start, start + name.end))
            placed = _IN.search(texts[index][max(0, start + name.start - 16) : start + name.start]) is not None
            found.append(Sighting(name.text, index, start + name.start, kind, placed))
    return sorted(found, key=lambda name: (name.sentence, name.start))


def folds(prose: Prose, found: Sequence[Sighting], casing: Casing) -> dict[str, str]:
    """The bare names of a text that stand for full ones, see ``fold``.

    Two Latin words in a Chinese text are a product (Docker Hub) more often than a person: there the first must be a given name.
    """
    folded = fold([name.text for name in found], casing, prose.title, {name.text for name in found if name.placed})
    if prose.language != "zh":
        return folded
    return {bare: full for bare, full in folded.items() if full.split()[0].lower() in wordlist("en", "given")}


def find_names(prose: Prose, notes: SourceNotes, casing: Casing) -> dict[str, str]:
    """The names of a text with their kinds, bare first and last names folded into full ones.

    Args:
        prose: The text.
        notes: Its notes.
        casing: Counts of the collection it belongs to.

    Returns:
        Name -> person, organisation, product, place, work, event, or empty when nothing tells.
    """
    found = sightings(prose, notes, casing)
    folded = folds(prose, found, casing)
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for name in found:
        votes[folded.get(name.text, name.text)][name.kind] += 1
    for bare, full in folded.items():
        if not is_common(bare):
            votes[full]["person"] += 1
    return {name: _winner(kinds) for name, kinds in votes.items()}


def _winner(votes: Counter[str]) -> str:
    return min((kind for kind in votes if kind), key=lambda kind: (-votes[kind], kind), default="")
