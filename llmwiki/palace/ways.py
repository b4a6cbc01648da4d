"""The tunnels of a palace, out of its records: those that somebody made, those of links, those of equal room names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from llmwiki.palace.inventory import rooms
from llmwiki.palace.tunnels import Address, Crossing, Graph, Tunnel, explicit_tunnel, link_tunnels, passive_tunnels
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.vault.vault import Vault

_FILES = "SELECT path, room FROM files WHERE wing = ?"
_SPANS = (
    "SELECT d.id, d.start, d.stop FROM drawers AS d JOIN files AS f ON f.number = d.file WHERE f.wing = ? AND f.path = ? ORDER BY d.start"
)


def made_tunnels(connection: sqlite3.Connection) -> list[Tunnel]:
    """Tunnels that somebody made."""
    return [_tunnel(json.loads(value)) for (value,) in connection.execute("SELECT value FROM tunnels ORDER BY id")]


def graph_of(connection: sqlite3.Connection, wing: str = "", crossings: Iterable[Crossing] = ()) -> Graph:
    """All rooms and all tunnels.

    Args:
        connection: The records.
        wing: Of the vault that the crossings are of.
        crossings: Links between its files.
    """
    addresses = [Address(room.wing, room.name) for room in rooms(connection)]
    files = {path: Address(wing, room) for path, room in connection.execute(_FILES, (wing,))}
    return Graph([*made_tunnels(connection), *link_tunnels(crossings, files), *passive_tunnels(addresses)], addresses)


def crossings_of(connection: sqlite3.Connection, wing: str, vault: Vault) -> list[Crossing]:
    """Resolved links between files of a vault, each with the drawer that it stands in."""
    found: list[Crossing] = []
    for path in vault.notes:
        links = [(link.span.start, target.path) for link, target in vault.resolved(path) if isinstance(target, Found)]
        spans = connection.execute(_SPANS, (wing, path)).fetchall() if links else []
        for at, target in links:
            drawer = next((key for key, start, stop in spans if start <= at < stop), "")
            found.append(Crossing(path, drawer, target))
    return found


def tunnel_entry(tunnel: Tunnel) -> dict[str, Any]:
    """The journal entry of a tunnel that somebody makes, in the words of MemPalace's list of tunnels."""
    ends = {
        name: {"wing": address.wing, "room": address.room, "drawer_id": next(iter(drawers), "")}
        for name, address, drawers in (("source", tunnel.source, tunnel.source_drawers), ("target", tunnel.target, tunnel.target_drawers))
    }
    return {"op": "tunnel", "id": tunnel.id, **ends, "label": tunnel.label, "kind": tunnel.kind, "created_at": tunnel.created}


def untunnel_entry(key: str) -> dict[str, str]:
    """The journal entry that fills a tunnel in."""
    return {"op": "untunnel", "id": key}


def _tunnel(entry: Mapping[str, Any]) -> Tunnel:
    (source, here), (target, there) = (_end(entry.get(name)) for name in ("source", "target"))
    made = explicit_tunnel(
        source, target, label=str(entry.get("label", "")), drawers=(here, there), created=str(entry.get("created_at", ""))
    )
    return Tunnel(
        str(entry.get("id", made.id)),
        made.source,
        made.target,
        made.kind,
        made.label,
        made.source_drawers,
        made.target_drawers,
        1,
        made.created,
    )


def _end(value: object) -> tuple[Address, str]:
    found = value if isinstance(value, dict) else {}
    return Address(str(found.get("wing", "")), str(found.get("room", ""))), str(found.get("drawer_id", ""))
