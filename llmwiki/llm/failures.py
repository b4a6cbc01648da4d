"""Failures inside the room, and what a person is told of a server's."""

from __future__ import annotations

from llmwiki.errors import ServiceError

SHOWN = 200
HINT = "wiki models tells what is set and tests it; the settings are in .wiki/config.toml under [model]"


class FormUnknown(Exception):
    """The server does not take a form of structured replies, or a parameter."""


class Passing(Exception):
    """A failure that may pass.

    Args:
        error: What a person is told when it does not.
        wait: Seconds that the server asks to be left alone.
        is_billed: Whether the server may have worked, and will send a bill.
    """

    def __init__(self, error: ServiceError, wait: float = 0.0, *, is_billed: bool = False) -> None:
        super().__init__(error.message)
        self.error = error
        self.wait = wait
        self.is_billed = is_billed


def shown(said: object, key: str = "") -> str:
    """What a server says of itself, on one short line and without the key, which some repeat; empty, or with a colon in front."""
    text = " ".join(str(said or "")[: 50 * SHOWN].split())
    text = "".join(sign for sign in (text.replace(key, "...") if key else text) if sign.isprintable())
    return f": {text[:SHOWN]}" if text else ""
