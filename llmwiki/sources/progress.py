"""What a long job tells while it goes on; who listens is the door's business."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

Stage = Literal["read", "write", "compile", "ask"]


class Watch(Protocol):
    """Someone who waits for a job."""

    def begin(self, stage: Stage, total: int) -> None:
        """A stage begins; ``total`` bytes will be read or questions asked, 0 when nobody knows or the stage is neither."""
        ...

    def took(self, name: str) -> None:
        """One input was accounted for."""
        ...

    def passed(self, count: int) -> None:
        """So many more bytes were read."""
        ...

    def within(self, name: str, count: int) -> None:
        """So many bytes of the input under way were read."""
        ...

    def answered(self) -> None:
        """One more question was answered."""
        ...


class Unwatched:
    """Nobody waits."""

    def begin(self, stage: Stage, total: int) -> None:
        """Nothing is told."""

    def took(self, name: str) -> None:
        """Nothing is told."""

    def passed(self, count: int) -> None:
        """Nothing is told."""

    def within(self, name: str, count: int) -> None:
        """Nothing is told."""

    def answered(self) -> None:
        """Nothing is told."""


UNWATCHED: Watch = Unwatched()


def teller(watch: Watch, name: str, size: int) -> Callable[[float], None]:
    """What a converter tells the share that it has read, from 0 to 1, of an input of ``size`` bytes."""
    return lambda share: watch.within(name, int(share * size))
