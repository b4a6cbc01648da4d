"""``wiki palace compress``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import site_of
from llmwiki.cli.voice import say_json
from llmwiki.renew import compress_palace
from llmwiki.report.palace import compressed_json, compressed_lines
from llmwiki.report.terminal import print_lines


def command(context: typer.Context) -> int:
    """Give back the room of what is superseded.

    The journal is written anew without earlier states and without what was taken out, vectors of texts that are gone are dropped,
    the copy in Chroma is brought in line.
    """
    door = Door.of(context)
    found = compress_palace(site_of(door, "read"))
    if door.json:
        say_json(compressed_json(found))
    else:
        print_lines(compressed_lines(found))
    return 0
