"""Global options may stand anywhere: they are moved in front of the command before Typer reads them."""

from __future__ import annotations

from typing import NamedTuple

import typer

from llmwiki.cli.commands import COMMANDS

FLAGS = frozenset({"--json", "--yes", "-y", "--debug"})
WITH_VALUE = frozenset({"--vault", "--palace", "--format"})


class Arguments(NamedTuple):
    """Arguments in Typer's order: ``front`` (global options), then ``rest`` (the command and its own)."""

    front: tuple[str, ...]
    rest: tuple[str, ...]

    @property
    def command(self) -> str:
        """The word in the command's place, or the two words of a command of a group; empty when there is none."""
        both = " ".join(self.rest[:2])
        return both if both in COMMANDS else next((word for word in self.rest[:1] if not word.startswith("-")), "")


def sort_arguments(words: list[str]) -> Arguments:
    """Split the command line; what stands behind ``--`` stays where it is."""
    front: list[str] = []
    rest: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            rest += [word, *waiting]
            break
        name, equals, _ = word.partition("=")
        if word in FLAGS or (name in WITH_VALUE and equals):
            front.append(word)
        elif name in WITH_VALUE and waiting:
            front += [word, waiting.pop(0)]
        elif name in WITH_VALUE:
            return Arguments((*front, word), ())  # the command behind it would be taken for the value
        else:
            rest.append(word)
    return Arguments(tuple(front), tuple(rest))


def said(name: str, words: list[str]) -> str:
    """The words of an argument as one text. Raises BadParameter when they say nothing."""
    text = " ".join(words)
    if not text.strip():
        raise typer.BadParameter("it is empty", param_hint=name)
    return text
