"""Verb: questions handed out to a person's own agent, and its replies taken in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.config import AGENT
from llmwiki.errors import WikiError
from llmwiki.scribe.editor.packets import SHAPES, Packet, hand_out, handed_out, packets
from llmwiki.scribe.editor.prompts import Prompts

if TYPE_CHECKING:
    from llmwiki.scribe.editor.question import Question
    from llmwiki.workspace import Workspace


class Taken(NamedTuple):
    """What became of one reply.

    Attributes:
        id: Of its packet.
        why: What is wrong with it; empty: it was taken.
        hint: What helps.
    """

    id: str
    why: str = ""
    hint: str = ""


def as_agent(wiki: Workspace) -> Workspace:
    """The wiki with the person's own agent as its model, whatever else is set."""
    settings = wiki.config.model
    return replace(wiki, other_model=settings if settings.provider == "agent" else AGENT)


def hand_out_some(wiki: Workspace, questions: Sequence[Question], most: int) -> list[Packet]:
    """The first questions in words, noted so that their replies can be taken.

    Args:
        wiki: As the agent sees it.
        questions: All that are open, in the order in which they came up.
        most: So many at once; those of one kind follow each other.

    Raises:
        WriteError: They cannot be noted.
    """
    found = list(packets(questions[:most], Prompts(wiki.root)))
    for packet in found:
        hand_out(wiki.root, packet)
    return found


def take_in(wiki: Workspace, replies: Iterable[tuple[str, str]]) -> Iterator[Taken]:
    """Check replies as a model's are checked, and keep those that fit.

    Args:
        wiki: As the agent sees it.
        replies: The id of the packet, and the text of the reply.

    Raises:
        WriteError: They cannot be kept.
    """
    model = wiki.model("work")
    for name, text in replies:
        try:
            packet = handed_out(wiki.root, name)
            if model is not None:
                model.learn(packet.messages, SHAPES.get(packet.kind), text, limit=packet.limit)
        except WikiError as error:
            yield Taken(name, error.message, error.hint)
        else:
            yield Taken(name)
