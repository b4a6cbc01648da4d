"""``wiki log``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.vault.logbook import read_log
from llmwiki.vault.own_files import LOG, own_file


def command(
    context: typer.Context,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many entries.")] = 20,
) -> int:
    """Show what happened, the newest last.

    Reads log.md, whichever of its two forms the vault has.
    """
    door = Door.of(context)
    vault = door.workspace().vault
    path = own_file(LOG, vault.files)
    entries = read_log(vault.text(path))[-count:] if path in vault.files else []
    if door.json:
        say_json([entry._asdict() for entry in entries])
        return 0
    for entry in entries:
        say("  ".join(filter(None, (entry.date, entry.action, entry.target, entry.notes.replace("\n", "; ")))))
    if not entries:
        tell("the log is empty")
    return 0
