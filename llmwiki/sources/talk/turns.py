"""A conversation between reading it and writing it down: turns, and what was left out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

USER = "User"
ASSISTANT = "Assistant"
UNKNOWN = "Unknown speaker"

# What is left out, for one and for several.
THOUGHTS = "thought|thoughts"
SYSTEM = "system message|system messages"
HARNESS = "message written by the program|messages written by the program"
EMPTY = "turn without words|turns without words"
OUTPUT = "character of long tool outputs|characters of long tool outputs"


class Turn(NamedTuple):
    """What one speaker said at one time.

    Attributes:
        speaker: Name for the heading.
        text: Markdown that ``speech`` or ``tools`` made; never empty.
        time: As the heading shows it; empty when unknown.
        aside: What the heading adds to the name: ``sub-agent 0c4c3cf8``, ``reply``, ``bot``.
    """

    speaker: str
    text: str
    time: str = ""
    aside: str = ""


@dataclass(slots=True)
class Talk:
    """A conversation as it was read.

    Attributes:
        turns: In the order of the conversation.
        title: From the export; empty when it gives none.
        date: ISO date (UTC) of the first turn; empty when unknown.
        left: How much of what was left out, by words for the report: ``one|several``.
        notes: What else a person should know.
    """

    turns: list[Turn] = field(default_factory=list)
    title: str = ""
    date: str = ""
    left: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def say(self, turn: Turn) -> None:
        """Add a turn; one without words is counted instead."""
        if turn.text.strip():
            self.turns.append(turn)
        else:
            self.left[EMPTY] += 1

    def dated(self, day: str) -> None:
        """Remember the date of the first turn that has one."""
        self.date = self.date or day


def turns_of(pieces: Iterable[tuple[str, str]], time: str = "", aside: str = "") -> Iterator[Turn]:
    """The turns of one message out of its speakers and texts: neighbours of one speaker are one turn, empty ones none."""
    return _grouped((Turn(speaker, words, time, aside) for speaker, words in pieces if words.strip()), lambda _: True)


def merged(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Neighbouring turns of the assistant as one: programs write an answer, its tool calls and their outputs as separate records.

    Turns of a user stay apart, but for what a command printed.
    """
    return _grouped(turns, lambda turn: turn.speaker == ASSISTANT or turn.text.startswith("> "))


def _grouped(turns: Iterable[Turn], joins: Callable[[Turn], bool]) -> Iterator[Turn]:
    texts: list[str] = []
    head: Turn | None = None
    for turn in turns:
        if head is not None and not ((turn.speaker, turn.aside) == (head.speaker, head.aside) and joins(turn)):
            yield head._replace(text=_joined(texts))
            head, texts = None, []
        head = turn if head is None else head._replace(time=head.time or turn.time)
        texts.append(turn.text)
    if head is not None:
        yield head._replace(text=_joined(texts))


def _joined(texts: list[str]) -> str:
    """Texts as paragraphs; a tool call and its output stay one quotation."""
    parts: list[str] = []
    for text in texts:
        tight = bool(parts) and text.startswith("> ") and parts[-1].rpartition("\n")[2].startswith(">")
        parts.append(f"\n{text}" if tight else f"\n\n{text}" if parts else text)
    return "".join(parts)
