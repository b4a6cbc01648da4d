"""What the compiler leaves to an editor, and the editor that is nothing but rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from llmwiki.scribe.gate import fill

if TYPE_CHECKING:
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.gate import Filled
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.objections import Objection
    from llmwiki.scribe.prose import Reading
    from llmwiki.scribe.topic import Topic
    from llmwiki.vault.schema import Schema


class Editor(Protocol):
    """Who decides and words what pages say. Each method is a step of the compiler, and gives back what it was given where it has no say."""

    def notes(self, readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> Sequence[SourceNotes]:
        """The notes on the sources, with what else may deserve a page."""
        ...

    def joins(self, candidates: Sequence[Candidate], readings: Sequence[Reading]) -> Sequence[tuple[str, str]]:
        """Names of one thing that neither a source nor a page gives as such: (the other name, the name that stays)."""
        ...

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:
        """The topics that fill a page, with their sentences, and the others with the reason.

        Args:
            topics: What may get a page, and what has one.
            touched: Titles of the topics whose pages will be written.
        """
        ...

    def finish(self, drafts: Sequence[tuple[Draft, Filled]], schema: Schema) -> list[Draft]:
        """The composed pages, in order, with their last touches: tags, summary; all at once, so that a model can be asked of several."""
        ...


class Rules:
    """No model: what the rules find is what pages say."""

    def notes(self, readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> Sequence[SourceNotes]:  # noqa: ARG002 - of the protocol
        """As they are."""
        return notes

    def joins(self, candidates: Sequence[Candidate], readings: Sequence[Reading]) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """None."""
        return ()

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:  # noqa: ARG002
        """By the rules of the gate."""
        return fill(topics)

    def finish(self, drafts: Sequence[tuple[Draft, Filled]], schema: Schema) -> list[Draft]:  # noqa: ARG002
        """As they are."""
        return [draft for draft, _ in drafts]


RULES = Rules()
