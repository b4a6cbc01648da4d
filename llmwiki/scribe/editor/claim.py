"""What a model states of a source: as it comes, and once it is proved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from llmwiki.llm.shape import Longest, Most
from llmwiki.scribe.said import said

if TYPE_CHECKING:
    from llmwiki.facts.support import Kind
    from llmwiki.scribe.prose import Reading, Sentence

ClaimKind = Literal["definition", "fact", "event", "relation", "opinion", "number"]

MOST_CLAIMS = 30
"""In one reply; a model that is asked for more fills the list up."""

LONGEST_SUBJECT, LONGEST_STATEMENT = 60, 500
"""Characters; a claim with a longer one was cut off, and is left out of its reply."""

_BEFORE, _REACH = 2, 8
_BY_NAMES = frozenset({"name", "negation", "order"})
"""Kinds of gaps that no number of a sentence beside can fill."""


@dataclass(frozen=True)
class Stated:
    """One claim as a model gives it.

    Attributes:
        sentence: Number of the sentence that it rests on, from 1 in its piece.
        subject: What it is about, a short name.
        kind: What sort of claim.
        statement: The claim in the model's words.
    """

    sentence: Annotated[str, Longest(6)]
    subject: Annotated[str, Longest(LONGEST_SUBJECT + 1)]
    kind: ClaimKind
    statement: Annotated[str, Longest(LONGEST_STATEMENT + 1)]


@dataclass(frozen=True)
class Claims:
    """The reply to the question what a piece of a source states."""

    claims: Annotated[tuple[Stated, ...], Most(MOST_CLAIMS, falls_singly=True)]


@dataclass(frozen=True, slots=True)
class Proved:
    """A claim that holds.

    Attributes:
        reading: The source.
        sentence: What is quoted for it.
        subject: What it is about, as the source names it.
        kind: What sort of claim.
        text: What a page says: the model's statement, or the sentence itself.
    """

    reading: Reading
    sentence: Sentence
    subject: str
    kind: ClaimKind
    text: str


class Refusal(NamedTuple):
    """A claim that did not hold as it came.

    Attributes:
        check: Which check refused it.
        is_dropped: Whether nothing of it is left; else the sentence stands in the place of the statement.
        statement: What the model said.
    """

    check: str
    is_dropped: bool
    statement: str


@dataclass(frozen=True)
class Case:
    """A claim beside the sentence that it rests on.

    Attributes:
        reading: The source.
        sentence: The sentence.
        stated: The claim.
    """

    reading: Reading
    sentence: Sentence
    stated: Stated

    @cached_property
    def statement(self) -> str:
        """The model's words, on one line."""
        return self.stated.statement.strip()

    @cached_property
    def subject(self) -> str:
        """The subject, without white space around it."""
        return self.stated.subject.strip()

    @cached_property
    def said(self) -> str:
        """The sentence, without citation marks of its source."""
        return said(self.sentence.text)

    @cached_property
    def before(self) -> tuple[str, ...]:
        """The sentences just before, in the same section."""
        sentences = self.reading.prose.sentences
        near = sentences[max(self.sentence.index - _BEFORE, 0) : self.sentence.index]
        return tuple(other.text for other in near if other.section == self.sentence.section)

    @cached_property
    def paragraph(self) -> tuple[str, ...]:
        """The sentences before it in its paragraph, as far back as a pronoun may reach."""
        sentences = self.reading.prose.sentences
        near = sentences[max(self.sentence.index - _REACH, 0) : self.sentence.index]
        return tuple(other.text for other in near if other.block == self.sentence.block)

    @cached_property
    def after(self) -> tuple[str, ...]:
        """The sentence behind."""
        sentences = self.reading.prose.sentences
        return tuple(other.text for other in sentences[self.sentence.index + 1 : self.sentence.index + 2])

    @cached_property
    def gaps(self) -> frozenset[Kind]:
        """Kinds of what the statement has and the sentence does not prove; a name may stand in the headings or the sentences before too."""
        from llmwiki.facts.support import Evidence, unsupported
        from llmwiki.facts.unproven import unproven
        from llmwiki.scribe.stated import stated_names

        allowed = (self.subject, *self.headings, *self.before)
        hard = unsupported(self.statement, Evidence((self.said,), (self.subject,)))
        named = unproven(self.statement, Evidence((self.said,), allowed, whole=" ".join((self.said, *allowed))), stated_names)
        return frozenset({gap.kind for gap in hard if gap.kind != "name"} | {gap.kind for gap in named if gap.kind in _BY_NAMES})

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Title and headings above."""
        return (self.reading.prose.title, *self.reading.prose.sections[self.sentence.section].path)
