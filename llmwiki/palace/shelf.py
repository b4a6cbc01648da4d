"""Shelves: one document with its drawers, as the palace takes it in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from llmwiki.palace.drawer import Drawer, DrawerKind


@dataclass(frozen=True, slots=True)
class Shelf:
    """One document.

    Attributes:
        path: Where it is in its wing: vault-relative for a vault's file, else as it was when it was taken in.
        drawers: Its verbatim pieces, in order.
        kind: What it is.
        wing: A vault, a project or a person.
        room: Place in the wing: a folder, a kind of page, a topic.
        title: As people call it.
        names: Other names; searched like the title.
        date: ISO date or month of the document, empty when there is none.
        language: Of most of its text, such as ``en`` or ``zh``; empty when unknown.
    """

    path: str
    drawers: Sequence[Drawer] = ()
    kind: DrawerKind = "page"
    wing: str = ""
    room: str = ""
    title: str = ""
    names: tuple[str, ...] = ()
    date: str = ""
    language: str = ""

    def header(self) -> str:
        """What is searched as if it stood over each drawer: title and other names."""
        return " \n ".join((self.title, *self.names))


def context_line(title: str, headings: Sequence[str], date: str) -> str:
    """What a model reads in front of a drawer's text: title, headings, date; no part of the verbatim text."""
    return " | ".join(dict.fromkeys(part for part in (title, *headings, date) if part))
