"""A stream of any length in pieces of about one size, the same ones again however much is added at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.limits import MAX_BYTES, PART_BYTES, PART_SLACK, megabytes


class Sizes(NamedTuple):
    """How long pieces are.

    Attributes:
        part: Bytes behind which a piece may end.
        slack: Bytes behind ``part`` in which the best place for its end is looked for.
    """

    part: int = PART_BYTES
    slack: int = PART_SLACK

    @property
    def most(self) -> int:
        """Bytes of the longest piece that has a place to be cut."""
        return self.part + self.slack


SIZES = Sizes()

Border = Callable[[bytes, Sizes], int]
"""Where a piece ends: bytes from its beginning, at ``part`` or behind; 0 where nothing that was read allows a cut."""


def pieces(stream: IO[bytes], border: Border, sizes: Sizes = SIZES) -> Iterator[bytes]:
    """Cut a stream.

    Args:
        stream: At its beginning.
        border: Finds the end of a piece in its first ``most`` bytes, or, after an answer of 0, in more of them. It sees only
            what stands in the piece, so pieces do not change when something is added behind them.
        sizes: How long pieces are.

    Yields:
        Pieces that are the whole stream when they are joined; only the last one may be shorter than ``part``.

    Raises:
        SourceRefused: a piece that nothing allows to cut is too big to be held.
        OSError: the stream cannot be read.
    """
    held = b""
    wanted = sizes.most + 1
    while True:
        held += stream.read(max(wanted - len(held), 0))
        if len(held) <= sizes.most:
            if held:
                yield held
            return
        end = border(held, sizes)
        if end:
            yield held[:end]
            held, wanted = held[end:], sizes.most + 1
        elif len(held) < wanted:
            yield held
            return
        elif len(held) > MAX_BYTES:
            raise SourceRefused(f"is too big: a single record or message of more than {megabytes(MAX_BYTES)}")
        else:
            wanted = 2 * len(held)
