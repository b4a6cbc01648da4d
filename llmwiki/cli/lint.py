"""``wiki lint``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.checks.base import Severity
from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json, tell_unread
from llmwiki.config import Profile
from llmwiki.lint import lint
from llmwiki.report.findings import finding_lines, findings_json
from llmwiki.report.terminal import on_terminal, print_lines


def command(
    context: typer.Context,
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH...]", help="Only findings in these files and folders.")] = None,
    *,
    select: Annotated[list[str] | None, typer.Option(help="Codes, beginnings of codes or names: run only these.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="The same: do not run these.")] = None,
    profile: Annotated[Profile | None, typer.Option(help="Which family of checks; by default what the vault looks like.")] = None,
    fail_on: Annotated[Severity, typer.Option(help="The least severity that ends with exit code 1.")] = "warning",
) -> int:
    """Check the vault: links, index, frontmatter, evidence, freshness.

    Nothing in the vault is changed. Exit code 1 means that there are findings. `wiki explain CODE` tells more of each.
    """
    door = Door.of(context)
    chosen = {"select": _words(select), "ignore": _words(ignore)}
    workspace, result = door.read(lambda wiki: (wiki, lint(wiki, paths=paths or (), profile=profile, **chosen)), reading=True)
    if door.json:
        say_json(findings_json(result))
    else:
        print_lines(finding_lines(result, workspace.vault.text if on_terminal() else None))
    tell_unread(result.unreadable)
    return int(result.fails(fail_on))


def _words(options: list[str] | None) -> list[str]:
    """Options may be repeated, or hold several codes with commas between them."""
    return [word.strip() for option in options or () for word in option.split(",") if word.strip()]
