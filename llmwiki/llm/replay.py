"""No model at all: replies that were kept are given again."""

from __future__ import annotations

from llmwiki.errors import ServiceError
from llmwiki.llm.base import Abilities, Heard, ModelIdentity, Request


class ReplayProvider:
    """Stands behind the kept replies of a model, and fails when they do not have one.

    Args:
        model: The model that gave the replies.
        place: Where they are, for the message.
    """

    def __init__(self, model: str, place: str) -> None:
        self._model, self._place = model, place

    @property
    def identity(self) -> ModelIdentity:
        """The model that gave the replies."""
        return ModelIdentity("replay", self._model)

    @property
    def abilities(self) -> Abilities:
        """It costs nothing."""
        return Abilities(is_local=True)

    def hear(self, request: Request) -> Heard:
        """Raises ServiceError: whoever comes here asks something for which no reply was kept."""
        beginning = " ".join(request.messages[-1].text.split())[:60] if request.messages else ""
        message = f"no reply of {self._model} to this prompt was kept in {self._place}: {beginning!r}"
        raise ServiceError(message, "run once with the model itself, or set model.replies to another folder")
