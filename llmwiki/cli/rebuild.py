"""``wiki rebuild``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say, say_json
from llmwiki.rebuild import rebuild


def command(context: typer.Context) -> int:
    """Drop and rebuild everything under .wiki/cache/.

    The caches hold nothing that is not in the vault's text; pages, sources and the ledger are not touched.
    """
    door = Door.of(context)
    result = rebuild(door.workspace())
    if door.json:
        say_json({"notes": result.notes, "indexed": result.indexed})
    else:
        say(f"Rebuilt the caches: {result.notes} notes parsed, {result.indexed} files indexed for search.")
    return 0
