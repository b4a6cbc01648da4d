"""Tunnels and walks as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from llmwiki.report.terminal import Line, Part

if TYPE_CHECKING:
    from llmwiki.palace.tunnels import Address, Step, Tunnel


def tunnel_lines(tunnels: Iterable[Tunnel]) -> Iterator[Line]:
    """A line a tunnel; the id of those that somebody made, since they can be removed by it."""
    any_there = False
    for tunnel in tunnels:
        any_there = True
        made = f"  {tunnel.id}" if tunnel.kind in {"explicit", "topic"} else ""
        label = f"  {tunnel.label}" if made and tunnel.label else ""
        yield (
            Part(f"{tunnel.kind:<9}", "dim"),
            Part(f"{_shown(tunnel.source)} - {_shown(tunnel.target)}", "bold"),
            Part(f"{label}{made}", "dim"),
        )
    if not any_there:
        yield (Part("no tunnels", "dim"),)


def tunnels_json(tunnels: Iterable[Tunnel]) -> list[dict[str, Any]]:
    """For programs."""
    return [tunnel_json(tunnel) for tunnel in tunnels]


def tunnel_json(tunnel: Tunnel) -> dict[str, Any]:
    """One tunnel."""
    return {
        "id": tunnel.id,
        "kind": tunnel.kind,
        "source": {**tunnel.source._asdict(), "drawers": list(tunnel.source_drawers)},
        "target": {**tunnel.target._asdict(), "drawers": list(tunnel.target_drawers)},
        "label": tunnel.label,
        "weight": tunnel.weight,
        "created": tunnel.created,
    }


def step_lines(steps: Iterable[Step]) -> Iterator[Line]:
    """A line a room, set in by its hops."""
    for step in steps:
        by = f"  by {step.by.kind} from {_shown(step.by.source)}" if step.by else ""
        yield (Part("  " * step.hops + _shown(step.address), "" if step.hops else "bold"), Part(by, "dim"))


def steps_json(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """For programs."""
    return [{**step.address._asdict(), "hops": step.hops, "by": tunnel_json(step.by) if step.by else None} for step in steps]


def _shown(address: Address) -> str:
    return f"{address.wing}/{address.room}"
