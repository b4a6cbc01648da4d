"""``wiki search``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from llmwiki.cli.arguments import said
from llmwiki.cli.door import Door
from llmwiki.cli.site import looked
from llmwiki.cli.voice import say_json, tell, tell_unread
from llmwiki.palace.ranking import Scope
from llmwiki.palace.store.base import Where
from llmwiki.report.search import search_json, search_lines
from llmwiki.report.terminal import print_lines
from llmwiki.search import search


def command(  # noqa: PLR0913 - each is an option of the command line
    context: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help='Words or a question; "a phrase" in quotation marks stands as it is.')],
    *,
    mode: Annotated[Literal["hybrid", "words", "vectors"], typer.Option("--mode", help="By words, by meaning, or both.")] = "hybrid",
    kind: Annotated[
        Literal["page", "source", "file", "conversation", "memory"] | None, typer.Option("--kind", help="Only drawers of this kind.")
    ] = None,
    wing: Annotated[str, typer.Option("--wing", help="Only this wing: a vault, a project, a person.")] = "",
    room: Annotated[str, typer.Option("--room", help="Only this room: a folder or a topic.")] = "",
    hall: Annotated[str, typer.Option("--hall", help="Only facts, events, discoveries, preferences, advice, or an imported hall.")] = "",
    language: Annotated[str, typer.Option("--language", help="Only documents in this language, such as en or zh.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="Only documents of this day or later.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="Only documents of this day or earlier.")] = "",
    limit: Annotated[int, typer.Option("-k", min=1, max=200, help="Most hits.")] = 10,
    neighbours: Annotated[int, typer.Option("--neighbours", min=0, max=5, help="Join so many drawers before and behind each hit.")] = 0,
    preset: Annotated[Literal["mempalace"] | None, typer.Option("--preset", help="Search as MemPalace's articles describe.")] = None,
    max_distance: Annotated[float, typer.Option("--max-distance", min=0.0, max=2.0, help="With --preset: no drawer farther away.")] = 0.0,
    why: Annotated[bool, typer.Option("--why", help="Show the parts of each score.")] = False,
) -> int:
    """Find passages in pages and sources.

    In English, Chinese and across both, by words and by meaning. What changed since the last search is read first.
    """
    door = Door.of(context)
    wanted = said("TEXT", text)
    where = Where(wing, room, hall.removeprefix("hall_"), kind or "", language, since=since, until=until)
    radius = neighbours or (1 if preset else 0)
    scope = Scope(limit, where, neighbours=radius, preset=preset or "", farthest=max_distance)
    site, result = looked(door, lambda site: (site, search(site, wanted, scope, mode)))
    if site.wiki is not None:
        tell_unread(site.wiki.vault.unread)
    if result.note:
        tell(f"note: {result.note}")
    if door.json:
        say_json(search_json(result))
    else:
        print_lines(search_lines(result, why=why))
    return 0
