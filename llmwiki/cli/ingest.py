"""``wiki ingest``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.asking import agreed, other_model
from llmwiki.cli.door import Door
from llmwiki.cli.ending import INTERRUPTED
from llmwiki.cli.moment import now
from llmwiki.cli.overseeing import is_watched, overseen
from llmwiki.cli.progress import shown
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.errors import CostLimit, ServiceError
from llmwiki.ingest import Ingested, Orders, ingest
from llmwiki.report.ingest import ingest_json, ingest_lines
from llmwiki.report.terminal import plain, print_lines
from llmwiki.sources.base import Options


def command(  # noqa: PLR0913 - each is an option
    context: typer.Context,
    inputs: Annotated[list[str] | None, typer.Argument(metavar="[PATH|URL...]", help="Files, folders and web addresses.")] = None,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the diff and what a model would cost, write nothing.")] = False,
    redact: Annotated[bool, typer.Option("--redact/--no-redact", help="Take secrets out of conversations.")] = True,
    all_branches: Annotated[bool, typer.Option("--all-branches", help="ChatGPT: other branches of a conversation too.")] = False,
    allow_private: Annotated[bool, typer.Option("--allow-private", help="Web addresses on this machine and its network too.")] = False,
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="Another model of the same provider; none: no model.")] = "",
    max_cost: Annotated[float | None, typer.Option("--max-cost", min=0, metavar="USD", help="Ask no further than this.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=0, max=64, metavar="N", help="Questions at a time; 0: as set.")] = 0,
    again: Annotated[bool, typer.Option("--again", help="Ask anew what another model or another prompt answered.")] = False,
    review: Annotated[bool, typer.Option("--review", help="Let every change of a page that exists wait for `wiki review`.")] = False,
) -> int:
    """Compile sources into pages; alone: all that is new in raw/.

    Documents, web pages, tables, mail, subtitles, conversations and archives of them. The originals are kept in raw/ and never changed.
    Ctrl-C keeps what has come in; run it again to go on. Exit code 1 means that an input could not be read, 3 that a
    server did not give one.
    """
    door = Door.of(context)
    wiki = other_model(door.workspace(), model, max_cost, jobs)
    options = Options(redact, "all" if all_branches else "current", allow_private or wiki.config.net.allow_private)
    with shown(quiet=door.json) as watch:
        orders = Orders(options, watch, again, agree=lambda quote, _: agreed(quote, wiki, door, watch))
        orders = overseen(orders, wiki, review=review, watched=not dry_run and is_watched(door))
        result = ingest(wiki, inputs or (), dry_run=dry_run, now=now(), orders=orders)
    _print(result, door, dry_run=dry_run)
    return _code(result)


def _code(result: Ingested) -> int:
    if result.interrupted:
        tell("interrupted: what is counted above is kept; run the same command again to go on")
        return INTERRUPTED
    if result.pageless:
        tell("hint: a source without a page is searched and quoted all the same: wiki query QUESTION")
    if result.proposed:
        tell("hint: wiki review")
    if result.asked and result.asked.waiting:
        return CostLimit.exit_code if result.asked.is_over_limit else ServiceError.exit_code
    if any(arrival.service for arrival in result.arrivals):
        return ServiceError.exit_code
    return int(any(arrival.is_out for arrival in result.arrivals))


def _print(result: Ingested, door: Door, *, dry_run: bool) -> None:
    if door.json:
        say_json(ingest_json(result, dry_run=dry_run))
    elif dry_run:
        if result.diff:
            say(result.diff)
        for line in ingest_lines(result):
            tell(plain(line))
    else:
        print_lines(ingest_lines(result))
