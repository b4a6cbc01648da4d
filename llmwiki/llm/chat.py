"""Models behind chat completions: OpenAI's own, and the many servers that speak like it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from llmwiki.config.keys import is_loopback
from llmwiki.llm.base import Abilities, Finish, Heard, ModelIdentity, Request, Usage
from llmwiki.llm.failures import FormUnknown
from llmwiki.llm.listening import Listener
from llmwiki.llm.tokens import counted, estimate

if TYPE_CHECKING:
    import openai

    from llmwiki.llm.refusals import Server
    from llmwiki.llm.wire import Wire

_ENDS: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "refusal"}
_ALTERNATIVES = 20
"""Most that OpenAI tells."""

_OPTIONAL = ("stream_options", "temperature", "max_tokens", "top_logprobs")
"""Parameters that some servers do not take; ``max_tokens`` has another name there."""


class ChatProvider:
    """Asks a server of chat completions.

    Args:
        url: Of the server, with the path that its manual names (mostly ``/v1``).
        model: As the server names it.
        key: Sent as a bearer token; empty: none is sent.
        timeout: Seconds that one call may take.
        identity: When the model is known under another name.
    """

    def __init__(self, url: str, model: str, *, key: str = "", timeout: float = 120.0, identity: ModelIdentity | None = None) -> None:
        self._url, self._model, self._key, self._timeout = url, model, key, timeout
        self._identity = identity or ModelIdentity("openai", model, urlsplit(url).netloc.lower())
        self._left_out: set[str] = set()

    @property
    def identity(self) -> ModelIdentity:
        """The model that is asked."""
        return self._identity

    @property
    def abilities(self) -> Abilities:
        """What servers of this kind may do; each of them can do less."""
        return Abilities(is_local=is_loopback(self._url))

    def hear(self, request: Request) -> Heard:
        """Ask once; parameters that the server does not take are left out from then on."""
        while True:
            try:
                return self._heard(request)
            except FormUnknown as unknown:
                words = str(unknown)
                named = next((name for name in _OPTIONAL if name in words and name not in self._left_out), None)
                if named is None:
                    raise
                self._left_out.add(named)

    def _heard(self, request: Request) -> Heard:
        with self._server.asked(self._wire, request.limit):
            return self._probed(request) if request.is_probe else self._streamed(request)

    def _streamed(self, request: Request) -> Heard:
        import httpx2

        listener, finish, usage, declines = Listener(request.limit), None, None, False
        with self._client.chat.completions.create(**self._asked(request), stream=True) as stream:
            for chunk in stream:
                usage = _usage(chunk) or usage
                if not chunk.choices:
                    continue
                choice = chunk.choices[0]
                declines = declines or bool(getattr(choice.delta, "refusal", None))
                finish = choice.finish_reason or finish
                if not listener.take(_text(choice.delta.content)):
                    break
        if listener.broken_off is None and finish is None:
            raise httpx2.ReadError("it ended before the reply did")
        end = listener.broken_off or ("refusal" if declines else _ENDS.get(str(finish), "stop"))
        return Heard(listener.text, end, usage or estimate(request.messages, listener.text))

    def _probed(self, request: Request) -> Heard:
        wanted: dict[str, Any] = {} if "top_logprobs" in self._left_out else {"logprobs": True, "top_logprobs": _ALTERNATIVES}
        answer = self._client.chat.completions.create(**self._asked(request), **wanted)
        choice = answer.choices[0]
        text = _text(choice.message.content)
        tokens = choice.logprobs.content if choice.logprobs else None
        first = _probable(tokens[0].top_logprobs) if tokens else ()
        usage = _usage(answer) or estimate(request.messages, text)
        return Heard(text, _ENDS.get(str(choice.finish_reason), "stop"), usage, first)

    def _asked(self, request: Request) -> dict[str, Any]:
        asked: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "max_completion_tokens" if "max_tokens" in self._left_out else "max_tokens": request.limit,
        }
        if "temperature" not in self._left_out:
            asked["temperature"] = 0
        if not request.is_probe and "stream_options" not in self._left_out:
            asked["stream_options"] = {"include_usage": True}
        if request.schema is not None and request.form in {"schema", "bare"}:
            schema = {"name": "reply", "strict": True, "schema": dict(request.schema)}
            asked["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif request.form == "object":
            asked["response_format"] = {"type": "json_object"}
        return asked

    @cached_property
    def _client(self) -> openai.OpenAI:
        import openai

        return openai.OpenAI(api_key="unused", base_url=self._url, max_retries=0, timeout=None, http_client=self._wire.client)

    @cached_property
    def _wire(self) -> Wire:
        from llmwiki.llm.wire import Wire

        return Wire(self._url, "authorization", f"Bearer {self._key}" if self._key else "")

    @cached_property
    def _server(self) -> Server:
        import openai

        from llmwiki.llm.refusals import Server

        return Server(openai, self._url, self._model, self._timeout, self._key)


def _text(content: object) -> str:
    if content is not None and not isinstance(content, str):
        raise TypeError("a reply that is no text")
    return content or ""


def _usage(answer: Any) -> Usage | None:  # noqa: ANN401 - whatever the server says
    said = getattr(answer, "usage", None)
    if said is None:
        return None
    details = getattr(said, "prompt_tokens_details", None)
    return Usage(counted(said.prompt_tokens), counted(said.completion_tokens), counted(getattr(details, "cached_tokens", 0)))


def _probable(alternatives: Iterable[Any]) -> tuple[tuple[str, float], ...]:
    return tuple((one.token, math.exp(min(0.0, one.logprob))) for one in alternatives if isinstance(one.token, str))
