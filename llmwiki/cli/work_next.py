"""``wiki work next``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.progress import shown
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.errors import Declined
from llmwiki.ingest import Orders, ingest
from llmwiki.report.ingest import ingest_json, ingest_lines
from llmwiki.report.terminal import print_lines
from llmwiki.report.work import packet_json, packet_text
from llmwiki.work import as_agent, hand_out_some

if TYPE_CHECKING:
    from llmwiki.llm.budget import Quote
    from llmwiki.scribe.editor.question import Question


def command(
    context: typer.Context,
    inputs: Annotated[list[str] | None, typer.Argument(metavar="[PATH|URL...]", help="Sources to take in first.")] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, metavar="N", help="So many packets at once.")] = 10,
    again: Annotated[bool, typer.Option("--again", help="About compiled sources too, if somebody else answered.")] = False,
) -> int:
    """Hand out questions for your own agent; with none left, make pages.

    Each packet has an id, what to do, the text to do it with, and the JSON schema of the reply; without a schema the reply is yes or no.
    Hand replies in with `wiki work submit`, then come again.
    """
    door = Door.of(context)
    wiki = as_agent(door.workspace())
    wanted: list[Question] = []

    def decline(_: Quote, questions: Sequence[Question]) -> bool:
        wanted.extend(questions)
        return False

    try:
        with shown(quiet=door.json) as watch:
            result = ingest(wiki, inputs or (), now=now(), orders=Orders(watch=watch, anew=again, agree=decline))
    except Declined:
        handed = hand_out_some(wiki, wanted, limit)
        if door.json:
            say_json({"open": len(wanted), "packets": [packet_json(packet) for packet in handed], "compiled": None})
        else:
            say("\n\n".join(map(packet_text, handed)))
            tell(f"{len(wanted)} open; hand replies in with `wiki work submit`")
        return 0
    if door.json:
        say_json({"open": 0, "packets": [], "compiled": ingest_json(result, dry_run=False)})
    else:
        print_lines(ingest_lines(result))
    return int(any(arrival.is_out for arrival in result.arrivals))
