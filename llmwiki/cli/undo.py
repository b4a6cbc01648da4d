"""``wiki undo``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json
from llmwiki.report.receipt import receipt_json, receipt_lines
from llmwiki.vault.undo import undo


def command(context: typer.Context) -> int:
    """Take back the last operation, byte for byte.

    Run it again to take back the one before. Files that were edited since are never overwritten.
    """
    door = Door.of(context)
    receipt = undo(door.workspace().root, now=now())
    if door.json:
        say_json(receipt_json(receipt))
        return 0
    say("Took back the last operation:")
    for line in receipt_lines(receipt):
        say(line)
    return 0
