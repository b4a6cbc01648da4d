"""What a search gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from llmwiki.palace.drawer import Drawer

Mode = Literal["hybrid", "words", "vectors"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A drawer that fits, the better the higher ``score``.

    Attributes:
        drawer: The drawer.
        score: Comparable within one search only.
        why: The parts of the score by name.
        copies: Paths of other files that hold the same text.
        about: What a preset tells of it beside numbers.
        around: Its text with that of its neighbours, where that was asked for.
    """

    drawer: Drawer
    score: float
    why: Mapping[str, float]
    copies: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    around: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes:
        hits: Best first.
        mode: How it was searched in the end: without vectors, by words only.
        note: Why that is not what was asked for, and what helps; empty when it is.
    """

    hits: tuple[Hit, ...]
    mode: Mode
    note: str = ""
