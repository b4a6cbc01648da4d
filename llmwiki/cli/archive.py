"""``wiki archive``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.archive import Archived, archive, unarchive
from llmwiki.cli.door import Door
from llmwiki.cli.loose import tell_loose
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json
from llmwiki.errors import ConfigError
from llmwiki.report.moves import loose_json
from llmwiki.report.numbers import counted
from llmwiki.report.receipt import receipt_json


def command(
    context: typer.Context,
    page: Annotated[str, typer.Argument(metavar="PAGE", help="Its path, name or title.")],
    *,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the log.")] = "",
    successor: Annotated[str, typer.Option("--successor", metavar="PAGE", help="The page that links lead to from now on.")] = "",
    restore: Annotated[bool, typer.Option("--undo", help="Bring an archived page back to its place.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change as a diff, write nothing.")] = False,
) -> int:
    """Shelve a page in _archive/, out of the wiki.

    Links follow it there, or lead to its successor. It leaves the index, its status says `superseded`, and `wiki ingest` does not make it
    anew. `--undo` brings it back; links that lead to a successor stay there.
    """
    door = Door.of(context)
    if restore and (reason or successor):
        raise ConfigError("--undo takes neither --reason nor --successor", "wiki archive --undo PAGE")
    if restore:
        done = unarchive(door.workspace(), page, dry_run=dry_run, now=now())
    else:
        done = archive(door.workspace(), page, reason=reason, successor=successor, dry_run=dry_run, now=now())
    if door.json:
        say_json(_json(done))
    elif not done.target:
        say(f"nothing to do: {done.source} is {'in its place' if restore else 'in the archive already'}")
    elif dry_run:
        say(done.diff)
    else:
        say(f"{done.source} -> {done.target}: {counted(done.links, 'link')} in {counted(len(done.files), 'file')}")
    return tell_loose(done.loose, done.unread)


def _json(done: Archived) -> dict[str, object]:
    return {
        "from": done.source,
        "to": done.target or None,
        "successor": done.successor or None,
        "links": done.links,
        "files": list(done.files),
        **loose_json(done.loose, done.unread),
        "diff": done.diff or None,
        "receipt": receipt_json(done.receipt) if done.receipt else None,
    }
