"""The command tree: global options at the root, commands loaded only when they are asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from llmwiki import __version__
from llmwiki.cli.commands import COMMANDS, GROUPS
from llmwiki.cli.door import FINDINGS_ONLY, Door, Format
from llmwiki.cli.voice import say

_GLOBALS = "Global options (--vault, --palace, --json, --yes) stand before or after the command: see `wiki --help`."


@cache
def build(command: str = "") -> Any:  # noqa: ANN401 - Typer names no public type for a built tree
    """The tree with one command, which is imported; without a name, all of them, by stand-ins that serve ``wiki --help``."""
    app = typer.Typer(
        name="wiki",
        help="Compile sources into a cited wiki, ask it, and check it like code.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    groups = {name: typer.Typer(help=text, rich_markup_mode=None) for name, text in GROUPS.items()}
    for words, entry in {command: COMMANDS[command]}.items() if command else COMMANDS.items():
        function = entry.load() if command else _stand_in
        group, _, name = words.rpartition(" ")
        if group and not groups[group].registered_commands:
            app.add_typer(groups[group], name=group)
        parent = groups[group] if group else app
        parent.command(name, help=None if command else entry.help, hidden=entry.hidden, epilog=_GLOBALS)(function)
    return typer.main.get_command(app)


def _stand_in() -> None:
    """Never called: a tree that is made to run a command has only that one, loaded."""


def _show_version(value: bool) -> None:  # noqa: FBT001 - Typer passes a flag's value by position
    if value:
        say(f"wiki {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    *,
    vault: Annotated[Path | None, typer.Option(envvar="WIKI_VAULT", help="Folder of the vault; else upward from here.")] = None,
    palace: Annotated[Path | None, typer.Option(envvar="WIKI_PALACE", help="Folder of a palace, in place of the vault's own.")] = None,
    output: Annotated[Format, typer.Option("--format", help="How to print the answer; github, sarif and html are for lint.")] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Agree to every question in advance.")] = False,
    debug: Annotated[bool, typer.Option("--debug", envvar="WIKI_DEBUG", help="Show tracebacks.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")] = False,  # noqa: ARG001 - the callback has answered
) -> None:
    if output in FINDINGS_ONLY and context.invoked_subcommand != "lint":
        raise typer.BadParameter(f"'{output}' is only for `wiki lint`.", param_hint="'--format'")
    if vault and palace:
        palace = _meant(context, palace)
    context.obj = Door(vault=vault, palace=palace, format="json" if as_json else output, yes=yes, debug=debug)


def _meant(context: typer.Context, palace: Path) -> Path | None:
    """The palace, unless only the environment names it and the command line a vault."""
    sources = {name: context.get_parameter_source(name) for name in ("vault", "palace")}
    said = {name for name, source in sources.items() if source and source.name == "COMMANDLINE"}
    if len(said) > 1:
        raise typer.BadParameter("give a vault or a palace, not both.", param_hint="'--palace'")
    return None if "vault" in said else palace
