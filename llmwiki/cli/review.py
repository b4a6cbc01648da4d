"""``wiki review``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from llmwiki.cli.deciding import carry_out, walk
from llmwiki.cli.door import Door
from llmwiki.cli.overseeing import is_watched
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.errors import ConfigError
from llmwiki.review import proposal, proposals

if TYPE_CHECKING:
    from llmwiki.review import Proposal


def command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="This one only: its name, or the path of its page.")] = "",
    *,
    apply: Annotated[bool, typer.Option("--apply", help="Do what it proposes.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Leave everything as it is, and take the proposal away.")] = False,
) -> int:
    """Decide what waits: one key each in a terminal, else a list.

    Risky changes of a run with a model, names that may mean one thing, text that could not be merged with what a person wrote, pages that
    are too long or superseded. The most urgent comes first.
    """
    door = Door.of(context)
    if apply and keep:
        raise ConfigError("--apply and --keep exclude each other", "wiki review NAME --apply")
    wiki = door.workspace()
    if name:
        return _one(door, proposal(wiki.root, name), "apply" if apply else "keep" if keep else "")
    if apply or keep:
        raise ConfigError("which proposal is not said", "`wiki review` lists them; wiki review NAME --apply")
    waiting = proposals(wiki.root)
    if door.json:
        say_json([asdict(item) for item in waiting])
    elif not waiting:
        tell("nothing waits for a decision")
    elif is_watched(door):
        walk(door, waiting)
    else:
        for item in waiting:
            say(f"{item.kind:8}{item.name}  {item.page}{f': {item.reason}' if item.reason else ''}")
    return 0


def _one(door: Door, item: Proposal, decision: str) -> int:
    if decision:
        told = carry_out(door, item, decision)
        if door.json:
            say_json({"name": item.name, "page": item.page, "decision": decision, "told": told})
        else:
            say(told)
    elif door.json:
        say_json(asdict(item))
    else:
        say(item.text)
    return 0
