"""What a person says of a model: which one, for how much, and whether it is worth that."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from llmwiki.cli.progress import out_of_the_way
from llmwiki.cli.voice import tell
from llmwiki.config import ModelSettings
from llmwiki.errors import ConfigError

if TYPE_CHECKING:
    from llmwiki.cli.door import Door
    from llmwiki.llm.budget import Quote
    from llmwiki.sources.progress import Watch
    from llmwiki.workspace import Workspace


def other_model(wiki: Workspace, model: str, max_cost: float | None, jobs: int) -> Workspace:
    """The wiki, with what the command line says of the model.

    Args:
        wiki: The opened wiki.
        model: Name of another model of the same provider; ``none``: no model; empty: as set.
        max_cost: US dollars; None: as set.
        jobs: Questions at a time; 0: as set.

    Raises:
        ConfigError: A model is named, and no provider is set.
    """
    settings = wiki.config.model
    if model == "none":
        return replace(wiki, other_model=ModelSettings())
    if model and settings.provider == "none":
        raise ConfigError("no provider of models is set", "set [model] in .wiki/config.toml; docs/models.md shows how")
    most = settings.max_cost if max_cost is None else max_cost
    changed = replace(settings, model=model or settings.model, jobs=jobs or settings.jobs, max_cost=most)
    return wiki if changed == settings else replace(wiki, other_model=changed)


def agreed(quote: Quote, wiki: Workspace, door: Door, watch: Watch) -> bool:
    """Say what a model would take; where it costs money and a person is there, ask."""
    from llmwiki.report.spent import quote_text

    if wiki.model_settings.provider == "agent":
        tell(f"{quote.calls} questions wait for your agent: `wiki work next`")
        return False
    tell(f"{wiki.model_settings.model}: {quote_text(quote)}")
    if not quote.money or not sys.stdin.isatty():
        return True
    with out_of_the_way(watch):
        return door.agrees("Ask it?")
