"""``wiki palace walk`` and ``wiki palace tunnels``: ways between rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.errors import ConfigError
from llmwiki.palace.inventory import require_room
from llmwiki.palace.tunnels import Address, Graph, Step, Tunnel, explicit_tunnel
from llmwiki.palace.ways import crossings_of, graph_of, made_tunnels, tunnel_entry, untunnel_entry

if TYPE_CHECKING:
    from llmwiki.workspace import Site


def walk(site: Site, room: str, wing: str = "", hops: int = 2) -> list[Step]:
    """The rooms within some hops of a room, the nearest first. Raises ConfigError when there is no such room."""
    graph = _graph(site)
    start = graph.at(room, wing)
    if not start:
        site.palace.ask(lambda connection: require_room(connection, wing, room))
        raise ConfigError(
            f"{room!r} is no room but has some below it", f"wiki palace list shows them; name one, such as '{room.rstrip('/')}/...'"
        )
    return graph.walk(start, hops)


def list_tunnels(site: Site) -> tuple[Tunnel, ...]:
    """All tunnels: those that somebody made first."""
    return _graph(site).tunnels


def add_tunnel(site: Site, one: str, other: str, label: str, now: str) -> Tunnel:
    """Dig a tunnel between two rooms, each given as ``WING/ROOM``.

    Raises:
        ConfigError: a room is not there, or both are one.
        Busy, WriteError: the journal cannot be written.
    """
    site.refresh()
    source, target = _address(site, one), _address(site, other)
    if source == target:
        raise ConfigError("a tunnel needs two rooms", f"{one!r} leads to itself")
    tunnel = explicit_tunnel(source, target, label=label, created=now)
    site.palace.keep([tunnel_entry(tunnel)])
    return tunnel


def remove_tunnel(site: Site, key: str) -> Tunnel:
    """Fill in a tunnel that somebody made. Raises ConfigError when there is none of that id; others come from names and links."""
    found = next((tunnel for tunnel in site.palace.ask(made_tunnels) if tunnel.id == key), None)
    if found is None:
        raise ConfigError(
            f"nobody made a tunnel {key!r}", "`wiki palace tunnels` lists them; those of rooms and links go with what makes them"
        )
    site.palace.keep([untunnel_entry(key)])
    return found


def _graph(site: Site) -> Graph:
    site.refresh()
    if site.wiki is None:
        return site.palace.ask(graph_of)
    wing, vault = site.wiki.wing, site.wiki.vault
    return site.palace.ask(lambda connection: graph_of(connection, wing, crossings_of(connection, wing, vault)))


def _address(site: Site, text: str) -> Address:
    wing, slash, room = text.partition("/")
    if not slash:
        raise ConfigError(f"{text!r} names no room", "write a room as WING/ROOM")
    site.palace.ask(lambda connection: require_room(connection, wing, room))
    return Address(wing, room)
