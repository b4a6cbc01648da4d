"""Work that only reads, done again when somebody edits a file under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from llmwiki.errors import EditedMeanwhile

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")
_TIMES = 3


def again(work: Callable[[], Answer]) -> Answer:
    """Do work, from the start again when another process changes a file meanwhile; the last time the error is passed on."""
    for _ in range(_TIMES):
        try:
            return work()
        except EditedMeanwhile:
            continue
    return work()
