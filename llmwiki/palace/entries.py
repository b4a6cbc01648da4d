"""What journal entries say, as shelves and tunnels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from llmwiki.palace.cutting import cut
from llmwiki.palace.drawer import Drawer, DrawerKind
from llmwiki.palace.plain_text import PlainText
from llmwiki.palace.shelf import Shelf
from llmwiki.vault.parse import parse

if TYPE_CHECKING:
    from llmwiki.palace.journal import Entry


def file_entry(shelf: Shelf, text: str, sha256: str, *, markdown: bool, hall: str = "") -> dict[str, Any]:
    """The entry of a document.

    Args:
        shelf: The document; drawers that it has are not looked at, they are cut from the text.
        text: All of it.
        sha256: Of the document as it was found.
        markdown: Whether it is Markdown; else nothing in it is a heading.
        hall: Of all its drawers; empty: each has that of what it says.
    """
    about = {"wing": shelf.wing, "path": shelf.path, "kind": shelf.kind, "room": shelf.room, "title": shelf.title, "date": shelf.date}
    more = {"names": list(shelf.names), "language": shelf.language, "sha256": sha256, "markdown": markdown}
    more |= {"hall": hall} if hall else {}
    return {"op": "file", **about, **more, "text": text}


def drawers_entry(shelf: Shelf, sha256: str) -> dict[str, Any]:
    """The entry of drawers that were cut elsewhere and keep their ids."""
    about = {"wing": shelf.wing, "path": shelf.path, "kind": shelf.kind, "room": shelf.room, "title": shelf.title, "date": shelf.date}
    drawers = [
        {"id": drawer.id, "text": drawer.text, "hall": drawer.hall, "headings": list(drawer.headings), "lines": list(drawer.lines)}
        for drawer in shelf.drawers
    ]
    return {"op": "drawers", **about, "language": shelf.language, "sha256": sha256, "drawers": drawers}


def gone_entry(wing: str, path: str) -> dict[str, Any]:
    """The entry that takes a document out."""
    return {"op": "gone", "wing": wing, "path": path}


def shelf_of(entry: Entry) -> Shelf:
    """The shelf of a ``file`` or ``drawers`` entry; what is missing in it is empty."""
    shelf = Shelf(
        path=_text(entry, "path"),
        kind=cast("DrawerKind", _text(entry, "kind") or "file"),
        wing=_text(entry, "wing"),
        room=_text(entry, "room"),
        title=_text(entry, "title"),
        names=tuple(map(str, _list(entry, "names"))),
        date=_text(entry, "date"),
        language=_text(entry, "language"),
    )
    if entry["op"] == "drawers":
        return replace(shelf, drawers=_neighbours(list(_given(entry, shelf))))
    text, hall = _text(entry, "text"), _text(entry, "hall")
    drawers = cut(parse(text) if entry.get("markdown") else PlainText(text), shelf.path, shelf.kind, shelf.wing)
    return replace(shelf, drawers=[replace(drawer, hall=hall) for drawer in drawers] if hall else drawers)


def key_of(entry: Entry) -> tuple[str, ...]:
    """What an entry speaks of: a document, a tunnel, a folder. The last entry of each counts."""
    if entry["op"] in {"tunnel", "untunnel"}:
        return ("tunnel", _text(entry, "id"))
    if entry["op"] == "folder":
        return ("folder", _text(entry, "wing"), _text(entry, "prefix"))
    if entry["op"] in {"file", "drawers", "gone"}:
        return ("file", _text(entry, "wing"), _text(entry, "path"))
    return (entry["op"], json.dumps(entry, sort_keys=True))  # what is only kept here: the same twice is one


def current(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that still count: the last one of each document and of each tunnel, without those that were taken out."""
    last: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        key = key_of(entry)
        last.pop(key, None)
        if entry["op"] not in {"gone", "untunnel"}:
            last[key] = entry
    return list(last.values())


def _given(entry: Entry, shelf: Shelf) -> Iterator[Drawer]:
    kind: DrawerKind = shelf.kind
    for position, given in enumerate(item for item in _list(entry, "drawers") if isinstance(item, dict)):
        text = _text(given, "text")
        lines = [number for number in _list(given, "lines") if isinstance(number, int)]
        first, last = (*lines, 0, 0)[:2]
        headings = tuple(map(str, _list(given, "headings")))
        yield Drawer(_text(given, "id"), shelf.path, kind, headings, (first, last), 0, len(text), text, position, hall=_text(given, "hall"))


def _neighbours(drawers: Sequence[Drawer]) -> list[Drawer]:
    ids = ["", *(drawer.id for drawer in drawers), ""]
    return [replace(drawer, before=ids[row], after=ids[row + 2]) for row, drawer in enumerate(drawers)]


def _text(entry: Entry, key: str) -> str:
    value = entry.get(key, "")
    return value if isinstance(value, str) else ""


def _list(entry: Entry, key: str) -> list[Any]:
    value = entry.get(key)
    return value if isinstance(value, list) else []
