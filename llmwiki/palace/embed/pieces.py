"""Texts made fit for a model: readable as UTF-8, and in pieces that it reads at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from llmwiki.palace.estimate import estimate

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Matrix

_UNREADABLE = re.compile("[\ud800-\udfff]")
_BLANK = re.compile(r"\s")


def readable(text: str) -> str:
    """A text without what ends or breaks it on its way into a model: NUL, and lone surrogates, which stand for bytes that are no UTF-8."""
    return _UNREADABLE.sub("\ufffd", text.replace("\0", " "))


def pieces(text: str, longest: int) -> list[str]:
    """A text in pieces of at most ``longest`` estimated tokens, halved at blanks where there are any; joined they are the text."""
    if len(text) < 2 or estimate(text) <= longest:  # noqa: PLR2004 - one character has no halves
        return [text]
    middle = len(text) // 2
    blank = _BLANK.search(text, middle, middle + middle // 2)
    cut = blank.start() if blank else middle
    return [*pieces(text[:cut], longest), *pieces(text[cut:], longest)]


def embedded_whole(texts: Sequence[str], longest: int, encode: Callable[[list[str]], Matrix]) -> Matrix:
    """Vectors of texts of any length, each of length 1.

    Args:
        texts: One row each.
        longest: Estimated tokens of a piece.
        encode: Gives the vectors of pieces, none of them zero; for no pieces an empty matrix. Its errors pass through.
    """
    import numpy as np

    if not texts:
        return encode([])
    cut = [pieces(text, longest) for text in texts]
    rows = unit(encode([piece for parts in cut for piece in parts]))
    if len(rows) == len(texts):
        return rows
    weights = np.array([max(1, estimate(piece)) for parts in cut for piece in parts], dtype=np.float32)
    starts = np.cumsum([0, *(len(parts) for parts in cut[:-1])])
    return unit(np.add.reduceat(rows * weights[:, None], starts, axis=0))


def unit(matrix: Matrix) -> Matrix:
    """Rows brought to length 1, as float32; none of them is zero."""
    import numpy as np

    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64))[:, None]
    rows: Matrix = (matrix / lengths).astype(np.float32)
    return rows
