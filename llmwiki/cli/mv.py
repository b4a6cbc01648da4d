"""``wiki mv``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.loose import tell_loose
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json
from llmwiki.move import Moved, move
from llmwiki.report.moves import loose_json
from llmwiki.report.numbers import counted
from llmwiki.report.receipt import receipt_json


def command(
    context: typer.Context,
    note: Annotated[str, typer.Argument(metavar="NOTE", help="Its path, or its name as in a link.")],
    to: Annotated[str, typer.Argument(metavar="TO", help="A new name, a path, or a folder with a final slash.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change as a diff, write nothing.")] = False,
) -> int:
    """Rename a page; every link to it follows.

    Links in text, properties, footnotes, tables and canvases are rewritten, code is left alone. The old name becomes an alias.
    """
    door = Door.of(context)
    moved = move(door.workspace(), note, to, dry_run=dry_run, now=now())
    if door.json:
        say_json(_json(moved))
    elif dry_run:
        say(moved.diff)
    else:
        say(f"{moved.source} -> {moved.target}: {counted(moved.links, 'link')} in {counted(len(moved.files), 'file')}")
    return tell_loose(moved.loose, moved.unread, moved.notes)


def _json(moved: Moved) -> dict[str, object]:
    return {
        "from": moved.source,
        "to": moved.target,
        "links": moved.links,
        "files": list(moved.files),
        **loose_json(moved.loose, moved.unread),
        "notes": list(moved.notes),
        "diff": moved.diff or None,
        "receipt": receipt_json(moved.receipt) if moved.receipt else None,
    }
