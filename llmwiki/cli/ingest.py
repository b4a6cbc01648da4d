"""``wiki ingest``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.ingest import ingest
from llmwiki.report.ingest import ingest_json, ingest_lines
from llmwiki.report.terminal import plain, print_lines


def command(
    context: typer.Context,
    inputs: Annotated[list[str] | None, typer.Argument(metavar="[PATH...]", help="Files and folders.")] = None,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the diff, write nothing.")] = False,
) -> int:
    """Compile sources into pages; alone: all that is new in raw/.

    Markdown, text, HTML and PDF. The originals are kept in raw/ and never changed. Exit code 1 means that an input could not be read.
    """
    door = Door.of(context)
    result = ingest(door.workspace(), inputs or (), dry_run=dry_run, now=now())
    if door.json:
        say_json(ingest_json(result, dry_run=dry_run))
    elif dry_run:
        if result.diff:
            say(result.diff)
        for line in ingest_lines(result):
            tell(plain(line))
    else:
        print_lines(ingest_lines(result))
    if result.proposed:
        tell("hint: wiki review")
    return int(any(arrival.is_out for arrival in result.arrivals))
