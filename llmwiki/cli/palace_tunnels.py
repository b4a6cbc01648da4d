"""``wiki palace tunnels``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.site import looked, site_of
from llmwiki.cli.voice import say_json
from llmwiki.report.terminal import print_lines
from llmwiki.report.tunnels import tunnel_lines, tunnels_json
from llmwiki.walk import add_tunnel, list_tunnels, remove_tunnel


def command(
    context: typer.Context,
    *,
    add: Annotated[tuple[str, str] | None, typer.Option("--add", metavar="A B", help="Make one between two rooms, each WING/ROOM.")] = None,
    label: Annotated[str, typer.Option("--label", help="What it is for; with --add.")] = "",
    remove: Annotated[str, typer.Option("--remove", metavar="ID", help="Fill in one that somebody made.")] = "",
) -> int:
    """List, add or remove tunnels.

    Those that are made here are kept in the palace's journal; those of equal room names and of links come and go with them.
    """
    door = Door.of(context)
    if add and remove:
        raise typer.BadParameter("add or remove, not both at once.", param_hint="'--remove'")
    if add:
        found = [add_tunnel(site_of(door, "write"), *add, label, now())]
    elif remove:
        found = [remove_tunnel(site_of(door, "write"), remove)]
    else:
        found = list(looked(door, list_tunnels))
    if door.json:
        say_json(tunnels_json(found))
    else:
        print_lines(tunnel_lines(found))
    return 0
