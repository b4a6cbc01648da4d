"""One git commit a command, where the settings of the vault ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from llmwiki.cli.voice import tell
from llmwiki.errors import WikiError
from llmwiki.vault.witness import witnessed

if TYPE_CHECKING:
    from pathlib import Path

    from llmwiki.vault.operations import Operation


@contextmanager
def committing() -> Iterator[list[str]]:
    """Commit what is written inside the block, also when that ends early; gives a list that takes what git refused.

    The files stay as they are, whatever git says; what it says is told.
    """
    refused: list[str] = []
    with witnessed() as seen:
        try:
            yield refused
        finally:
            for root in dict.fromkeys(one.root for one in seen):
                refused += _commit(root, [one.operation for one in seen if one.root == root])


def _commit(root: Path, done: list[Operation]) -> list[str]:
    from llmwiki.config import load_config  # `wiki --help` needs none of these

    try:
        if not load_config(root).git.commit:
            return []
        from llmwiki.report.commit import commit_message
        from llmwiki.vault.committing import commit_files

        made = commit_files(root, [file.path for one in done for file in one.files], commit_message(done))
    except WikiError as error:
        tell(f"nothing was committed: {error.message}")
        return [error.message]
    if made.name:
        tell(f"committed {made.name}")
    if made.left:
        tell(f"nothing was committed: {made.left}\nhint: the files are written; commit them yourself, or `wiki undo`")
    return [made.left] if made.is_refused else []
