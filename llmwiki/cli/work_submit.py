"""``wiki work submit``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.errors import ConfigError
from llmwiki.work import as_agent, take_in

_BIGGEST = 16_000_000
_HOW = 'one object {"id": "...", "reply": ...}, a list of such, or one a line; or name the id and send the reply alone'


def command(
    context: typer.Context,
    packet: Annotated[str, typer.Argument(metavar="[ID]", help="Of the packet that the reply on standard input answers.")] = "",
) -> int:
    """Take replies of your agent, from standard input.

    They are checked as a model's replies are. Exit code 1 means that one does not fit; it says what is wrong, and the packet stays open.
    """
    door = Door.of(context)
    text = sys.stdin.read(_BIGGEST)
    replies = [(packet, text)] if packet else list(_replies(text))
    taken = list(take_in(as_agent(door.workspace()), replies))
    bad = [reply for reply in taken if reply.why]
    if door.json:
        refused = [{"id": reply.id, "why": reply.why, "hint": reply.hint} for reply in bad]
        say_json({"taken": [reply.id for reply in taken if not reply.why], "refused": refused})
    else:
        for reply in bad:
            tell(f"{reply.id}: {reply.why}")
        say(f"{len(taken) - len(bad)} taken, {len(bad)} refused")
    return int(bool(bad))


def _replies(text: str) -> Iterator[tuple[str, str]]:
    """Ids and replies of a JSON object, a list of them, or one a line. Raises ConfigError when it is none of these."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = _lines(text)
    for item in data if isinstance(data, list) and data else [data]:
        if not isinstance(item, dict) or not isinstance(item.get("id"), str) or "reply" not in item:
            raise ConfigError("standard input has no replies", _HOW)
        reply = item["reply"]
        yield item["id"], reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)


def _lines(text: str) -> list[Any]:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"standard input is no JSON: {error}", _HOW) from error
