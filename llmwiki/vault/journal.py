"""The write journal: what an apply is about to do, on disk before it does it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from llmwiki.errors import VaultError
from llmwiki.vault.disk import remove, sync_folder, write_whole
from llmwiki.vault.operations import Operation, json_of, operation_from
from llmwiki.vault.places import LOCAL

FILE = f"{LOCAL}/journal.json"


@dataclass(frozen=True, slots=True)
class Journal:
    """A change set under way.

    Attributes:
        phase: ``prepare`` while nothing of the vault has changed; ``publish`` once every new file lies beside its target.
        operation: What is being done; its ``folders`` are the folders that have to be made.
        stages: Path to the vault-relative temporary file that will replace it.
        leaving: Folders that go afterwards if they are empty, children first.
    """

    phase: Literal["prepare", "publish"]
    operation: Operation
    stages: dict[str, str]
    leaving: tuple[str, ...] = ()

    def save(self, root: Path) -> None:
        """Write it through to the disk. Raises OSError."""
        write_whole(root / FILE, json_of(self))

    def publishing(self) -> Journal:
        """The same plan, complete."""
        return replace(self, phase="publish")


def load_journal(root: Path) -> Journal | None:
    """The journal that an earlier run left, or None.

    Raises:
        VaultError: There is one and it cannot be read.
    """
    try:
        data = json.loads((root / FILE).read_bytes())
        return Journal(**{**data, "operation": operation_from(data["operation"]), "leaving": tuple(data["leaving"])})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{FILE}, the record of an unfinished write, cannot be read: {error}."
        raise VaultError(message, "Compare the vault with your last commit, then move that file away.") from error


def drop_journal(root: Path) -> None:
    """Remove the journal and flush its folder. Raises OSError."""
    remove(root / FILE)
    sync_folder((root / FILE).parent)
