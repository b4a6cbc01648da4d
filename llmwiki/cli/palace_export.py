"""``wiki palace export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.progress import counting
from llmwiki.cli.site import site_of
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.migrate import export_palace
from llmwiki.report.numbers import counted


def command(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    *,
    mempalace: Annotated[bool, typer.Option("--mempalace", help="For the tools of MemPalace; the one form there is.")] = True,  # noqa: ARG001 - says what is written
) -> int:
    """Write a palace that the tools of MemPalace open.

    With vectors of their own model where this machine has it; without, everything works there but search by meaning.
    """
    door = Door.of(context)
    with counting("writing", "row", quiet=door.json) as progress:
        found = export_palace(site_of(door), folder, now(), progress)
    if found.note:
        tell(f"note: {found.note}")
    if door.json:
        say_json({**found._asdict(), "folder": str(found.folder)})
    else:
        rows = f"{counted(found.drawers, 'drawer')}, {counted(found.closets, 'closet')}, {counted(found.tunnels, 'tunnel')}"
        say(f"{rows}, {counted(found.facts, 'fact')}: mempalace --palace {found.folder}")
    return 0
