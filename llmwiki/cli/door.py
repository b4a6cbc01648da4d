"""What every command needs: the global options, the opened wiki, a way to ask."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import typer

from llmwiki.errors import EditedMeanwhile, VaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.workspace import Site, Use, Workspace

Format = Literal["text", "json", "github", "sarif", "html"]
FINDINGS_ONLY: frozenset[Format] = frozenset({"github", "sarif", "html"})  # for `wiki lint` alone
Answer = TypeVar("Answer")

_READ_AGAIN = 3


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
        return _again(lambda: work(self.workspace(reading=reading)))

    def looked(self, work: Callable[[Site], Answer]) -> Answer:
        """Do work that only reads a palace, and the vault that it mirrors, in the same way."""
        return _again(lambda: work(self.site()))

    def site(self, use: Use = "read") -> Site:
        """The palace that is meant: the one named, the vault's own, or what the user's settings name.

        Args:
            use: What for; a stand-alone palace that is written is made where there is none yet.

        Raises:
            VaultError: none is meant, or what is there is no palace.
        """
        from llmwiki.user import load_user
        from llmwiki.workspace import Site, Workspace

        if self.palace is not None:
            return Site.alone(self.palace, use)
        try:
            return Site.of(self.workspace())
        except VaultError:
            user = load_user()
            if self.vault is not None or not any(user):
                raise
            return Site.alone(user.palace, use) if user.palace else Site.of(Workspace.open(user.vault))

    def agrees(self, question: str) -> bool:
        """Ask; ``--yes`` agrees in advance, and without a terminal the answer is no."""
        if self.yes:
            return True
        if not sys.stdin.isatty():
            return False
        return typer.confirm(question, err=True)


def _again(work: Callable[[], Answer]) -> Answer:
    for _ in range(_READ_AGAIN):
        try:
            return work()
        except EditedMeanwhile:
            continue
    return work()
