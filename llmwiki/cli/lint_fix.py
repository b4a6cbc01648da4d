"""``wiki lint --fix``, ``--unsafe-fixes`` and ``--diff``."""

from __future__ import annotations

from dataclasses import replace

from llmwiki.cli.lint_run import Run
from llmwiki.cli.moment import now
from llmwiki.cli.voice import say, say_json, tell
from llmwiki.errors import ConfigError
from llmwiki.mend import Mended, Wish, mend
from llmwiki.report.mend import mended_json, mended_lines
from llmwiki.workspace import Workspace


def mend_first(run: Run, *, unsafe: bool, diff: bool, watch: bool) -> int:
    """Mend, then check what is left; or show as a diff what would be mended, and write nothing.

    Args:
        run: What the command line asks for.
        unsafe: Whether fixes count that need a look.
        diff: Show the diff only; the exit code is 1 when it is not empty.
        watch: Whether runs were to follow, which do not go with fixes.

    Raises:
        ConfigError: They were.
    """
    if watch:
        raise ConfigError("--watch changes nothing, so it does not go with --fix, --unsafe-fixes or --diff.", "Leave one of them out.")
    asked = {name: value for name, value in run.asked.items() if name in Wish._fields}
    wish = Wish(**asked, unsafe=unsafe)

    def work(wiki: Workspace) -> Mended:
        wiki.keeps_caches = run.keeps
        return mend(wiki, wish, dry_run=diff, now=now())

    mended = run.door.read(work, reading=True)
    if diff:
        return _show_diff(run, mended)
    if run.door.json:
        return replace(run, beside={"fixed": mended_json(mended)})()
    for line in mended_lines(mended):
        (say if run.door.format == "text" else tell)(line)
    return run()


def _show_diff(run: Run, mended: Mended) -> int:
    if run.door.json:
        say_json(mended_json(mended))
    elif mended.diff:
        say(mended.diff)
    for line in () if run.door.json else mended_lines(mended, dry_run=True):
        tell(line)
    return int(bool(mended.diff))
