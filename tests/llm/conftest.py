"""A scripted server, and clients that ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from model_server import Script, model_server

from llmwiki.config.prices import Price
from llmwiki.llm.base import Provider
from llmwiki.llm.budget import Budget
from llmwiki.llm.caller import Caller
from llmwiki.llm.chat import ChatProvider
from llmwiki.llm.client import Client
from llmwiki.llm.messages import AnthropicProvider

KINDS = ("openai", "anthropic")
Make = Callable[..., Client]


@pytest.fixture
def script() -> Iterator[Script]:
    with model_server() as script:
        yield script


def provider_of(kind: str, script: Script, *, key: str = "", timeout: float = 5.0) -> Provider:
    if kind == "anthropic":
        return AnthropicProvider(script.url, "claude-test", key=key, timeout=timeout)
    return ChatProvider(f"{script.url}/v1", "gpt-test", key=key, timeout=timeout)


@pytest.fixture
def make(script: Script) -> Make:
    """A client of a kind; what else is given goes to the caller or the client."""

    def build(kind: str = "openai", *, key: str = "", timeout: float = 5.0, budget: Budget | None = None, **others: Any) -> Client:
        pauses = others.pop("pauses", (0.01, 0.01, 0.01))
        calls, jobs = others.pop("calls", None), others.pop("jobs", 1)
        paid = budget or Budget(Price(0, 0, 0, 0), None)
        provider = provider_of(kind, script, key=key, timeout=timeout)
        return Client(Caller(provider, "test", paid, calls, timeout, jobs, pauses), **others)

    return build
