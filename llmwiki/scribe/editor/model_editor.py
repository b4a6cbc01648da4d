"""A model as the compiler's editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.chunks import NAMES
from llmwiki.scribe.editor.claiming import Testimony, tell, with_subjects
from llmwiki.scribe.editor.judging import judged
from llmwiki.scribe.editor.nameable import nameable
from llmwiki.scribe.editor.naming import with_names
from llmwiki.scribe.editor.sameness import settled
from llmwiki.scribe.editor.summing import expect_summaries, with_summaries
from llmwiki.scribe.editor.tagging import with_tags
from llmwiki.scribe.editor.writing import fill

if TYPE_CHECKING:
    from llmwiki.llm.known import Fitness
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.gate import Filled
    from llmwiki.scribe.notes import SourceNotes
    from llmwiki.scribe.objections import Objection
    from llmwiki.scribe.prose import Reading
    from llmwiki.scribe.topic import Topic
    from llmwiki.vault.schema import Schema


@dataclass(frozen=True)
class ModelEditor:
    """Asks a model at each step; where it has no usable answer, the rules decide.

    Attributes:
        asker: Who asks, of the kept answers first.
        way: What the model is fit for.
    """

    asker: Asker
    way: Fitness
    _told: list[Testimony] = field(default_factory=list, init=False, compare=False)
    _readings: list[Reading] = field(default_factory=list, init=False, compare=False)
    _nameable: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict, init=False, compare=False)

    def notes(self, readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> Sequence[SourceNotes]:
        """With what the model names in each piece of a source, or what it makes claims of; a source with claims stays with them."""
        writes = self.way == "writer"
        told = tell(readings, self.asker if writes else self.asker.silent)
        self._told[:], self._readings[:] = [told], readings
        named = with_names(readings, notes, self.asker.silent if writes else self.asker, NAMES, told.claims, look=self._looked)
        return with_subjects(readings, named, told)

    def joins(self, candidates: Sequence[Candidate], readings: Sequence[Reading]) -> Sequence[tuple[str, str]]:
        """What the model holds for one thing; what is left open is noted with the asker. Nothing by one that cannot tell things apart."""
        if self.way == "namer":
            return ()
        found = settled(candidates, readings, self.asker, _embedder())
        self.asker.doubts.update(found.doubts)
        return found.joins

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, Objection]]]:  # noqa: ARG002
        """With the claims on sources that have some; else by the rules, without sentences that a judge finds to point elsewhere."""
        asker = self._judge
        return fill(topics, self._told[0], lambda others, pools: judged(others, pools, asker))

    def finish(self, drafts: Sequence[tuple[Draft, Filled]], schema: Schema) -> list[Draft]:
        """With a summary, where claims fill the page, and with the tags that a judge finds fitting."""
        asker = self.asker if self.way == "writer" else self.asker.silent
        if asker.counts_only:
            expect_summaries(drafts, self._readings, asker)
        summed = with_summaries(drafts, asker)
        return with_tags(summed, schema.tags, self._judge) if schema.tags else summed

    def _looked(self, readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> frozenset[str]:
        """What is nameable in sources, which no pass over the same sources changes."""
        sources = tuple(reading.source for reading in readings)
        if sources not in self._nameable:
            self._nameable[sources] = nameable(readings, notes)
        return self._nameable[sources]

    @property
    def _judge(self) -> Asker:
        """Who asks for judgements; what a judge said before counts for the other ways too."""
        return self.asker if self.way == "judge" else self.asker.silent


@cache
def _embedder() -> Embedder | None:
    """The one that puts a name near its translation, whatever the palace is searched with; None where it does not run."""
    from llmwiki.palace.embed import fast

    return fast.FastEmbedder() if fast.runs() else None
