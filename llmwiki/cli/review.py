"""``wiki review``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.review import proposal, proposals


def command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Show this one: its name, or the path of its page.")] = "",
) -> int:
    """List or show changes that wait for a decision.

    A proposal is made when the sources say something new about lines that a person changed, when a page has grown too long, and
    when another page supersedes it or its sources were retracted. Edit, split or archive the page as you see fit, or leave it; then delete
    the proposal's file in .wiki/review/.
    """
    door = Door.of(context)
    root = door.workspace().root
    if name:
        found = proposal(root, name)
        if door.json:
            say_json(asdict(found))
        else:
            say(found.text)
        return 0
    waiting = proposals(root)
    if door.json:
        say_json([asdict(item) for item in waiting])
        return 0
    for item in waiting:
        say(f"{item.kind:8}{item.name}  {item.page}{f': {item.reason}' if item.reason else ''}")
    if not waiting:
        tell("nothing waits for a decision")
    return 0
