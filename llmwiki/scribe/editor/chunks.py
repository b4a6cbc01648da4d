"""A source in pieces that a model reads one at a time.

Pieces end at paragraphs, where the text itself says so: an edit moves the borders near it and no others, so that what is asked of the
rest of the source stays the same, and is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

from llmwiki.scribe.prose import Reading, Sentence
from llmwiki.vault.chars import HAN_CHAR

NAMES = 2_000
"""Weighted characters of a piece of which only names are asked: a model names about five things, whatever the length."""

LARGE = 3_000
"""The same of which claims are asked."""

_EVERY = 3
"""One paragraph in so many is a border, once a piece has a third of its length."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a source.

    Attributes:
        reading: The source.
        sentences: Those of the piece, neighbours in the source.
    """

    reading: Reading
    sentences: tuple[Sentence, ...]

    @property
    def section(self) -> str:
        """Headings above its first sentence, the outermost first."""
        return " > ".join(self.reading.prose.sections[self.sentences[0].section].path)

    @property
    def text(self) -> str:
        """What it says: a paragraph a line, items marked, headings between."""
        lines = []
        for _, block in groupby(self.sentences, key=lambda sentence: sentence.block):
            said = list(block)
            glue = "" if self.reading.prose.language == "zh" else " "
            lines.append(("- " if said[0].kind == "item" else "") + glue.join(sentence.text for sentence in said))
        return "\n".join(lines)


def chunks(reading: Reading, length: int) -> list[Chunk]:
    """The pieces of a source, in order; none of a source whose sentences cannot be told apart.

    Args:
        reading: The source.
        length: Most weighted characters of a piece (a Chinese character counts two); one longer sentence is a piece of its own.
    """
    if reading.prose.poor:
        return []
    pieces: list[list[Sentence]] = []
    open_weight = 0
    for block in _blocks(reading.prose.sentences, length):
        size = sum(weight(sentence.text) for sentence in block)
        if not pieces or open_weight + size > length or _is_border(block, open_weight, length):
            pieces.append([])
            open_weight = 0
        pieces[-1].extend(block)
        open_weight += size
    return [Chunk(reading, tuple(piece)) for piece in pieces]


def _is_border(block: Sequence[Sentence], so_far: int, length: int) -> bool:
    return so_far * _EVERY >= length and crc32(block[0].text.encode("utf-8", "replace")) % _EVERY == 0


def _blocks(sentences: Sequence[Sentence], length: int) -> Iterator[list[Sentence]]:
    """Paragraphs; one that is too long for a piece sentence by sentence."""
    for _, group in groupby(sentences, key=lambda sentence: sentence.block):
        block = list(group)
        if sum(weight(sentence.text) for sentence in block) <= length:
            yield block
        else:
            yield from ([sentence] for sentence in block)


def weight(text: str) -> int:
    """Characters, a Chinese one counted twice: about what a model reads."""
    return len(text) + len(HAN_CHAR.findall(text))
