"""Which palace a command means: the one named, the vault's own, or what the user's settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from llmwiki.cli.again import again
from llmwiki.config.user import load_user
from llmwiki.errors import VaultError
from llmwiki.workspace import Site, Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmwiki.cli.door import Door
    from llmwiki.workspace import Use

Answer = TypeVar("Answer")


def site_of(door: Door, use: Use = "read") -> Site:
    """The palace that is meant.

    Args:
        door: With the global options.
        use: What for; a stand-alone palace that is written is made where there is none yet.

    Raises:
        VaultError: none is meant, or what is there is no palace.
        ConfigError: the settings cannot be used.
    """
    if door.palace is not None:
        return Site.alone(door.palace, use)
    try:
        return Site.of(door.workspace())
    except VaultError:
        user = load_user()
        if door.vault is not None or not (user.vault or user.palace):
            raise
        return Site.alone(user.palace, use) if user.palace else Site.of(Workspace.open(user.vault))


def looked(door: Door, work: Callable[[Site], Answer]) -> Answer:
    """Do work that only reads a palace, and the vault that it mirrors."""
    return again(lambda: work(site_of(door)))
