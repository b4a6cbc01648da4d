"""``wiki palace rebuild``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.ending import INTERRUPTED
from llmwiki.cli.progress import counting
from llmwiki.cli.site import site_of
from llmwiki.cli.voice import say_json, tell
from llmwiki.renew import rebuild_palace
from llmwiki.report.palace import rebuilt_json, rebuilt_lines
from llmwiki.report.terminal import print_lines


def command(
    context: typer.Context,
    *,
    embedder: Annotated[str, typer.Option("--embedder", metavar="NAME", help="Make all vectors with this one: e5, fast, openai, ...")] = "",
    vectors: Annotated[bool, typer.Option("--vectors/--no-vectors", help="Make vectors that are missing, and the copy.")] = True,
) -> int:
    """Make the records anew from text, and swap them.

    From the journal and the vault, beside the present records, which answer until the new ones are whole. Vectors are kept; those of
    another embedder are made beside them and take their place when all are there. The copy in Chroma is made anew too.
    """
    door = Door.of(context)
    site = site_of(door, "write")
    with counting("making vectors", "drawer", quiet=door.json) as progress:
        found = rebuild_palace(site, progress if vectors else None, site.embedder(embedder) if embedder else None)
    if door.json:
        say_json(rebuilt_json(found))
    else:
        print_lines(rebuilt_lines(found))
    if found.interrupted:
        tell("interrupted: the records are whole; run it again for the vectors that are missing")
        return INTERRUPTED
    return 0
