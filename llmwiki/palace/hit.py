"""What a search gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from llmwiki.palace.drawer import Drawer


@dataclass(frozen=True, slots=True)
class Hit:
    """A drawer that fits, the better the higher ``score``; ``why`` holds the parts of the score by name."""

    drawer: Drawer
    score: float
    why: Mapping[str, float]
