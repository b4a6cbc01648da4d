"""What a palace of MemPalace holds as entries of our journal, and what ours holds as values of MemPalace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from llmwiki.palace.drawer import Drawer
from llmwiki.palace.entries import drawers_entry
from llmwiki.palace.finding import drawers_where
from llmwiki.palace.living import live_entries
from llmwiki.palace.mempalace.values import MemCloset, MemDrawer, MemFact, MemPalace, MemPlace, MemTunnel
from llmwiki.palace.shelf import Shelf
from llmwiki.palace.tunnels import Address, explicit_tunnel
from llmwiki.palace.ways import made_tunnels, tunnel_entry

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.drawer import DrawerKind
    from llmwiki.palace.journal import Entry, Journal
    from llmwiki.palace.mempalace.values import DrawerKind as MemKind

_KINDS: dict[MemKind, DrawerKind] = {"file": "file", "conversation": "conversation", "diary": "memory", "note": "memory"}
_THEIRS: dict[DrawerKind, MemKind] = {"conversation": "conversation", "memory": "note"}
_HALL = "hall_"
_BY = "llmwiki"
_CLOSETS = """
SELECT c.id, c.lines, f.wing, f.room, f.path FROM closets AS c JOIN files AS f ON f.number = c.file ORDER BY f.wing, f.path, c.position
"""
_DATE = len("2026-01-31")


def entries_of(found: MemPalace) -> Iterator[dict[str, Any]]:
    """Journal entries of all of a palace: drawers keep their ids and their metadata, texts are verbatim.

    Closets, hallways, facts and the text about the owner are kept as entries of their own.
    """
    for (wing, path), drawers in _documents(found.drawers).items():
        yield _document(wing, path, sorted(drawers, key=lambda drawer: (drawer.position, drawer.id)))
    for tunnel in found.tunnels:
        ends = Address(*tunnel.source[:2]), Address(*tunnel.target[:2])
        made = explicit_tunnel(*ends, label=tunnel.label, drawers=(tunnel.source.drawer, tunnel.target.drawer), created=tunnel.created_at)
        yield {**tunnel_entry(made), "id": tunnel.id or made.id}
    for name, values in (("closet", found.closets), ("hallway", found.hallways), ("fact", found.facts)):
        yield from ({"op": name, **asdict(value)} for value in values)
    if found.identity:
        yield {"op": "identity", "text": found.identity}


def values_of(connection: sqlite3.Connection, journal: Journal, now: str) -> MemPalace:
    """All of our palace as MemPalace would hold it.

    Args:
        connection: The records.
        journal: Whose facts and text about the owner go along.
        now: ISO time that the original shows as the time of filing.
    """
    drawers = tuple(_theirs(drawer, now) for drawer in drawers_where(connection, "", ()))
    closets = tuple(MemCloset(key, lines, wing, room, path) for key, lines, wing, room, path in connection.execute(_CLOSETS))
    tunnels = tuple(
        MemTunnel(
            tunnel.id,
            MemPlace(*tunnel.source, next(iter(tunnel.source_drawers), "")),
            MemPlace(*tunnel.target, next(iter(tunnel.target_drawers), "")),
            tunnel.label,
            tunnel.kind,
            tunnel.created,
        )
        for tunnel in made_tunnels(connection)
    )
    aside = [entry for entry in live_entries(journal) if entry["op"] in {"fact", "identity"}]
    facts = tuple(_fact(entry) for entry in aside if entry["op"] == "fact")
    identity = next((str(entry.get("text", "")) for entry in reversed(aside) if entry["op"] == "identity"), "")
    return MemPalace("", drawers, closets, tunnels, facts=facts, identity=identity)


def _documents(drawers: Iterable[MemDrawer]) -> dict[tuple[str, str], list[MemDrawer]]:
    """Drawers by wing and path: those of a file, of a part of it that lies in another room, or of something said."""
    rooms: dict[tuple[str, str], str] = {}
    found: dict[tuple[str, str], list[MemDrawer]] = {}
    for drawer in drawers:
        path = drawer.source_file or f"{drawer.kind}/{drawer.whole or drawer.id}"
        if rooms.setdefault((drawer.wing, path), drawer.room) != drawer.room:
            path = f"{path} ({drawer.room})"
        found.setdefault((drawer.wing, path), []).append(drawer)
    return found


def _document(wing: str, path: str, drawers: list[MemDrawer]) -> dict[str, Any]:
    first = drawers[0]
    title = first.topic or PurePosixPath(first.source_file.replace("\\", "/")).name
    ours = [
        Drawer(drawer.id, path, _KINDS[drawer.kind], (), drawer.lines, 0, 0, drawer.text, row, hall=drawer.hall.removeprefix(_HALL))
        for row, drawer in enumerate(drawers)
    ]
    shelf = Shelf(path, ours, _KINDS[first.kind], wing, first.room, title, (), first.date[:_DATE])
    words = "\x1f".join(f"{drawer.id}\x1e{drawer.text}" for drawer in drawers)
    entry = drawers_entry(shelf, hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest())
    for given, drawer in zip(entry["drawers"], drawers, strict=True):
        given["metadata"] = dict(drawer.metadata)
    return entry


def _theirs(drawer: Drawer, now: str) -> MemDrawer:
    return MemDrawer(
        drawer.id,
        drawer.text,
        drawer.wing,
        drawer.room,
        f"{_HALL}{drawer.hall}" if drawer.hall else "",
        drawer.path,
        drawer.position,
        drawer.lines,
        drawer.date,
        now,
        _BY,
        kind=_THEIRS.get(drawer.kind, "file"),
    )


def _fact(entry: Entry) -> MemFact:
    texts = {
        name: str(entry.get(name, "")) for name in ("subject", "predicate", "object", "valid_from", "valid_to", "source", "recorded_at")
    }
    confidence = entry.get("confidence", 1.0)
    return MemFact(**texts, confidence=float(confidence) if isinstance(confidence, int | float) else 1.0)
