"""The pieces inline Markdown is read into."""

from __future__ import annotations

from typing import Literal, NamedTuple

Role = Literal["text", "space", "open", "close", "mark", "atom"]


class Piece(NamedTuple):
    """A stretch of raw text and what is seen of it.

    ``open`` and ``close`` are marks that belong to what follows or goes before; no sentence may end inside
    an ``atom``; a ``text`` piece is shown as it stands.
    """

    start: int
    end: int
    text: str
    role: Role


class Region(NamedTuple):
    """First and last piece of a link or a strong emphasis, marks included."""

    kind: Literal["link", "strong"]
    first: int
    last: int
