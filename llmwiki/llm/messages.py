"""Anthropic's models, with the shared beginning of prompts kept on the provider's side."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from llmwiki.config.keys import is_loopback
from llmwiki.errors import ConfigError
from llmwiki.llm.base import Abilities, Finish, Heard, Message, ModelIdentity, Request, Usage
from llmwiki.llm.failures import FormUnknown
from llmwiki.llm.listening import Listener
from llmwiki.llm.tokens import counted, estimate

if TYPE_CHECKING:
    from types import ModuleType

    from llmwiki.llm.refusals import Server
    from llmwiki.llm.wire import Wire

_ENDS: dict[str, Finish] = {"max_tokens": "length", "model_context_window_exceeded": "length", "refusal": "refusal"}
_KEEP = {"type": "ephemeral"}


class AnthropicProvider:
    """Asks Anthropic's messages, or a server that speaks like them.

    Args:
        url: Of the server, without ``/v1``.
        model: As the provider names it.
        key: Sent as ``x-api-key``; empty: none is sent.
        timeout: Seconds that one call may take.

    Raises ConfigError when the package is not installed, as soon as it is asked.
    """

    def __init__(self, url: str, model: str, *, key: str = "", timeout: float = 120.0) -> None:
        self._url, self._model, self._key, self._timeout = url.rstrip("/").removesuffix("/v1"), model, key, timeout
        self._takes_temperature = True

    @property
    def identity(self) -> ModelIdentity:
        """The model that is asked."""
        return ModelIdentity("anthropic", self._model, urlsplit(self._url).netloc.lower())

    @property
    def abilities(self) -> Abilities:
        """Bounds of texts are no keywords of its schemas, and it tells no probabilities."""
        return Abilities(("bare", "text"), probabilities=False, caches_prefix=True, is_local=is_loopback(self._url))

    def hear(self, request: Request) -> Heard:
        """Ask once; newer models take no temperature, and are then asked without."""
        try:
            return self._heard(request)
        except FormUnknown as unknown:
            if not self._takes_temperature or "temperature" not in str(unknown):
                raise
            self._takes_temperature = False
            return self._heard(request)

    def _heard(self, request: Request) -> Heard:
        with self._server.asked(self._wire, request.limit):
            return self._streamed(request)

    def _streamed(self, request: Request) -> Heard:
        import httpx2

        listener, finish, usage = Listener(request.limit), None, None
        with self._client.messages.create(**self._asked(request), stream=True) as stream:
            for event in stream:
                if event.type == "message_start":
                    usage = event.message.usage
                elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                    if not listener.take(event.delta.text):
                        break
                elif event.type == "message_delta":
                    finish = event.delta.stop_reason or finish
                    usage = _joined(usage, event.usage)
        if listener.broken_off is None and finish is None:
            raise httpx2.ReadError("it ended before the reply did")
        if listener.broken_off:
            return Heard(listener.text, listener.broken_off, estimate(request.messages, listener.text))
        return Heard(listener.text, _ENDS.get(str(finish), "stop"), _usage(usage) or estimate(request.messages, listener.text))

    def _asked(self, request: Request) -> dict[str, Any]:
        system = [message.text for message in request.messages if message.role == "system"]
        turns = [message for message in request.messages if message.role != "system"]
        asked: dict[str, Any] = {"model": self._model, "max_tokens": request.limit, "messages": _turns(turns)}
        if system:
            asked["system"] = [{"type": "text", "text": "\n\n".join(system), "cache_control": _KEEP}]
        if self._takes_temperature:
            asked["extra_body"] = {"temperature": 0}
        if request.schema is not None and request.form == "bare":
            asked["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
        return asked

    @cached_property
    def _client(self) -> Any:  # noqa: ANN401 - of an extra that need not be installed
        return self._sdk.Anthropic(api_key="unused", base_url=self._url, max_retries=0, timeout=None, http_client=self._wire.client)

    @cached_property
    def _sdk(self) -> ModuleType:
        try:
            import anthropic
        except ImportError as error:
            message = "the package anthropic is not installed, which model.provider = 'anthropic' needs"
            raise ConfigError(message, "pip install 'llmwiki-compiler[anthropic]'") from error
        return anthropic

    @cached_property
    def _wire(self) -> Wire:
        from llmwiki.llm.wire import Wire

        return Wire(self._url, "x-api-key", self._key)

    @cached_property
    def _server(self) -> Server:
        from llmwiki.llm.refusals import Server

        return Server(self._sdk, self._url, self._model, self._timeout, self._key)


def _turns(messages: list[Message]) -> list[dict[str, Any]]:
    """The turns; all but the last are an example that many prompts share, so what stands before it is marked to be kept."""
    turns: list[dict[str, Any]] = [{"role": message.role, "content": [{"type": "text", "text": message.text}]} for message in messages]
    if len(turns) > 1:
        turns[-2]["content"][0]["cache_control"] = _KEEP
    return turns


def _joined(start: Any, end: Any) -> Any:  # noqa: ANN401 - whatever the server says
    """The counts of the prompt come at the beginning, that of the reply at the end."""
    if start is None or end is None:
        return start or end
    return start.model_copy(update={"output_tokens": end.output_tokens})


def _usage(said: Any) -> Usage | None:  # noqa: ANN401 - whatever the server says
    if said is None:
        return None
    cached, written = counted(getattr(said, "cache_read_input_tokens", 0)), counted(getattr(said, "cache_creation_input_tokens", 0))
    return Usage(counted(said.input_tokens) + cached + written, counted(said.output_tokens), cached, written)
