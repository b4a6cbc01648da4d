"""``wiki retract``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say_json, tell
from llmwiki.report.ingest import retract_json, retract_lines
from llmwiki.report.terminal import print_lines
from llmwiki.retract import retract

LEFT_UNDONE = 1


def command(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="Its path below raw/, or its name.")],
    *,
    restore: Annotated[bool, typer.Option("--undo", help="Take a retracted source back in.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the blast radius, write nothing.")] = False,
) -> int:
    """Take a source out, with all that rests on it alone.

    Shows which pages change and which go, then asks. The file in raw/ stays; the source is not compiled again.
    """
    door = Door.of(context)
    result = retract(door.workspace(), source, restore=restore, preview=True)
    if not door.json:
        print_lines(retract_lines(result))
    agreed = not dry_run and (restore or door.agrees("Go ahead?"))
    if agreed:
        result = retract(door.workspace(), source, restore=restore, now=now())
    if door.json:
        say_json(retract_json(result, done=agreed))
    if not agreed and not dry_run:
        tell("nothing was changed\nhint: --yes agrees in advance")
        return LEFT_UNDONE
    return 0
