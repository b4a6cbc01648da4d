"""``wiki mine``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.ending import INTERRUPTED
from llmwiki.cli.progress import counting, shown
from llmwiki.cli.site import site_of
from llmwiki.cli.voice import say_json, tell
from llmwiki.mine import add_vectors, mine
from llmwiki.mining.account import Mode, Order
from llmwiki.report.mine import mine_json, mine_lines
from llmwiki.report.terminal import print_lines


def command(  # noqa: PLR0913 - each is an option of the command line
    context: typer.Context,
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders, or single files.")],
    *,
    mode: Annotated[Mode, typer.Option("--mode", help="As files, as conversations, or each by what it is.")] = "auto",
    wing: Annotated[str, typer.Option("--wing", help="Wing, in place of the project's name.")] = "",
    room: Annotated[str, typer.Option("--room", help="Room, in place of the folder or the topic.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="File at most N documents; the next run goes on.")] = 0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be filed, write nothing.")] = False,
    redact: Annotated[bool, typer.Option("--redact/--no-redact", help="Take secrets out of conversations.")] = True,
    prune: Annotated[bool, typer.Option("--prune", help="Take out all files that are missing, proven deleted or not.")] = False,
    vectors: Annotated[bool, typer.Option("--vectors/--no-vectors", help="Make vectors of what was filed.")] = True,
) -> int:
    """File folders and conversations in a palace.

    The vault's own, or that of --palace. Documents, code and data of any folder (.gitignore counts); exports and sessions of Claude
    Code, Codex, Gemini, ChatGPT, Claude.ai and Slack, chats and subtitles. The text is kept in the palace's journal, so it outlives
    the folder. A second run files what is new or changed only. Exit code 1 means that something could not be read.
    """
    door = Door.of(context)
    site = site_of(door, "plan" if dry_run else "write")
    order = Order(mode, wing.strip(), room.strip(), limit, dry_run, redact, prune)
    with shown(quiet=door.json) as watch:
        result = mine(site, folders, order, watch)
    if vectors and not (dry_run or result.interrupted):
        with counting("making vectors", "drawer", quiet=door.json) as progress:
            result = add_vectors(site, result, progress)
    if door.json:
        say_json(mine_json(result, dry_run=dry_run))
    else:
        print_lines(mine_lines(result, dry_run=dry_run))
    if result.interrupted:
        tell("interrupted: what is counted above is kept; run the same command again to go on")
        return INTERRUPTED
    return int(bool(result.account.failed))
