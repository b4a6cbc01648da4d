"""Sources beside the counts of the whole collection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from llmwiki.scribe.casing import Casing
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.joining import acronyms
from llmwiki.scribe.latin import INSIDE, POSSESSIVE
from llmwiki.scribe.notes import SourceNotes
from llmwiki.scribe.prose import Prose
from llmwiki.scribe.sightings import Sighting, folds, sightings
from llmwiki.scribe.stopwords import is_common

_AND = re.compile(r" and (?:the )?")
_LINKING = re.compile(r"\b(?:of|for|and)\b")


@dataclass(frozen=True, slots=True)
class View:
    """A source as the collection sees it.

    Attributes:
        source: Vault-relative path.
        prose: Its reading.
        notes: Its notes.
        names: Its names in order.
        folded: Key of a bare first or last name -> key of the person's full name.
    """

    source: str
    prose: Prose
    notes: SourceNotes
    names: tuple[Sighting, ...]
    folded: dict[str, str]


def collection_casing(sources: Sequence[tuple[Prose, SourceNotes]]) -> Casing:
    """The sum of the counts of all sources, with the long names and acronyms that any of them confirms."""
    casing = Casing()
    for prose, notes in sources:
        casing.add(notes.cases, _inside_runs(prose, notes))
        casing.forms |= {merge_key(text) for text in _confirmed(prose, notes) if _LINKING.search(text)}
    casing.acronyms = acronyms([notes for _, notes in sources])
    return casing


def view(source: str, prose: Prose, notes: SourceNotes, casing: Casing) -> View:
    """One source with its names resolved."""
    names = sightings(prose, notes, casing)
    folded = folds(prose, names, casing)
    return View(source, prose, notes, tuple(names), {merge_key(bare): merge_key(full) for bare, full in folded.items()})


def shared_folds(views: Sequence[View]) -> dict[str, str]:
    """Bare names that stand for one person in every source that has the full name, and nowhere for a place or the like.

    A describing noun (the Foundation) means something else in the next source and is not shared.
    """
    people: dict[str, set[str]] = {}
    for seen in views:
        for bare, full in seen.folded.items():
            if not is_common(bare):
                people.setdefault(bare, set()).add(full)
    others = {merge_key(name.text) for seen in views for name in seen.names if name.kind not in {"", "person"}}
    return {bare: min(full) for bare, full in people.items() if len(full) == 1 and bare not in others}


def _inside_runs(prose: Prose, notes: SourceNotes) -> Iterator[str]:
    texts = {sentence.index: sentence.text for sentence in prose.sentences}
    for index, start, end, place in notes.runs:
        if place == INSIDE:
            yield from (POSSESSIVE.sub("", part) for part in _AND.split(texts[index][start:end]))


def _confirmed(prose: Prose, notes: SourceNotes) -> Iterator[str]:
    """Texts in which a long name stands whole."""
    yield from (row[0] for row in notes.headings)
    yield from notes.titles
    yield from (row[0] for row in notes.pairs)
    yield from prose.linked
