"""``wiki search``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from llmwiki.cli.arguments import said
from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json, tell_unread
from llmwiki.report.search import search_json, search_lines
from llmwiki.report.terminal import print_lines
from llmwiki.search import search


def command(
    context: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="Words or a question.")],
    *,
    mode: Annotated[Literal["words"], typer.Option("--mode", help="How to search.")] = "words",
    kind: Annotated[Literal["page", "source"] | None, typer.Option("--kind", help="Only pages or only sources.")] = None,
    room: Annotated[str, typer.Option("--room", help="Only this folder.")] = "",
    limit: Annotated[int, typer.Option("-k", min=1, max=200, help="Most hits.")] = 10,
    why: Annotated[bool, typer.Option("--why", help="Show the parts of each score.")] = False,
) -> int:
    """Find passages in pages and sources.

    English and Chinese, by words. What changed since the last search is read first.
    """
    del mode  # there is one until vectors come
    door = Door.of(context)
    wanted = said("TEXT", text)
    under = f"{room.rstrip('/')}/" if room else ""
    vault, result = door.read(lambda wiki: (wiki.vault, search(wiki, wanted, limit=limit, kind=kind, under=under)))
    tell_unread(vault.unread)
    if door.json:
        say_json(search_json(result))
    else:
        print_lines(search_lines(result, why=why))
    return 0
