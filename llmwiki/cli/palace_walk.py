"""``wiki palace walk``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import looked
from llmwiki.cli.voice import say_json
from llmwiki.report.terminal import print_lines
from llmwiki.report.tunnels import step_lines, steps_json
from llmwiki.walk import walk


def command(
    context: typer.Context,
    room: Annotated[str, typer.Argument(metavar="ROOM", help="Where to begin; in every wing that has it.")],
    *,
    wing: Annotated[str, typer.Option("--wing", help="Begin in this wing only.")] = "",
    hops: Annotated[int, typer.Option("--hops", min=0, max=20, help="How many tunnels to follow, one behind the other.")] = 2,
) -> int:
    """Follow tunnels from a room to others.

    Tunnels lead between rooms of one name in different wings, along links between pages, and where somebody made one.
    """
    door = Door.of(context)
    steps = looked(door, lambda site: walk(site, room, wing, hops))
    if door.json:
        say_json(steps_json(steps))
    else:
        print_lines(step_lines(steps))
    return 0
