"""What every implementation of a model does, whoever stands behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from llm.shapes import Thing

from llmwiki.errors import ServiceError
from llmwiki.llm.base import Abilities, Message, Model, ModelIdentity

PROMPT = (
    Message("system", "You prepare an encyclopedia. Name the thing in the text, as JSON with name and kind."),
    Message("user", "RAG 是检索增强生成。"),
)
YES = (Message("system", "Answer with one word: yes or no."), Message("user", "Is 是 a word for yes?"))


class ModelContract:
    """A subclass has a fixture ``model`` whose model answers PROMPT with the thing RAG, and YES with yes."""

    def test_it_says_who_it_is(self, model: Model) -> None:
        assert isinstance(model.identity, ModelIdentity)
        assert model.identity.model in model.identity.key
        assert dict(model.identity.parameters) == {"temperature": 0.0}
        assert isinstance(model.abilities, Abilities)

    def test_it_gives_a_value_of_the_shape(self, model: Model) -> None:
        reply = model.complete(PROMPT, Thing, limit=200)
        assert isinstance(reply.value, Thing)
        assert 0 < len(reply.value.name) < 20
        assert reply.finish == "stop"

    def test_it_gives_plain_text(self, model: Model) -> None:
        reply = model.complete(PROMPT, str, limit=200)
        assert reply.value == reply.text != ""

    def test_it_counts_or_estimates(self, model: Model) -> None:
        usage = model.complete(PROMPT, Thing, limit=200).usage
        assert usage.tokens_in > 0
        assert usage.tokens_out > 0
        assert usage.cached + usage.written <= usage.tokens_in

    def test_yes_or_no_is_a_probability(self, model: Model) -> None:
        assert 0.5 < model.probe(YES) <= 1

    def test_the_same_question_has_the_same_reply(self, model: Model) -> None:
        assert model.complete(PROMPT, Thing, limit=200).text == model.complete(PROMPT, Thing, limit=200).text

    @pytest.mark.parametrize("ask", [lambda model: model.complete(PROMPT, Thing, limit=200), lambda model: model.probe(YES)])
    def test_nobody_there_is_an_outside_failure(self, unreachable: Model, ask: Callable[[Model], object]) -> None:
        with pytest.raises(ServiceError) as caught:
            ask(unreachable)
        assert caught.value.hint
        assert caught.value.exit_code == 3
