"""Questions about ordered spans, and one line-end form for scanning."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from llmwiki.vault.link import Span

if TYPE_CHECKING:
    from collections.abc import Sequence


class SpanSet:
    """Ordered spans that do not overlap; ``offset in spans`` costs a binary search."""

    __slots__ = ("_spans", "_starts")

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._spans = spans
        self._starts = [start for start, _ in spans]

    def __len__(self) -> int:
        return len(self._starts)

    def __contains__(self, at: int) -> bool:
        i = bisect_right(self._starts, at) - 1
        return i >= 0 and at < self._spans[i][1]

    def start(self) -> float:
        """Where the first span begins; beyond every offset when there is none."""
        return self._starts[0] if self._starts else float("inf")

    def holder(self, at: int) -> Span | None:
        """The span that ``at`` stands in."""
        i = bisect_right(self._starts, at) - 1
        return Span(*self._spans[i]) if i >= 0 and at < self._spans[i][1] else None


def same_length_lines(text: str) -> str:
    r"""The text with every line end as ``\n`` and every offset unchanged.

    A CRLF becomes a space and ``\n``: trailing space means nothing where it matters here.
    """
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
