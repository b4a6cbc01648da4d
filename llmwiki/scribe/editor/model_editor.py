"""A model as the compiler's editor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from llmwiki.scribe.editor.chunks import LARGE, SMALL
from llmwiki.scribe.editor.judging import judge
from llmwiki.scribe.editor.naming import with_names
from llmwiki.scribe.editor.sameness import settled
from llmwiki.scribe.editor.tagging import with_tags
from llmwiki.scribe.gate import fill, pools_of

if TYPE_CHECKING:
    from llmwiki.llm.known import Fitness
    from llmwiki.palace.embed.base import Embedder
    from llmwiki.scribe.candidates import Candidate
    from llmwiki.scribe.draft import Draft
    from llmwiki.scribe.editor.asker import Asker
    from llmwiki.scribe.gate import Filled
    from llmwiki.scribe.notes import SourceNotes
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

    def notes(self, readings: Sequence[Reading], notes: Sequence[SourceNotes]) -> Sequence[SourceNotes]:
        """With what the model names in each piece of a source."""
        return with_names(readings, notes, self.asker, LARGE if self.way == "writer" else SMALL)

    def joins(self, candidates: Sequence[Candidate], readings: Sequence[Reading]) -> Sequence[tuple[str, str]]:
        """What the model holds for one thing; what is left open is noted with the asker. Nothing by one that cannot tell things apart."""
        if self.way == "namer":
            return ()
        found = settled(candidates, readings, self.asker, _embedder())
        self.asker.doubts.update(found.doubts)
        return found.joins

    def fill(self, topics: Sequence[Topic], touched: frozenset[str]) -> tuple[list[Filled], list[tuple[Topic, str]]]:  # noqa: ARG002
        """By the rules of the gate; where the model judges, without sentences that point elsewhere."""
        if self.way != "judge":
            return fill(topics)
        pools = pools_of(topics)
        return fill(topics, pools, judge(topics, pools, self.asker))

    def finish(self, draft: Draft, filled: Filled, schema: Schema) -> Draft:  # noqa: ARG002
        """With the tags that a judge finds fitting."""
        return with_tags(draft, schema.tags, self.asker) if self.way == "judge" and schema.tags else draft


@cache
def _embedder() -> Embedder | None:
    """The one that puts a name near its translation, whatever the palace is searched with; None where it does not run."""
    from llmwiki.palace.embed import fast

    return fast.FastEmbedder() if fast.runs() else None
