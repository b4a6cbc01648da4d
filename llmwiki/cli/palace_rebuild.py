"""``wiki palace rebuild``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.ending import INTERRUPTED
from llmwiki.cli.progress import shown
from llmwiki.cli.voice import say_json, tell
from llmwiki.renew import rebuild_palace
from llmwiki.report.palace import rebuilt_json, rebuilt_lines
from llmwiki.report.terminal import print_lines


def command(context: typer.Context) -> int:
    """Make the records anew from text, and swap them.

    From the journal and the vault, beside the present records, which answer until the new ones are whole. Vectors are kept.
    """
    door = Door.of(context)
    site = door.site("write")
    with shown(quiet=door.json) as watch:
        found = rebuild_palace(site, lambda done, total: watch.counted("vectors", done, total))
    if door.json:
        say_json(rebuilt_json(found))
    else:
        print_lines(rebuilt_lines(found))
    if found.interrupted:
        tell("interrupted: the records are whole; run it again for the vectors that are missing")
        return INTERRUPTED
    return 0
