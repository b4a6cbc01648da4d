"""``wiki explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json
from llmwiki.explain import explain
from llmwiki.report.manual import manual_json, manual_lines
from llmwiki.report.terminal import print_lines


def command(
    context: typer.Context,
    check: Annotated[str, typer.Argument(metavar="CODE", help="Code or name of a check: W101, broken-link.")],
) -> int:
    """Show the manual page of a check.

    What it looks for, why that matters, and how to mend it.
    """
    page = explain(check)
    if Door.of(context).json:
        say_json(manual_json(page))
    else:
        print_lines(manual_lines(page))
    return 0
