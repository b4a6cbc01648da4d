"""``wiki git-merge``, which git calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llmwiki.gitmerge import merge_files

CONFLICT = 1


def command(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="%O: the common ancestor.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="%A: our text, which takes the result.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="%B: their text.")],
    path: Annotated[str, typer.Argument(metavar="PATH", help="%P: where the file lies in the repository.")],
) -> int:
    """Merge three versions of a file; git calls this.

    Ends with 1, and leaves OURS alone, when a place needs a person.
    """
    return 0 if merge_files(base, ours, theirs, path) else CONFLICT
