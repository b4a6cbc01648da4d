"""``wiki mirror``."""

from __future__ import annotations

from typing import Annotated

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.palace_verify import told
from llmwiki.cli.progress import counting
from llmwiki.cli.voice import say, say_json
from llmwiki.mirror import mirror
from llmwiki.report.numbers import counted
from llmwiki.verify import verify
from llmwiki.workspace import Site


def command(
    context: typer.Context,
    *,
    no_vectors: Annotated[bool, typer.Option("--no-vectors", help="Only what a search by words needs.")] = False,
    check: Annotated[bool, typer.Option("--verify", help="Only compare, as `wiki palace verify`.")] = False,
) -> int:
    """Bring the palace up to date, for search by words and by meaning.

    Only what changed is read and embedded. It can be interrupted; the next run goes on where it was.
    With --verify, exit code 1 means that something differs.
    """
    door = Door.of(context)
    if check:
        return told(door, door.read(lambda wiki: verify(Site.of(wiki))))
    with counting("making vectors", "drawer", quiet=door.json) as progress:
        result = door.read(lambda wiki: mirror(wiki, progress, vectors=not no_vectors))
    files = result.files
    if door.json:
        say_json(
            {
                "files": files._asdict(),
                "drawers": result.drawers,
                "vectors": result.vectors,
                "model": result.model or None,
                "copied": result.copied,
            }
        )
    else:
        say(f"{counted(files.added, 'file')} new, {files.changed} changed, {files.removed} gone, {files.kept} as they were.")
        say(
            f"{counted(result.drawers, 'drawer')}; {counted(result.vectors, 'vector')} made{f' by {result.model}' if result.model else ''}."
        )
    return 0
