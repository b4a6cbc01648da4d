"""What every command needs: the global options, the opened wiki, a way to ask."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import typer

from llmwiki.cli.again import again

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.workspace import Workspace

Format = Literal["text", "json", "github", "sarif", "html"]
FINDINGS_ONLY: frozenset[Format] = frozenset({"github", "sarif", "html"})  # for `wiki lint` alone
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Door:
    """The global options of this run.

    Attributes:
        vault: The folder given with ``--vault`` or ``WIKI_VAULT``; None means: look upward from here.
        palace: The folder given with ``--palace`` or ``WIKI_PALACE``: a palace of its own.
        format: ``text`` for people, ``json`` for programs; ``github``, ``sarif`` and ``html`` for findings only.
        yes: Whether questions are agreed to in advance.
        debug: Whether tracebacks are shown.
    """

    vault: Path | None = None
    palace: Path | None = None
    format: Format = "text"
    yes: bool = False
    debug: bool = False

    @staticmethod
    def of(context: typer.Context) -> Door:
        """The door that the root command left in the context."""
        door = context.find_object(Door)
        return door if door is not None else Door()

    @property
    def json(self) -> bool:
        """Whether the answer is for a program."""
        return self.format == "json"

    def workspace(self, *, reading: bool = False) -> Workspace:
        """Open the wiki. Raises VaultError or ConfigError.

        Args:
            reading: The command writes nothing: a folder named with ``--vault`` is then taken as it is, marked as a vault or not.
        """
        from llmwiki.workspace import Workspace

        if reading and self.vault is not None and self.vault.is_dir():
            return Workspace.within(self.vault)
        return Workspace.open(self.vault)

    def read(self, work: Callable[[Workspace], Answer], *, reading: bool = False) -> Answer:
        """Do work that writes nothing, from the start again when another process changes a file under it."""
        return again(lambda: work(self.workspace(reading=reading)))

    def agrees(self, question: str) -> bool:
        """Ask; ``--yes`` agrees in advance, and without a terminal the answer is no."""
        if self.yes:
            return True
        if not sys.stdin.isatty():
            return False
        return typer.confirm(question, err=True)
