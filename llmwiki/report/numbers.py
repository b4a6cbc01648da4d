"""Counts with their nouns."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """``1 page``, ``2 pages``; ``many`` where the plural is no added s."""
    return f"{count} {one if count == 1 else many or one + 's'}"
