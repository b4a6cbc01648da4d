"""``wiki lint``."""

from __future__ import annotations

import typer

from llmwiki.cli import lint_options as options
from llmwiki.cli.door import Door
from llmwiki.cli.lint_run import Run


def command(  # noqa: PLR0913 - each is an option of the command line
    context: typer.Context,
    paths: options.Paths = None,
    *,
    select: options.Select = None,
    ignore: options.Ignore = None,
    profile: options.Family = None,
    severity: options.Least = "info",
    fail_on: options.FailOn = "warning",
    baseline: options.Known = None,
    write_baseline: options.Renew = False,
    fix: options.Fix = False,
    unsafe_fixes: options.Unsafe = False,
    diff: options.Diff = False,
    log: options.Log = False,
    watch: options.Watch = False,
    no_cache: options.NoCache = False,
    stats: options.Stats = False,
) -> int:
    """Check the vault: links, index, frontmatter, evidence, freshness.

    Nothing in the vault is changed unless a fix is asked for. Exit code 1 means that there are findings (with --diff: something to mend).
    `wiki explain CODE` tells more of each.
    """
    asked = {
        "paths": paths or (),
        "select": words(select),
        "ignore": words(ignore),
        "profile": profile,
        "severity": severity,
        "baseline": baseline,
        "renew": write_baseline,
    }
    run = Run(Door.of(context), asked, fail_on, keeps=not no_cache, stats=stats, log=log)
    if fix or unsafe_fixes or diff:
        from llmwiki.cli.lint_fix import mend_first

        return mend_first(run, unsafe=unsafe_fixes, diff=diff, watch=watch)
    if watch:
        from llmwiki.cli.lint_watch import repeat

        return repeat(run)
    return run()


def words(given: list[str] | None) -> list[str]:
    """Options may be repeated, or hold several codes with commas between them."""
    return [word.strip() for option in given or () for word in option.split(",") if word.strip()]
