"""Every implementation keeps the contract."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest
from llm.contract import PROMPT, YES, ModelContract
from llm.shapes import THING, Thing
from model_server import Script

from llmwiki.config.prices import FREE
from llmwiki.llm.base import Model, Provider
from llmwiki.llm.budget import Budget
from llmwiki.llm.caller import Caller
from llmwiki.llm.chat import ChatProvider
from llmwiki.llm.client import Client
from llmwiki.llm.kept import Replies
from llmwiki.llm.local import LocalProvider
from llmwiki.llm.messages import AnthropicProvider
from llmwiki.llm.replay import ReplayProvider


def client(provider: Provider, replies: Replies | None = None) -> Client:
    return Client(Caller(provider, "test", Budget(FREE, None), pauses=()), replies)


class TestChat(ModelContract):
    @pytest.fixture
    def model(self, script: Script) -> Model:
        script.reply = lambda _: THING
        return client(ChatProvider(f"{script.url}/v1", "gpt-test"))

    @pytest.fixture
    def unreachable(self) -> Model:
        return client(ChatProvider("http://127.0.0.1:1/v1", "gpt-test"))


class TestMessages(ModelContract):
    @pytest.fixture
    def model(self, script: Script) -> Model:
        script.reply = lambda asked: "Yes." if "yes or no" in asked.messages[0][1] else THING
        return client(AnthropicProvider(script.url, "claude-test"))

    @pytest.fixture
    def unreachable(self) -> Model:
        return client(AnthropicProvider("http://127.0.0.1:1", "claude-test"))


class TestReplay(ModelContract):
    @pytest.fixture
    def model(self, script: Script, tmp_path: Path) -> Model:
        script.reply = lambda _: THING
        replies = Replies(tmp_path, "replies")
        recorded = client(ChatProvider(f"{script.url}/v1", "gpt-test"), replies)
        recorded.complete(PROMPT, Thing, limit=200)
        recorded.complete(PROMPT, str, limit=200)
        recorded.probe(YES)
        return client(ReplayProvider("gpt-test", "replies"), replies)

    @pytest.fixture
    def unreachable(self, tmp_path: Path) -> Model:
        return client(ReplayProvider("gpt-test", "replies"), Replies(tmp_path, "none"))


@pytest.fixture(scope="module")
def loaded() -> Model:
    return client(LocalProvider(Path(os.environ["WIKI_GGUF"])))


@pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="xllamacpp (the extra local) is not installed")
@pytest.mark.skipif(not os.environ.get("WIKI_GGUF"), reason="no weights: WIKI_GGUF does not name a GGUF file")
class TestLocal(ModelContract):
    @pytest.fixture
    def model(self, loaded: Model) -> Model:
        return loaded

    @pytest.fixture
    def unreachable(self) -> Model:
        pytest.skip("it is in this process")
