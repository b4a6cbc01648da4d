"""``wiki palace list``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import looked
from llmwiki.cli.voice import say_json
from llmwiki.report.palace import drawer_lines, drawers_json, room_lines, rooms_json
from llmwiki.report.terminal import print_lines
from llmwiki.survey import list_drawers, list_rooms


def command(
    context: typer.Context,
    wing: Annotated[str, typer.Argument(metavar="[WING]", help="A wing; none for all of them.")] = "",
    room: Annotated[str, typer.Argument(metavar="[ROOM]", help="A room of it, with the rooms below.")] = "",
) -> int:
    """List wings, the rooms of one, or the drawers of a room."""
    door = Door.of(context)
    if room:
        drawers = looked(door, lambda site: list_drawers(site, wing, room))
        lines, found = drawer_lines(drawers), drawers_json(drawers)
    else:
        rooms = looked(door, lambda site: list_rooms(site, wing))
        lines, found = room_lines(rooms), rooms_json(rooms)
    if door.json:
        say_json(found)
    else:
        print_lines(lines)
    return 0
