"""The model that the settings name."""

from __future__ import annotations

from pathlib import Path

from llmwiki.config import ModelSettings
from llmwiki.config.keys import is_loopback, key_for
from llmwiki.config.prices import FREE, Price, price_of
from llmwiki.config.user import UserSettings, load_user
from llmwiki.errors import ConfigError
from llmwiki.llm.base import Provider
from llmwiki.llm.budget import Budget
from llmwiki.llm.caller import Caller
from llmwiki.llm.calls import Calls
from llmwiki.llm.client import Client
from llmwiki.llm.kept import Replies
from llmwiki.llm.known import Fitness, Known, KnownModels
from llmwiki.llm.places import CALLS, REPLIES


def open_model(settings: ModelSettings, root: Path, operation: str, *, asks_anew: bool = False) -> Client | None:
    """The model of the settings, for one command; nothing is loaded or asked yet. None where no model is set.

    Args:
        settings: Of the vault.
        root: The vault; kept replies and the ledger of calls lie in it.
        operation: What the calls are for, such as ``ingest``.
        asks_anew: Whether kept replies are neither read nor written.

    Raises:
        ConfigError: what the settings name cannot be used: a key that is not meant for the host, a limit without a price.
    """
    if settings.provider == "none":
        return None
    user = load_user()
    provider = _provider(settings, root, user)
    caller = Caller(
        provider,
        operation,
        Budget(price(settings, user), _most(settings, user)),
        Calls(root, CALLS) if settings.provider not in {"replay", "agent"} else None,
        settings.timeout,
        settings.jobs,
    )
    known = KnownModels(root).find(provider.identity)
    replies = Replies(root, str(settings.replies or REPLIES) if settings.provider == "replay" else REPLIES)
    return Client(caller, None if asks_anew else replies, known.form if known else None)


def price(settings: ModelSettings, user: UserSettings) -> Price | None:
    """What the model costs: as the person says, nothing on this machine, as it is known; None: nobody knows."""
    own = user.prices.get(settings.model)
    if own is None and (settings.provider in {"local", "replay", "agent"} or is_loopback(settings.url)):
        return FREE
    return own or price_of(settings.model, user.prices, settings.prices)


def way_of(settings: ModelSettings, known: Known | None) -> Fitness:
    """What a model is used for: as chosen on the command line, else in the settings, else as its calibration found.

    A model that was never tried is a judge, which is the careful way; an agent runs on a large model.
    """
    if settings.provider == "agent" and settings.way == "auto":
        return "writer"
    by_hand = known.by_hand if known else None
    found = known.fitness if known else "judge"
    return by_hand or (found if settings.way == "auto" else settings.way)


def _most(settings: ModelSettings, user: UserSettings) -> float | None:
    """The lower limit of the vault's and the person's."""
    return min((most for most in (settings.max_cost, user.max_cost) if most is not None), default=None)


def _provider(settings: ModelSettings, root: Path, user: UserSettings) -> Provider:
    if settings.provider == "replay":
        from llmwiki.llm.replay import ReplayProvider

        return ReplayProvider(settings.model, str(settings.replies or REPLIES))
    if settings.provider == "agent":
        from llmwiki.llm.agent import AgentProvider

        return AgentProvider(settings.model)
    if settings.provider == "local":
        from llmwiki.llm.local import LocalProvider

        return LocalProvider(_model_file(settings.model, root), timeout=settings.timeout, jobs=settings.jobs)
    key = key_for(settings.url, settings.key_env, user)
    if settings.provider == "anthropic":
        from llmwiki.llm.messages import AnthropicProvider

        return AnthropicProvider(settings.url, settings.model, key=key, timeout=settings.timeout)
    from llmwiki.llm.chat import ChatProvider

    return ChatProvider(settings.url, settings.model, key=key, timeout=settings.timeout)


def _model_file(name: str, root: Path) -> Path:
    """The weights. Not out of the vault: those may come from a stranger, and whatever reads them is no parser for hostile files."""
    try:
        file = Path(name).expanduser()
    except RuntimeError as error:
        raise ConfigError(f"model.model leads nowhere: {name}", "set it to the path of a GGUF file") from error
    if not file.is_absolute() or file.resolve().is_relative_to(root.resolve()):
        raise ConfigError("model.model must be the full path of a GGUF file outside the vault", 'for example: model = "~/models/qwen.gguf"')
    return file
