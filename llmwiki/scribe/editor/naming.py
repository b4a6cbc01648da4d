"""What a model names in a source: more evidence for names that the rules found too, and names that they missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from llmwiki.llm.shape import Longest, Most
from llmwiki.scribe.editor.chunks import Chunk, chunks
from llmwiki.scribe.editor.nameable import nameable
from llmwiki.scribe.editor.question import Question
from llmwiki.scribe.identity import merge_key

if TYPE_CHECKING:
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.prose import Reading

Look: TypeAlias = "Callable[[Sequence[Reading], Sequence[SourceNotes]], frozenset[str]]"
"""What :func:`~llmwiki.scribe.editor.nameable.nameable` does."""

Kind = Literal["concept", "person", "organisation", "product", "place", "work", "event"]

_EXAMPLES = frozenset({"olen vart", "saltmere bridge", "tidal lock gate", "柯砚舟", "潮汐闸门", "盐沼大桥"})
"""Names of the prompts' examples, in lower case: a model that gives one repeats its example."""

_LIMIT, _USUAL = 400, 55


@dataclass(frozen=True)
class Name:
    """One thing that a piece of text is about."""

    name: Annotated[str, Longest(41)]
    kind: Kind


@dataclass(frozen=True)
class Names:
    """The reply to the question what a piece of text is about."""

    names: Annotated[tuple[Name, ...], Most(5, falls_singly=True)]


def with_names(
    readings: Sequence[Reading],
    notes: Sequence[SourceNotes],
    asker: Asker,
    length: int,
    without: Collection[str] = (),
    *,
    look: Look = nameable,
) -> list[SourceNotes]:
    """The notes, each with the names that a model gave for pieces of its source and that stand in them.

    It is asked of those pieces alone that have the name of something to which its word could bring a page (``nameable``).

    Args:
        readings: The sources.
        notes: On each of them.
        asker: Who asks.
        length: Weighted characters of a piece.
        without: Sources that are not asked about.
        look: Says what is nameable in the sources that may be asked about.
    """
    pieces = [chunk for reading in readings if reading.source not in without for chunk in chunks(reading, length)]
    found: dict[str, Counter[tuple[str, str]]] = {}
    scope = [
        (reading, own)
        for reading, own in zip(readings, notes, strict=True)
        if reading.source in asker.scope and reading.source not in without
    ]
    for chunk, answer in _answered(pieces, asker, lambda: look([reading for reading, _ in scope], [own for _, own in scope])):
        if isinstance(answer, Names):
            found.setdefault(chunk.reading.source, Counter()).update(_standing(answer, chunk))
    return [
        replace(own, named=tuple((name, kind, count) for (name, kind), count in sorted(found.get(reading.source, Counter()).items())))
        for reading, own in zip(readings, notes, strict=True)
    ]


def _answered(pieces: Sequence[Chunk], asker: Asker, sought: Callable[[], frozenset[str]]) -> Iterator[tuple[Chunk, object]]:
    """What was answered on the pieces; asked is only where an answer can make a page, but what was answered before counts everywhere."""
    questions = [_question(chunk) for chunk in pieces]
    is_open = [asker.is_open(question) for question in questions]
    names = sought() if any(is_open) else frozenset()
    asked = [
        (chunk, question)
        for chunk, question, still in zip(pieces, questions, is_open, strict=True)
        if not still or any(name in chunk.text.lower() for name in names)
    ]
    return zip((chunk for chunk, _ in asked), asker.ask([question for _, question in asked]), strict=True)


def _question(chunk: Chunk) -> Question:
    spoken = "zh" if chunk.reading.prose.language == "zh" else "en"
    data = {"title": chunk.reading.prose.title, "section": chunk.section, "text": chunk.text}
    return Question("names", chunk.reading.source, spoken, data, Names, _LIMIT, _USUAL)


def _standing(answer: Names, chunk: Chunk) -> Iterator[tuple[str, str]]:
    """Names that stand in the piece as they are given, and in no example; each once."""
    text = chunk.text.lower()
    for name in {merge_key(item.name): item for item in answer.names if item.name.strip()}.values():
        spelled = name.name.strip()
        if spelled.lower() in text and spelled.lower() not in _EXAMPLES:
            yield spelled, name.kind
