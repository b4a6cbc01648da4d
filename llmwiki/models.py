"""Verb: which language model is set, whether it answers, what it is fit for, and what was spent so far."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmwiki.config.keys import key_for, variable_for
from llmwiki.config.user import load_user
from llmwiki.llm.base import Message, Usage
from llmwiki.llm.calibrate import calibrate
from llmwiki.llm.calls import Calls
from llmwiki.llm.choose import open_model, price, way_of
from llmwiki.llm.known import Fitness, Known, KnownModels
from llmwiki.llm.places import CALLS

if TYPE_CHECKING:
    from llmwiki.config import ModelSettings
    from llmwiki.config.prices import Price
    from llmwiki.llm.calls import Spent
    from llmwiki.llm.client import Client
    from llmwiki.workspace import Workspace

Chosen = Literal["auto", "judge", "writer"]

_QUESTION = (Message("system", "Answer with one word."), Message("user", "What is the capital of France?"))
_ROOM = 2_048
"""Tokens of the test's reply; a model that thinks before it answers needs them."""


class Test(NamedTuple):
    """One call.

    Attributes:
        text: What the model said.
        seconds: How long it took.
        usage: Tokens.
    """

    text: str
    seconds: float
    usage: Usage


class Models(NamedTuple):
    """What is set, and what was found out.

    Attributes:
        settings: The table ``[model]``.
        variable: Environment variable whose value is sent as the key; empty: no key is sent.
        price: Of the model; None: not known.
        test: The test call; None: no model is set, or there is none to ask.
        known: What the calibration told; None: there was none.
        way: What the model is used for; None: no model is set.
        spent: By operation, over all time.
    """

    settings: ModelSettings
    variable: str = ""
    price: Price | None = None
    test: Test | None = None
    known: Known | None = None
    way: Fitness | None = None
    spent: Mapping[str, Spent] = {}


def models(wiki: Workspace, way: Chosen | None = None, *, again: bool = False) -> Models:
    """Test the model with one call, and calibrate it where it was not.

    Args:
        wiki: The opened wiki.
        way: What the model is to be used for from now on, whatever the calibration found; ``auto`` goes back to that.
        again: Whether to calibrate a model that was.

    Raises:
        ConfigError: What is set cannot be used.
        ServiceError: The model does not answer.
    """
    settings = wiki.config.model
    spent = Calls(wiki.root, CALLS).spent()
    client = open_model(settings, wiki.root, "models", asks_anew=True)
    if client is None or settings.provider == "replay":
        return Models(settings, spent=spent)
    test = _tested(client)
    known = _known(client, wiki, way, again=again)
    user = load_user()
    sends_key = bool(settings.url and key_for(settings.url, settings.key_env, user))
    variable = variable_for(settings.url, user) if sends_key else ""
    return Models(settings, variable, price(settings, user), test, known, way_of(settings, known), Calls(wiki.root, CALLS).spent())


def _tested(client: Client) -> Test:
    started = time.monotonic()
    reply = client.complete(_QUESTION, str, limit=_ROOM)
    return Test(reply.text, time.monotonic() - started, reply.usage)


def _known(client: Client, wiki: Workspace, way: Chosen | None, *, again: bool) -> Known:
    kept = KnownModels(wiki.root)
    before = kept.find(client.identity)
    known = calibrate(client, wiki.config.model.jobs) if before is None or again else before
    by_hand = before.by_hand if before and way is None else None if way == "auto" else way
    known = known._replace(by_hand=by_hand)
    if known != before:
        kept.keep(client.identity, known)
    return known
