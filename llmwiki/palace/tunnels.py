"""Tunnels between wings and rooms: equal room names, links that cross, and those that someone made; and walks through them.

Everything here is values. Explicit tunnels come from the journal, rooms and links from the records.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from llmwiki.vault.lazy import lazy
from llmwiki.vault.places import fold

Kind = Literal["room", "link", "explicit", "topic"]

TOPIC = "topic:"
"""Begins the pseudo-rooms ``topic:NAME`` of MemPalace's topic tunnels. They are read, never made."""

_ID_HEX = 16
_EXAMPLES = 5
_KINDS: tuple[Kind, ...] = ("explicit", "topic", "link", "room")


class Address(NamedTuple):
    """A room in a wing."""

    wing: str
    room: str


class Crossing(NamedTuple):
    """A link: from which drawer (id) of which file, to which file."""

    path: str
    drawer: str
    target: str


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A way between two rooms, open in both directions.

    Attributes:
        id: The same whichever end is named first.
        source, target: The ends; ``source`` is where the walker stands in what `Graph.follow` gives.
        kind: ``room`` for equal room names, ``link`` for links, ``explicit`` for what someone made, ``topic`` for pseudo-rooms.
        label: Free text of an explicit tunnel; the room of a passive one.
        source_drawers, target_drawers: Ids of drawers that show the way: of links, the first few that have one.
        weight: Number of links; 1 for other kinds.
        created: ISO time of an explicit tunnel, or empty.
    """

    id: str
    source: Address
    target: Address
    kind: Kind
    label: str = ""
    source_drawers: tuple[str, ...] = ()
    target_drawers: tuple[str, ...] = ()
    weight: int = 1
    created: str = ""

    def turned(self) -> Tunnel:
        """The same tunnel from its other end."""
        return replace(self, source=self.target, target=self.source, source_drawers=self.target_drawers, target_drawers=self.source_drawers)


class Step(NamedTuple):
    """A room that a walk reached, after how many hops, and through which tunnel (none for the start)."""

    address: Address
    hops: int
    by: Tunnel | None


def topic_of(room: str) -> str:
    """The name in a pseudo-room ``topic:NAME``; empty for a real room."""
    return room[len(TOPIC) :].strip() if room.startswith(TOPIC) else ""


def tunnel_id(one: Address, other: Address) -> str:
    """The same id for both directions: 16 hex digits."""
    ends = sorted("\x1f".join(address) for address in (one, other))
    return hashlib.sha256("\x1e".join(ends).encode("utf-8", "surrogateescape")).hexdigest()[:_ID_HEX]


def explicit_tunnel(source: Address, target: Address, *, label: str = "", drawers: tuple[str, str] = ("", ""), created: str = "") -> Tunnel:
    """A tunnel that someone made, or that was imported.

    Args:
        source, target: Its ends; one in a pseudo-room makes it a ``topic`` tunnel.
        label: Why.
        drawers: Id of a drawer at each end, or empty.
        created: ISO time.
    """
    kind: Kind = "topic" if topic_of(source.room) or topic_of(target.room) else "explicit"
    here, there = ((drawer,) if drawer else () for drawer in drawers)
    return Tunnel(tunnel_id(source, target), source, target, kind, label, here, there, created=created)


def shared_rooms(addresses: Iterable[Address]) -> list[list[Address]]:
    """Rooms that two wings or more have under one name, case and normal form aside; each as its addresses in order."""
    by_room: dict[str, list[Address]] = {}
    for address in sorted(set(addresses)):
        if not topic_of(address.room):
            by_room.setdefault(fold(address.room), []).append(address)
    return [found for _, found in sorted(by_room.items()) if len({address.wing for address in found}) > 1]


def passive_tunnels(addresses: Iterable[Address]) -> list[Tunnel]:
    """Tunnels between rooms of one name in different wings.

    A room of many wings gives a chain through them in the order of their names, so that a walk still reaches all and a name that every wing
    has does not give a tunnel for each pair; `shared_rooms` has them together.
    """
    return [
        Tunnel(tunnel_id(one, other), one, other, "room", other.room)
        for found in shared_rooms(addresses)
        for one, other in pairwise(found)
        if one.wing != other.wing
    ]


def link_tunnels(links: Iterable[Crossing], addresses: Mapping[str, Address]) -> list[Tunnel]:
    """Tunnels that wikilinks dig: from a drawer's page to a page in another wing or room.

    Args:
        links: Resolved; those from or to files without a address are left out.
        addresses: Of all files by path.

    Returns:
        One for each pair of addresses, both directions together; ``source`` is the first of them in order.
    """
    found: dict[tuple[Address, Address], list[tuple[bool, str]]] = {}
    for link in sorted(set(links)):
        start, end = addresses.get(link.path), addresses.get(link.target)
        if start is not None and end is not None and start != end:
            pair = (start, end) if start < end else (end, start)
            found.setdefault(pair, []).append((start < end, link.drawer))
    return [_of_links(*pair, found[pair]) for pair in sorted(found)]


def _of_links(source: Address, target: Address, links: Sequence[tuple[bool, str]]) -> Tunnel:
    forth, back = (tuple(dict.fromkeys(drawer for way, drawer in links if way is side and drawer))[:_EXAMPLES] for side in (True, False))
    return Tunnel(tunnel_id(source, target), source, target, "link", "", forth, back, weight=len(links))


class Graph:
    """Places and the tunnels between them.

    Args:
        tunnels: Of all kinds; of several with one id the first is kept, explicit ones before links before equal rooms.
        addresses: Those without a tunnel too.
    """

    def __init__(self, tunnels: Iterable[Tunnel], addresses: Iterable[Address] = ()) -> None:
        self._given = sorted(tunnels, key=lambda tunnel: (_KINDS.index(tunnel.kind), tunnel.id, tunnel.source))
        self._alone = set(addresses)

    @lazy
    def tunnels(self) -> tuple[Tunnel, ...]:
        """Each pair of addresses once: explicit ones first, then the others by how many links they have."""
        kept: dict[str, Tunnel] = {}
        for tunnel in self._given:
            kept.setdefault(tunnel.id, tunnel)
        return tuple(sorted(kept.values(), key=lambda tunnel: (_KINDS.index(tunnel.kind), -tunnel.weight, tunnel.source, tunnel.target)))

    @lazy
    def _from(self) -> dict[Address, list[Tunnel]]:
        ways: dict[Address, list[Tunnel]] = {address: [] for address in self._alone}
        for tunnel in self.tunnels:
            ways.setdefault(tunnel.source, []).append(tunnel)
            ways.setdefault(tunnel.target, []).append(tunnel.turned())
        return ways

    def follow(self, address: Address) -> list[Tunnel]:
        """The tunnels at a room, seen from there."""
        return list(self._from.get(address, ()))

    def at(self, room: str, wing: str = "") -> list[Address]:
        """Places that a person means by a room's name, case aside; in one wing or in any."""
        wanted, within = fold(room), fold(wing)
        return sorted(address for address in self._from if fold(address.room) == wanted and within in {"", fold(address.wing)})

    def walk(self, start: Iterable[Address], hops: int = 2) -> list[Step]:
        """All addresses within some hops of the start, breadth first.

        Args:
            start: Where to begin, as `at` gives them; unknown addresses lead nowhere.
            hops: MemPalace's default is 2.

        Returns:
            The nearest first, each address once, with the tunnel by which it was reached first.
        """
        steps = [Step(address, 0, None) for address in dict.fromkeys(start) if address in self._from]
        seen = {step.address for step in steps}
        queue = deque(steps)
        while queue:
            step = queue.popleft()
            for tunnel in self._from[step.address] if step.hops < hops else ():
                if tunnel.target not in seen:
                    seen.add(tunnel.target)
                    steps.append(Step(tunnel.target, step.hops + 1, tunnel))
                    queue.append(steps[-1])
        return steps
