"""``wiki status``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json, tell
from llmwiki.report.status import source_lines, status_json, status_lines
from llmwiki.report.terminal import print_lines
from llmwiki.status import status


def command(
    context: typer.Context,
    *,
    sources: Annotated[bool, typer.Option("--sources", help="List the sources instead.")] = False,
) -> int:
    """Show what the vault holds and what is left to do.

    Pages, sources, what waits in raw/, proposals, and the newest lines of the log.
    """
    door = Door.of(context)
    result = door.read(status)
    if door.json:
        say_json(status_json(result))
        return 0
    if sources:
        print_lines(source_lines(result))
        return 0
    print_lines(status_lines(result))
    if result.pending:
        tell("hint: wiki ingest")
    if result.proposed:
        tell("hint: wiki review")
    return 0
