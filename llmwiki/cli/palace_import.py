"""``wiki palace import``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import site_of
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.migrate import import_palace
from llmwiki.report.numbers import counted


def command(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a palace of MemPalace.")],
    *,
    also: Annotated[list[Path] | None, typer.Option("--also", metavar="DIR", help="Look for its facts here too.")] = None,
) -> int:
    """Take in a palace of MemPalace, nothing of it touched.

    Every drawer keeps its text, id, wing, room and hall; tunnels come along; facts, hallways and its own closets are kept in the
    journal. Exit code 1 means that a part could not be read.
    """
    door = Door.of(context)
    found = import_palace(site_of(door, "write"), folder, also or ())
    for part in found.unread:
        tell(f"not read: {part.what}: {part.why}")
    if door.json:
        filed, known = found.documents
        unread = [part._asdict() for part in found.unread]
        say_json({**asdict(found), "documents": {"filed": filed, "unchanged": known}, "unread": unread})
    else:
        filed, known = found.documents
        say(f"{counted(found.drawers, 'drawer')} in {counted(filed, 'document')} filed, {known} there already;")
        rest = f"{counted(found.tunnels, 'tunnel')}, {counted(found.closets, 'closet')}, {counted(found.hallways, 'hallway')}"
        say(f"{rest}, {counted(found.facts, 'fact')}.")
    return int(bool(found.unread))
