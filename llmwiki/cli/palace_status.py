"""``wiki palace status``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import looked
from llmwiki.cli.voice import say_json
from llmwiki.report.palace import survey_json, survey_lines
from llmwiki.report.terminal import print_lines
from llmwiki.survey import survey


def command(context: typer.Context) -> int:
    """Show what a palace holds.

    Wings with their rooms and drawers, kinds, halls, vectors by model, room on the disk, folders that were mined.
    """
    door = Door.of(context)
    found = looked(door, survey)
    if door.json:
        say_json(survey_json(found))
    else:
        print_lines(survey_lines(found))
    return 0
