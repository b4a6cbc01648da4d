"""A person's own agent: it comes for the questions and hands in replies; whoever is asked here has not answered yet."""

from __future__ import annotations

from llmwiki.errors import ServiceError
from llmwiki.llm.base import Abilities, Heard, ModelIdentity, Request


class AgentProvider:
    """Stands behind the replies that an agent handed in, and fails where there is none.

    Args:
        name: Under which its replies are kept.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def identity(self) -> ModelIdentity:
        """The agent."""
        return ModelIdentity("agent", self._name)

    @property
    def abilities(self) -> Abilities:
        """It costs nothing that could be counted here."""
        return Abilities(is_local=True)

    def hear(self, request: Request) -> Heard:  # noqa: ARG002 - of the protocol
        """Raises ServiceError: nobody answers on the spot."""
        raise ServiceError("the agent has not answered yet", "`wiki work next` hands out the questions")
