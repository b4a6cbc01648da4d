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

# Control characters, which steer a terminal, and the marks that turn the direction of text around (Unicode TR 36, 3.2).
_STEERING = (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SPELLED = {code: f"\\u{code:04x}" for code in _STEERING}


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def print_lines(lines: Iterable[Line]) -> None:
    """Print, in colour where the terminal and ``NO_COLOR`` (no-color.org) allow; rich is imported only then."""
    if not on_terminal() or os.environ.get("NO_COLOR"):
        readable = inert if on_terminal() else str
        sys.stdout.writelines(f"{readable(plain(line))}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for line in lines:
        console.print(Text.assemble(*(part._replace(text=inert(part.text)) for part in line)))


def inert(text: str) -> str:
    """A text for a terminal: what sources and file names hold of characters that steer one is spelled out."""
    return text.translate(_SPELLED)


def plain(line: Line) -> str:
    """The line without styles."""
    return "".join(part.text for part in line)


def width(text: str) -> int:
    """Cells that a text takes on a terminal: wide characters take two, combining ones none."""
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
