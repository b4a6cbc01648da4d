"""The options of ``wiki lint``, so that its command reads as a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.checks.base import Severity
from llmwiki.config import Profile

Paths = Annotated[list[Path] | None, typer.Argument(metavar="[PATH...]", help="Only findings in these files and folders.")]
Select = Annotated[list[str] | None, typer.Option(help="Codes, beginnings of codes or names: run only these.")]
Ignore = Annotated[list[str] | None, typer.Option(help="The same: do not run these.")]
Family = Annotated[Profile | None, typer.Option("--profile", help="Which family of checks; by default what the vault looks like.")]
Least = Annotated[Severity, typer.Option("--severity", help="Show only findings that are at least this bad.")]
FailOn = Annotated[Severity, typer.Option(help="The least severity that ends with exit code 1.")]
Known = Annotated[Path | None, typer.Option("--baseline", help="File of known findings; .wiki-baseline.json by default.")]
Renew = Annotated[bool, typer.Option("--write-baseline", help="Take what is found as known from now on.")]
Fix = Annotated[bool, typer.Option("--fix", help="Mend what has a safe fix, then check again; `wiki undo` takes it back.")]
Unsafe = Annotated[bool, typer.Option("--unsafe-fixes", help="Mend what has any fix: look at --diff --unsafe-fixes first.")]
Diff = Annotated[bool, typer.Option("--diff", help="Show what --fix would change, write nothing.")]
Log = Annotated[bool, typer.Option("--log", help="Append the run to log.md.")]
Watch = Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Read everything anew and keep nothing for the next run.")]
Stats = Annotated[bool, typer.Option("--stats", help="Show how many findings of which check there are.")]
