"""What a language model is to the rest of the house, and what one provider has to do to be one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal", "loop", "control", "size"]
Form = Literal["schema", "bare", "object", "text"]
"""How a structured reply is asked for: by its JSON schema, by the schema without bounds of texts and lists (which some providers refuse),
as any JSON object, or in words alone."""

LADDER: tuple[Form, ...] = ("schema", "bare", "object", "text")

Value = TypeVar("Value")


class Message(NamedTuple):
    """One turn of a conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """Which model it is.

    Attributes:
        provider: As the settings name it.
        model: As the provider names it.
        host: Of the server, with its port; empty: in this process.
        parameters: What else decides a reply.
    """

    provider: str
    model: str
    host: str = ""
    parameters: tuple[tuple[str, float], ...] = (("temperature", 0.0),)

    @property
    def key(self) -> str:
        """Under which what is known of the model is kept."""
        return f"{self.provider}:{self.model}@{self.host}" if self.host else f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a call.

    Attributes:
        tokens_in: Of the prompt, whether the provider still had them or not.
        tokens_out: Of the reply, thinking included.
        cached: Part of ``tokens_in`` that the provider still had.
        written: Part of ``tokens_in`` that the provider keeps for later, at a price.
        is_counted: Whether the provider counted; else it is an estimate.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    written: int = 0
    is_counted: bool = True


@dataclass(frozen=True, slots=True)
class Reply(Generic[Value]):
    """What a model said.

    Attributes:
        text: Without its thinking.
        value: What it means, in the shape that was asked for; None where none was.
        finish: Why it ended; ``stop`` always, since everything else is an error.
        usage: Tokens of the call that gave it; those of a kept reply are of the call of then.
        is_kept: Whether it was read from the kept replies, and nobody asked.
        fallen: Items of it that do not fit and are not in ``value``, each with its reason.
    """

    text: str
    value: Value
    finish: Finish = "stop"
    usage: Usage = Usage()
    is_kept: bool = False
    fallen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a provider can do.

    Attributes:
        forms: Forms of structured replies that it may know, the strictest first.
        probabilities: Whether it tells how probable the first token was.
        caches_prefix: Whether the beginning that many prompts share is marked for it, and costs less from the second call on.
        is_local: Whether it runs on this machine, and costs nothing.
    """

    forms: tuple[Form, ...] = LADDER
    probabilities: bool = True
    caches_prefix: bool = False
    is_local: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    Attributes:
        messages: The system's first.
        limit: Most tokens of the reply.
        form: How a structured reply is asked for.
        schema: JSON schema of the reply, in the form that ``form`` names; None for plain text.
        is_probe: Whether the probabilities of the first token are wanted.
    """

    messages: tuple[Message, ...]
    limit: int
    form: Form = "text"
    schema: Mapping[str, Any] | None = None
    is_probe: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """What a provider's server said to one request.

    Attributes:
        text: As it came, thinking in tags included.
        finish: Why it ended.
        usage: What was counted, or estimated where it was broken off.
        first: Candidates for the first token with their probabilities; empty where the server tells none.
    """

    text: str
    finish: Finish
    usage: Usage
    first: tuple[tuple[str, float], ...] = ()


class Provider(Protocol):
    """One way to reach models. It asks once: forms, errors of replies, retries and cost are its caller's."""

    @property
    def identity(self) -> ModelIdentity:
        """The model that it asks."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do, as far as is known before it is asked."""
        ...

    def hear(self, request: Request) -> Heard:
        """Ask once.

        Raises:
            FormUnknown: The server does not take the request's form.
            Passing: A failure that may pass.
            ServiceError: Any other failure.
            ConfigError: What it needs is not installed, or a key is missing.
        """
        ...


class Model(Protocol):
    """A language model: asked for texts, for values of a shape, or for a probability."""

    @property
    def identity(self) -> ModelIdentity:
        """Which model it is."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do."""
        ...

    def complete(self, messages: Sequence[Message], shape: type[Value], *, limit: int = 1024) -> Reply[Value]:
        """Ask for a value.

        Args:
            messages: The system's first; what many calls share stands at the beginning.
            shape: A dataclass that ``llm.shape`` can read, or ``str`` for plain text.
            limit: Most tokens of the reply.

        Raises:
            Truncated: The reply reached ``limit``.
            ModelRefused: The model declined.
            BadReply: The reply does not fit, and did not when asked again.
            CostLimit: The call could pass the limit on the cost; nobody was asked.
            ServiceError: The server failed.
        """
        ...

    def is_kept(self, messages: Sequence[Message], shape: type | None, *, limit: int) -> bool:
        """Whether the reply to a question is kept, so that nobody would be asked.

        Args:
            messages: As they would be asked.
            shape: As for :meth:`complete`; None: a question for :meth:`probe`.
            limit: As for :meth:`complete`; 1 for a probe.
        """
        ...

    def probe(self, messages: Sequence[Message]) -> float:
        """Probability that the answer to a yes/no question is yes; 1.0, 0.5 or 0.0 where the provider tells no probabilities.

        Raises as :meth:`complete` does.
        """
        ...
