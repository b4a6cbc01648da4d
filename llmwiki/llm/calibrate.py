"""What a model is fit for, found with ten questions: five with a list to choose from, five on whether two names mean one thing.

Small models walk a list from the top, or find one thing in it: here the right statements are two, always among the last, or none. The same
models mostly tell well whether two names mean one thing; the smallest say yes, or no, to all. The limits are from trials with models of
0.5 and 1.5 billion parameters; ten questions tell such models apart, not one good model from another.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from llmwiki.errors import BadReply, ModelRefused
from llmwiki.llm.base import Message
from llmwiki.llm.client import Client
from llmwiki.llm.known import Fitness, Known
from llmwiki.llm.questions import CHOICES, PAIRS, Choice, Pair
from llmwiki.llm.shape import Most
from llmwiki.llm.together import together
from llmwiki.llm.yes import UNSURE

_SEED = 20261201
_ENOUGH = 4
"""Of five. By chance hardly a list is right, and of yes and no half; a model that says the same to all has three."""

_LATE = 4
_LIMIT = 2_048
"""A model that thinks before it answers needs the room."""

Number = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]


@dataclass(frozen=True)
class Picked:
    """The reply to a question with a list."""

    numbers: Annotated[tuple[Number, ...], Most(9)]


def calibrate(model: Client, jobs: int = 1) -> Known:
    """Ask the ten questions.

    Raises as ``complete`` does, but for replies that cannot be used and refusals, which count as wrong.
    """
    order = Random(_SEED)  # noqa: S311 - the same on every machine
    choices, pairs = order.sample(CHOICES, len(CHOICES)), order.sample(PAIRS, len(PAIRS))
    lists = [_with_list(choice, order) for choice in choices]
    right_lists = sum(together(lambda asked: _picks(model, *asked), lists, jobs))
    right_pairs = sum(together(lambda pair: _tells(model, pair), pairs, jobs))
    return Known(
        (right_lists, len(lists)),
        (right_pairs, len(pairs)),
        fitness(right_lists, right_pairs),
        model.form,
        model.abilities.probabilities,
    )


def fitness(lists: int, pairs: int) -> Fitness:
    """What follows from the right answers of each kind, of five."""
    if pairs < _ENOUGH:
        return "namer"
    return "writer" if lists >= _ENOUGH else "judge"


def _with_list(choice: Choice, order: Random) -> tuple[tuple[Message, ...], list[str]]:
    """The question with its numbered statements, the right ones among the last four; and their numbers."""
    statements = order.sample(choice.others, len(choice.others))
    count = len(choice.others) + len(choice.right)
    places = sorted(order.sample(range(count - _LATE, count), len(choice.right)))
    for place, right in zip(places, choice.right, strict=True):
        statements.insert(place, right)
    listed = "\n".join(f"{number}. {statement}" for number, statement in enumerate(statements, 1))
    return (Message("system", choice.task), Message("user", f"{listed}\n\n{choice.question}")), [str(place + 1) for place in places]


def _picks(model: Client, messages: tuple[Message, ...], numbers: list[str]) -> bool:
    try:
        return sorted(model.complete(messages, Picked, limit=_LIMIT).value.numbers) == numbers
    except (BadReply, ModelRefused):
        return False


def _tells(model: Client, pair: Pair) -> bool:
    messages = (Message("system", pair.task), Message("user", pair.question))
    try:
        chance = model.probe(messages)
    except ModelRefused:
        return False
    return chance > UNSURE if pair.is_same else chance < UNSURE
