"""What a model's word could bring a page that the rules give none: only there is it asked what a text names.

A name that a model gives is one more point of evidence, and a name more to look for. Neither makes a page of a thing of which no sentence
says what it is, or that is spoken of too seldom; and what has its page by the rules needs no word of a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from llmwiki.scribe.candidates import find_candidates
from llmwiki.scribe.compile import topic_of
from llmwiki.scribe.definition import strength
from llmwiki.scribe.gate import fill
from llmwiki.scribe.overlap import is_chinese

if TYPE_CHECKING:
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.prose import Reading, Sentence

LONGEST = 40
"""Characters of a name."""

_FAR = 80
"""A definition names its subject so near the beginning of its sentence."""

_FRONT = re.compile(r"[\"“(*_`]*(?:(?:The|A|An)\s+)?")
_WORD = re.compile(r"[^\s,.;:()\"“”!?]+")
_MOST_WORDS = 6
_CLAUSE = re.compile(r"^|[，：；、“「《]")
_CUE = re.compile(r"[（(，：:是指为意由用]|表示|理解|描述|又称|简称")
_SHORTEST_CHINESE, _LONGEST_CHINESE = 2, 20
KINDS: tuple[Literal["concept", "entity"], ...] = ("concept", "entity")
"""What a thing may be."""


def nameable(readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> frozenset[str]:
    """All names, in lower case, of things that would fill a page if a model named them, and fill none without.

    Each is judged as if all sentences that name it were its own, so that none is missed that gives way to others only by the rules.

    Args:
        readings: The sources that are looked at.
        notes: On each of them.
    """
    by_source = {reading.source: reading for reading in readings}
    ruled = {one.key for one in find_candidates(readings, (), notes)}
    guessed = [replace(own, named=_guesses(reading)) for reading, own in zip(readings, notes, strict=True)]
    found: set[str] = set()
    for one in find_candidates(readings, (), guessed):
        is_settled = one.key in ruled and fills(_named(one, 0), by_source)
        if not is_settled and any(fills(replace(_named(one, 1), kind=kind), by_source) for kind in KINDS):
            found.update(name.lower() for name in (one.title, *one.spellings))
    return frozenset(found)


def _guesses(reading: Reading) -> list[tuple[str, str, int]]:
    """What a source defines, as if a model had named it."""
    return [(name, "concept", 1) for name in sorted({name for sentence in reading.prose.sentences for name in _subjects(sentence)})]


def _named(candidate: Candidate, pieces: int) -> Candidate:
    return replace(candidate, evidence=tuple(replace(entry, named=pieces) for entry in candidate.evidence))


def fills(candidate: Candidate, readings: Mapping[str, Reading], *, spare: bool = False) -> bool:
    """Whether a candidate fills a page of sentences that it has for itself.

    Args:
        candidate: What it would be on.
        readings: The sources, by path.
        spare: Also one that a source gets only where it would have no other.
    """
    topic = topic_of(candidate, readings, spare=spare)
    return topic is not None and bool(fill([topic])[0])


def _subjects(sentence: Sentence) -> Iterator[str]:
    """What a sentence may be the definition of."""
    text, item = sentence.text, sentence.kind == "item"
    for start, end in _chinese_places(text) if is_chinese(text) else _places(text):
        if end - start <= LONGEST and strength(text, start, end, item=item) != "none":
            yield text[start:end]


def _places(text: str) -> Iterator[tuple[int, int]]:
    """The first words of an English sentence, one more each time, as far as no mark stands between them."""
    front = _FRONT.match(text)
    start = front.end() if front else 0
    last = start
    for count, word in enumerate(_WORD.finditer(text, start, start + _FAR)):
        if count == _MOST_WORDS or text[last : word.start()].strip():
            return
        last = word.end()
        yield start, last


def _chinese_places(text: str) -> Iterator[tuple[int, int]]:
    """What stands between the beginning of a clause and what may define it."""
    for cue in _CUE.finditer(text, 0, _FAR):
        for clause in _CLAUSE.finditer(text, 0, cue.start()):
            if _SHORTEST_CHINESE <= cue.start() - clause.end() <= _LONGEST_CHINESE:
                yield clause.end(), cue.start()
