"""How long each check of a lint takes, with nothing kept and with everything kept.

    python benchmarks/lint_checks.py VAULT [--profile obsidian]

The checks run in the order of a lint, so the first one that asks for a part of the pages pays for it. Times are CPU milliseconds
in one process each for cold and warm; garbage collection is off, as in the command.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    """Run a process for each column and print both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", type=Path)
    parser.add_argument("--profile", default=None)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure(options.vault, options.profile)))
        return
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, __file__, str(options.vault), "--child", *(["--profile", options.profile] if options.profile else [])]
        env = {**os.environ, "XDG_CACHE_HOME": folder}
        cold, warm, again = (json.loads(subprocess.run(words, env=env, check=True, capture_output=True).stdout) for _ in range(3))
    warm = {name: min(warm[name], again[name]) for name in cold}
    print(f"{'sum':34} {sum(cold.values()):8.1f} ms cold {sum(warm.values()):8.1f} ms warm")
    for name in sorted(cold, key=lambda name: -cold[name]):
        print(f"{name:34} {cold[name]:8.1f} ms cold {warm[name]:8.1f} ms warm")


def measure(root: Path, profile: str | None) -> dict[str, float]:
    """Milliseconds by step and check."""
    gc.disable()
    taken: dict[str, float] = {}
    start = time.process_time()

    def lap(name: str) -> None:
        nonlocal start
        now = time.process_time()
        taken[name] = taken.get(name, 0) + (now - start) * 1000
        start = now

    taken["start of Python"] = start * 1000
    from llmwiki.checks.base import Snapshot
    from llmwiki.checks.choice import Choice
    from llmwiki.workspace import Workspace

    workspace = Workspace.within(root)
    vault = workspace.vault
    lap("open: walk, cache, names")
    choice = Choice(profile or workspace.profile, (), (), workspace.config.lint, "info")
    checks = choice.checks()
    lap("import of checks")
    snapshot = Snapshot(vault, workspace.schema, lambda: workspace.ledger, workspace.today, choice.profile, workspace.cache_dir)
    _ = snapshot.memo
    lap("schema, memo")
    _ = [vault.targets(path) for path in vault.notes]
    lap("links and their targets")
    for check in checks:
        _ = list(check.run(snapshot))
        lap(f"{check.CODE} {check.NAME}")
    vault.keep()
    lap("keep pages")
    snapshot.memo.save()
    lap("keep memo")
    return taken


if __name__ == "__main__":
    main()
