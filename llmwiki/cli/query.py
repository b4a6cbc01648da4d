"""``wiki query``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.arguments import said
from llmwiki.cli.door import Door
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json, tell, tell_unread
from llmwiki.query import query
from llmwiki.report.answer import answer_json


def command(
    context: typer.Context,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="A question, any language.")],
    *,
    save: Annotated[bool, typer.Option("--save/--no-save", help="File the answer under queries/.")] = False,
    title: Annotated[str, typer.Option("--title", help="Title of the filed page.")] = "",
) -> int:
    """Answer a question from the wiki, with citations.

    The answer is made of the sources' own sentences; each quote was found in its source. Exit code 1 means that there was no answer.
    """
    door = Door.of(context)
    asked = said("QUESTION", question)
    if save:
        result = query(door.workspace(), asked, save=True, title=title, now=now())
    else:
        vault, result = door.read(lambda wiki: (wiki.vault, query(wiki, asked)))
        tell_unread(vault.unread)
    if door.json:
        say_json(answer_json(result))
    else:
        say(result.text)
    if result.filed:
        tell(f"{result.action}: {result.filed}")
    if result.action == "proposed":
        tell("hint: wiki review")
    return 0 if result.found else 1
