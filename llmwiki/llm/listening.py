"""Reads a reply while it comes, and stops it when it runs in circles, turns to control characters, or has no end."""

from __future__ import annotations

import re

from llmwiki.llm.base import Finish

_EVERY = 200
"""Characters between two looks at the end of the reply."""

_TAIL = 1_200
_LOOP = 240
"""A stretch of this length that is one short text said again and again; nothing that is asked for here has one."""

_TIMES = 6
_TOKEN = 12
"""Characters that a token has at the very most, on the average of a whole reply."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])")
"""Control characters (Unicode Cc but for tab and line ends), and the JSON escapes of them."""

_ESCAPE = 8


class Listener:
    """Gathers the pieces of one reply.

    Args:
        limit: Most tokens that were asked for; a server that goes far beyond is not listened to.
    """

    def __init__(self, limit: int) -> None:
        self._most = limit * _TOKEN + _TAIL
        self._pieces: list[str] = []
        self._tail = ""
        self._length = 0
        self._looked = 0
        self.broken_off: Finish | None = None

    @property
    def text(self) -> str:
        """All that came."""
        return "".join(self._pieces)[: self._most]

    def take(self, piece: str) -> bool:
        """Whether to go on listening."""
        if self.broken_off is None and piece:
            self._pieces.append(piece)
            self._length += len(piece)
            fresh = self._tail[-_ESCAPE:] + piece
            self._tail = (self._tail + piece)[-_TAIL:]
            self.broken_off = self._fault(fresh)
        return self.broken_off is None

    def _fault(self, fresh: str) -> Finish | None:
        if self._length > self._most:
            return "size"
        if _CONTROL.search(fresh):
            return "control"
        if self._length - self._looked < _EVERY:
            return None
        self._looked = self._length
        return "loop" if goes_in_circles(self._tail) else None


def goes_in_circles(text: str) -> bool:
    """Whether a text ends with one short piece said at least six times in a row, over a stretch of 240 characters or more.

    The borders of the reversed text (Knuth, Morris and Pratt) give the shortest period of every ending in one walk.
    """
    back = text[::-1]
    borders = [0] * len(back)
    for at in range(1, len(back)):
        border = borders[at - 1]
        while border and back[at] != back[border]:
            border = borders[border - 1]
        borders[at] = border + (back[at] == back[border])
        period = at + 1 - borders[at]
        if at + 1 >= max(_LOOP, _TIMES * period):
            return True
    return False
