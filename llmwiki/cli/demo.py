"""``wiki demo``: the commands of the product one after the other, as a person would type them."""

from __future__ import annotations

import os
from contextlib import chdir
from pathlib import Path
from typing import Annotated

import typer

from llmwiki.assets import asset
from llmwiki.cli.demo_show import page_lines, tree_lines
from llmwiki.cli.voice import say
from llmwiki.errors import VaultError

DOMAIN = "Search in libraries: how the Larkfield Library Network built Heron, and the methods behind it."
TAGS = "search, retrieval, ranking, embedding, evaluation, libraries, person, organisation, product, tool, method"
SEARCH = "向量索引"
QUESTIONS = ("检索增强生成怎样防止编造？", "Why did the network replace Quill with Heron?")


def command(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where the vault goes: a new or empty folder.")] = Path("wiki-demo"),
) -> int:
    """Do the whole job once on sample sources, offline.

    Makes a vault, compiles the samples, checks, searches and asks it, files an answer, and shows what came out.
    """
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise VaultError(f"{folder} is there already", "give a new folder: wiki demo DIR")
    _type("init", str(folder), "--domain", DOMAIN, "--tags", TAGS)
    root = folder.resolve()
    with chdir(asset("samples").parent):  # so that the vault does not record where on this machine the samples lie
        _type("ingest", "samples", vault=root)
    _type("search", SEARCH, "--mode", "words", "-k", "2", vault=root)
    _type("query", QUESTIONS[0], vault=root)
    say("\nWhat lies in the vault:\n")
    say("\n".join(tree_lines(root)))
    say("\nFrom one of its pages:\n")
    say("\n".join(page_lines(root)))
    _type("query", QUESTIONS[1], "--save", vault=root)
    _type("lint", vault=root)
    say(f"\nOpen it: in Obsidian choose “Open folder as vault” and take {os.path.relpath(root)}")
    return 0


def _type(*words: str, vault: Path | None = None) -> None:
    """Show a command line and run it as the user's shell would, inside ``vault``. Raises VaultError when it fails."""
    from llmwiki.cli.app import run  # the door is being walked through right now; importing it above would be a circle

    quoted = [f'"{word}"' if " " in word else word for word in words]
    say(f"\n$ wiki {' '.join(quoted)}")
    if run([*words, *(("--vault", str(vault)) if vault else ())]):
        raise VaultError(f"the demo stopped at `wiki {words[0]}`", "run it again with --debug and report it")
