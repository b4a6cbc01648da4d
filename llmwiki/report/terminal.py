"""Lines with styles: printed in colour on a terminal, plain everywhere else."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Part(NamedTuple):
    """A run of text and its style in rich's words; empty for none."""

    text: str
    style: str = ""


Line = tuple[Part, ...]


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def print_lines(lines: Iterable[Line]) -> None:
    """Print, in colour where the terminal and ``NO_COLOR`` (no-color.org) allow; rich is imported only then."""
    if not on_terminal() or os.environ.get("NO_COLOR"):
        sys.stdout.writelines(f"{plain(line)}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*line))


def plain(line: Line) -> str:
    """The line without styles."""
    return "".join(part.text for part in line)


def width(text: str) -> int:
    """Cells that a text takes on a terminal: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
