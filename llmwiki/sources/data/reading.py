"""What the converters of text formats share: fences, notes, counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.place import line_mark, unmarked
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from llmwiki.sources.detect import Detected

MAX_CHARS = 2_000_000
"""How much of a file is shown in its Markdown text; editors stall on more, and the original beside it has the rest."""

_TICKS = re.compile("^ {0,3}(`{3,})", re.MULTILINE)


class Shown(NamedTuple):
    """Foreign text in a code block.

    Attributes:
        text: Markdown, with its line mark.
        notes: What was taken out or cut.
    """

    text: str
    notes: tuple[str, ...]


def read_notes(found: Detected, hidden: int) -> list[str]:
    """What a person should know of the decoding: another encoding, lost bytes, invisible characters taken out."""
    notes = [f"decoded from {found.encoding}"] if found.encoding != "utf-8" else []
    if found.lost:
        notes.append(f"{counted(found.lost, 'byte')} could not be decoded")
    if hidden:
        notes.append(f"{counted(hidden, 'invisible character')} taken out")
    return notes


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 row``, ``2,000 rows``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def fenced(text: str, info: str, first: int = 1) -> str:
    r"""Text as a code block that nothing inside can close, behind the mark of its first line.

    Args:
        text: Plain text, ``\\n`` at line ends.
        info: Language for the fence.
        first: Number of its first line in the original, from 1; 0 for none, then no mark is set.
    """
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    mark = f"{line_mark(first)}\n" if first else ""
    return f"{mark}{fence}{info}\n{unmarked(text)}\n{fence}"


def shown(found: Detected, info: str) -> Shown:
    r"""A whole decoded file as a code block: invisible characters out, line ends as ``\\n``, cut where it is too long."""
    text, hidden = visible(found.text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    notes = read_notes(found, hidden)
    cut = ""
    if len(text) > MAX_CHARS:
        kept = text.rfind("\n", 0, MAX_CHARS)
        kept = kept if kept > 0 else MAX_CHARS
        left = counted(len(text) - kept, "character")
        notes.append(f"only the first {kept:,} characters are in the text; {left} more are in the original")
        cut = f"\n\n*({left} more are in the original.)*"
        text = text[:kept]
    return Shown(fenced(text, info) + cut, tuple(notes))
