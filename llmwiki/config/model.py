"""The table ``[model]``: which language model is asked, and how much it may cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from llmwiki.config.addresses import address_of
from llmwiki.config.prices import Price, read_price
from llmwiki.config.tables import CONFIG_PATH, choice_of, count_of, number_of, path_of, refuse_unknown, table_of, text_of, wrong
from llmwiki.config.user import VARIABLE

Provider = Literal["none", "openai", "anthropic", "local", "replay", "agent"]
Way = Literal["auto", "judge", "writer"]

ADDRESSES: dict[str, str] = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
"""Where a provider is asked when no address is set."""

MOST_COST = 100_000.0
_MOST_JOBS = 64


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The table ``[model]``. The temperature is no setting: it is always 0, so that the same prompt has the same reply.

    Attributes:
        provider: ``openai`` for every server that speaks chat completions, ``anthropic``, ``local`` for a GGUF file in this process,
            ``replay`` for kept replies alone, ``agent`` for a person's own agent, which answers with ``wiki work``; ``none``: no model.
        model: As the provider names it; of ``local`` the path of the file; of ``replay`` the model that gave the replies.
        base_url: Of the server; empty: the provider's own.
        key_env: Name of the environment variable with the key; it must be the one that the person's settings name for the host.
        max_cost: Most US dollars that one command may spend; None: no limit.
        timeout: Seconds that one call may take.
        jobs: Calls at a time.
        way: What the model is used for: ``judge``, ``writer``, or ``auto``: what its calibration found.
        prices: What models cost that nobody else has a price for.
        replies: Folder of the replies that ``replay`` reads; None: the vault's own.
    """

    provider: Provider = "none"
    model: str = ""
    base_url: str = ""
    key_env: str = ""
    max_cost: float | None = None
    timeout: float = 120.0
    jobs: int = 1
    way: Way = "auto"
    prices: Mapping[str, Price] = field(default_factory=dict)
    replies: Path | None = None

    @property
    def url(self) -> str:
        """Where the model is asked; empty for ``local`` and ``replay``."""
        return self.base_url or ADDRESSES.get(self.provider, "")


AGENT = ModelSettings(provider="agent", model="agent")
"""The person's own agent, when no settings name it."""


def read_model(table: dict[str, Any]) -> ModelSettings:
    """The settings in the table ``[model]``. Raises ConfigError naming the key that cannot be used."""
    known = {"provider", "model", "base_url", "key_env", "max_cost", "timeout", "jobs", "way", "prices", "replies"}
    refuse_unknown(table, known, "model.")
    provider = choice_of(table, "provider", "openai" if "model" in table or "base_url" in table else "none", get_args(Provider))
    model = text_of(table, "model", AGENT.model if provider == "agent" else "").strip()
    if provider != "none" and not model:
        raise wrong("model", "the name of a model, as its provider writes it", 'model = "qwen3:8b"')
    variable = text_of(table, "key_env", "")
    if variable and not VARIABLE.fullmatch(variable):
        raise wrong("key_env", "the name of an environment variable, never the key itself", 'key_env = "OPENAI_API_KEY"')
    return ModelSettings(
        provider=provider,
        model=model,
        base_url=address_of(table, "base_url", "http://localhost:11434/v1"),
        key_env=variable,
        max_cost=number_of(table, "max_cost", 1.0, 0, MOST_COST) if "max_cost" in table else None,
        timeout=number_of(table, "timeout", 120, 0.1, 3_600),
        jobs=count_of(table, "jobs", 1, _MOST_JOBS),
        way=choice_of(table, "way", "auto", get_args(Way)),
        prices={name: read_price(name, value, CONFIG_PATH) for name, value in table_of(table, "prices").items()},
        replies=path_of(table, "replies"),
    )
