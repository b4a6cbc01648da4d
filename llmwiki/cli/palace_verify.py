"""``wiki palace verify``."""

from __future__ import annotations

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.site import looked
from llmwiki.cli.voice import say_json, tell
from llmwiki.report.palace import verify_json, verify_lines
from llmwiki.report.terminal import print_lines
from llmwiki.verify import Verified, verify


def command(context: typer.Context) -> int:
    """Compare the records with the journal and the vault.

    Both ways: every file has its drawers and every drawer its file, texts are those of their lines, words and closets those of their
    texts, and the copy in Chroma holds what the records do. Exit code 1 means that something differs.
    """
    door = Door.of(context)
    return told(door, looked(door, verify))


def told(door: Door, found: Verified) -> int:
    """Say what was found, and what heals it; gives the exit code."""
    if door.json:
        say_json(verify_json(found))
    else:
        print_lines(verify_lines(found))
    if found.heals:
        tell(f"hint: {found.heals}")
    return int(bool(found.differences))
