"""Asks a large model what each piece of a source states, and keeps what holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.chunks import LARGE, Chunk, chunks
from llmwiki.scribe.editor.claim import Claims, Proved
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.editor.verify import verify
from llmwiki.scribe.identity import merge_key
from llmwiki.scribe.notes import LONGEST_SENTENCE

if TYPE_CHECKING:
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.prose import Reading
    from llmwiki.scribe.topic import Place

_LIMIT, _USUAL = 4_096, 1_200

_HALVINGS = 2
"""A reply that is cut off is asked for anew in halves, so often."""


@dataclass(frozen=True)
class Testimony:
    """What models stated of some sources, and holds.

    Attributes:
        claims: Source -> its claims, by place; only sources that have some.
        covered: Source -> the sentences of the pieces that they come from, a bit each: what is not claimed there is not wanted.
    """

    claims: Mapping[str, tuple[Proved, ...]] = field(default_factory=dict)
    covered: Mapping[str, int] = field(default_factory=dict)

    def covers(self, place: Place) -> bool:
        """Whether the sentence at a place is of such a piece."""
        source, sentence = place
        return bool(self.covered.get(source, 0) >> sentence & 1)


def tell(readings: Sequence[Reading], asker: Asker) -> Testimony:
    """The claims on all sources that have some.

    Args:
        readings: The sources.
        asker: Who asks; what did not hold is noted there.
    """
    answered = _answers([chunk for reading in readings for chunk in chunks(reading, LARGE)], asker, _HALVINGS)
    claims: dict[str, list[Proved]] = defaultdict(list)
    covered: Counter[str] = Counter()
    for chunk, answer in answered:
        proved, refused = verify(answer, chunk)
        source, key = chunk.reading.source, _question(chunk).key
        asker.refused.update({(source, key, at): refusal for at, refusal in enumerate(refused)})
        if proved:
            claims[source] += proved
            covered[source] |= sum({1 << sentence.index for sentence in chunk.sentences})
    asker.held.update({source: len(found) for source, found in claims.items()})
    ordered = {source: tuple(sorted(found, key=lambda claim: claim.sentence.index)) for source, found in sorted(claims.items())}
    return Testimony(ordered, covered)


def with_subjects(readings: Sequence[Reading], notes: Sequence[SourceNotes], told: Testimony) -> list[SourceNotes]:
    """The notes, each with the subjects of the claims on its source."""
    return [replace(own, claimed=_subjects(told.claims.get(reading.source, ()))) for reading, own in zip(readings, notes, strict=True)]


def _subjects(claims: Sequence[Proved]) -> tuple[tuple[str, int, int], ...]:
    """Each subject under its most frequent spelling: [name, claims, definitions]."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    counts: Counter[str] = Counter()
    definitions: Counter[str] = Counter()
    for claim in claims:
        key = merge_key(claim.subject)
        spellings[key][claim.subject] += 1
        counts[key] += 1
        definitions[key] += claim.kind == "definition"
    return tuple(
        (min(found, key=lambda name: (-found[name], name)), counts[key], definitions[key]) for key, found in sorted(spellings.items())
    )


def _answers(pieces: Sequence[Chunk], asker: Asker, halvings: int) -> Iterator[tuple[Chunk, Claims]]:
    """What was answered on each piece; a piece whose reply was cut off is asked about in halves."""
    questions = [_question(chunk) for chunk in pieces]
    halves: list[Chunk] = []
    for chunk, question, answer in zip(pieces, questions, asker.ask(questions), strict=True):
        if isinstance(answer, Claims):
            yield chunk, answer
        elif halvings and len(chunk.sentences) > 1 and asker.was_cut(question):
            middle = len(chunk.sentences) // 2
            halves += [replace(chunk, sentences=chunk.sentences[:middle]), replace(chunk, sentences=chunk.sentences[middle:])]
    if halves:
        yield from _answers(halves, asker, halvings - 1)


def _question(chunk: Chunk) -> Question:
    spoken = "zh" if chunk.reading.prose.language == "zh" else "en"
    sentences = [sentence.text[:LONGEST_SENTENCE] for sentence in chunk.sentences]
    data = {"title": chunk.reading.prose.title, "section": chunk.section, "sentences": sentences}
    return Question("claims", chunk.reading.source, spoken, data, Claims, _LIMIT, _USUAL)
