"""Drawers: verbatim pieces of one size, each knowing its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DrawerKind = Literal["page", "source", "file", "conversation", "memory"]
"""A page or a source of a vault; a mined file; a mined conversation; what an agent or a person told the palace itself."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """A verbatim piece of a file.

    Attributes:
        id: Made of path, headings and text: the same on every machine, and kept when other parts of the file change.
        path: Of the file in its wing; in a vault, vault-relative.
        kind: What the file is.
        headings: From the outermost to the one it begins under.
        lines: First and last line, from 1.
        start, end: Span in the file's text, code points; ``text`` is exactly that.
        position: Running number in the file.
        before, after: Ids of its neighbours in the file, empty at the ends.
        wing, room, title, date, language: Those of its shelf (``palace.shelf``).
        hall: The kind of statement it holds (``palace.halls``).
    """

    id: str
    path: str
    kind: DrawerKind
    headings: tuple[str, ...]
    lines: tuple[int, int]
    start: int
    end: int
    text: str
    position: int
    before: str = ""
    after: str = ""
    wing: str = ""
    room: str = ""
    title: str = ""
    date: str = ""
    language: str = ""
    hall: str = ""
