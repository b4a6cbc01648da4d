"""Transformations of a PDF page (ISO 32000-1, 8.3.3): six numbers each."""

from __future__ import annotations

import math
from collections.abc import Sequence

Matrix = Sequence[float]


def combined(*matrices: Matrix) -> tuple[float, ...]:
    """The product of transformations, the first applied first."""
    a, b, c, d, e, f = matrices[0]
    for matrix in matrices[1:]:
        g, h, i, j, k, m = matrix
        a, b, c, d, e, f = a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m
    return a, b, c, d, e, f


def size_of(matrix: Matrix, size: float) -> float:
    """The size in points of a font, as a transformation shows it."""
    return round(abs(size) * math.hypot(matrix[2], matrix[3]), 1)
