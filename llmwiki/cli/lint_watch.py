"""``wiki lint --watch``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from llmwiki.checks.baseline import BASELINE
from llmwiki.cli.ending import complain
from llmwiki.cli.lint_run import Run
from llmwiki.cli.voice import tell
from llmwiki.config import CONFIG_PATH
from llmwiki.errors import ConfigError, WikiError
from llmwiki.vault.obsidian_settings import APP_SETTINGS

_QUIET_MS = 100
_PATIENCE_MS = 1000


def repeat(run: Run) -> int:
    """Run now and again after every change of a file, until the user interrupts it.

    Changes that come close together make one run. What is hidden, caches among it, sets nothing off, but for the settings.

    Raises:
        ConfigError: The runs were to write, which would set off the next one.
    """
    from watchfiles import watch

    if run.log or run.asked["renew"]:
        raise ConfigError("--watch writes nothing, so it does not go with --log or --write-baseline", "leave one of them out")
    root = run.door.workspace(reading=True).root
    _again(run)
    for _ in watch(root, watch_filter=concerns(root), debounce=_PATIENCE_MS, step=_QUIET_MS, raise_interrupt=True):
        _again(run)
    return 0


def concerns(root: Path) -> Callable[[object, str], bool]:
    """Tells whether a change of a path can change what is found."""
    also = {tuple(path.split("/")) for path in (BASELINE, CONFIG_PATH, APP_SETTINGS)}

    def is_meant(_: object, path: str) -> bool:
        inside = Path(path).relative_to(root).parts
        return inside in also or not any(name.startswith(".") for name in inside)

    return is_meant


def _again(run: Run) -> None:
    """A vault may be broken for a moment; the next change may mend it."""
    try:
        run()
    except WikiError as error:
        complain(error.message, error.hint, error.exit_code)
    tell("watching; Ctrl-C ends it")
