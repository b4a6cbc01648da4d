"""``wiki links``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json
from llmwiki.errors import VaultError
from llmwiki.links import all_links, links
from llmwiki.report.links import link_lines, links_json
from llmwiki.report.terminal import print_lines


def command(
    context: typer.Context,
    note: Annotated[str, typer.Argument(help="Path, name, title or alias of a note.")] = "",
    *,
    every: Annotated[bool, typer.Option("--all", help="All notes of the vault.")] = False,
) -> int:
    """Show the links of a note: out, in, unresolved, ambiguous.

    Each link is looked up by Obsidian's rules, as the linter does it.
    """
    door = Door.of(context)
    if bool(note) == every:
        raise VaultError("name one note, or all of them with --all", "wiki links NOTE, or wiki links --all")
    found = door.read(lambda wiki: all_links(wiki) if every else (links(wiki, note),), reading=True)
    if door.json:
        say_json([links_json(item) for item in found] if every else links_json(found[0]))
    else:
        for item in found:
            print_lines(link_lines(item))
    return 0
