"""``wiki merge``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.loose import tell_loose
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json
from llmwiki.merge import Merged, merge
from llmwiki.report.moves import loose_json
from llmwiki.report.numbers import counted
from llmwiki.report.receipt import receipt_json


def command(
    context: typer.Context,
    page: Annotated[str, typer.Argument(metavar="PAGE", help="The page that goes: its path, name or title.")],
    into: Annotated[str, typer.Argument(metavar="INTO", help="The page that stays: its path, name or title.")],
    *,
    title: Annotated[str, typer.Option("--title", help="A new title for it.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change as a diff, write nothing.")] = False,
) -> int:
    """Join a page to another; every link to either leads there.

    Statements are joined with their footnotes, each once; what a person wrote on either page stays. The names of the page that goes become
    aliases, its tags and sources are added, and `wiki ingest` does not make it anew.
    """
    door = Door.of(context)
    merged = merge(door.workspace(), page, into, title=title, dry_run=dry_run, now=now())
    if door.json:
        say_json(_json(merged))
    elif not merged.page:
        say(f"nothing to do: {page} is part of {merged.into}")
    elif dry_run:
        say(merged.diff)
    else:
        say(f"{merged.page} is part of {merged.into}: {counted(merged.links, 'link')} in {counted(len(merged.files), 'other file')}")
    return tell_loose(merged.loose, merged.unread, merged.notes)


def _json(merged: Merged) -> dict[str, object]:
    return {
        "page": merged.page or None,
        "into": merged.into,
        "title": merged.title,
        "links": merged.links,
        "files": list(merged.files),
        **loose_json(merged.loose, merged.unread),
        "notes": list(merged.notes),
        "diff": merged.diff or None,
        "receipt": receipt_json(merged.receipt) if merged.receipt else None,
    }
