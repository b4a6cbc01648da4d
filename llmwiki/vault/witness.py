"""Who wants to know what was written: the doors, for what follows an operation."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from llmwiki.vault.operations import Operation


class Witnessed(NamedTuple):
    """An operation, and the folder of the vault that it was done to."""

    root: Path
    operation: Operation


_SEEN: ContextVar[list[Witnessed] | None] = ContextVar("seen", default=None)


@contextmanager
def witnessed() -> Iterator[list[Witnessed]]:
    """A list that takes every operation of this process from here on, until the block ends."""
    seen: list[Witnessed] = []
    token = _SEEN.set(seen)
    try:
        yield seen
    finally:
        _SEEN.reset(token)


def witness(root: Path, operation: Operation) -> None:
    """Note an operation that is done."""
    seen = _SEEN.get()
    if seen is not None:
        seen.append(Witnessed(root, operation))
