"""Shapes of replies for tests; they stand at the top of a module, as shapes do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from llmwiki.llm.shape import Longest, Most


@dataclass(frozen=True)
class Thing:
    name: Annotated[str, Longest(20)]
    kind: Literal["person", "concept"]


@dataclass(frozen=True)
class Things:
    things: Annotated[tuple[Thing, ...], Most(3)]
    sure: bool
    count: int


THING = '{"name": "RAG", "kind": "concept"}'
