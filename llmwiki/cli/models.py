"""``wiki models``."""

from __future__ import annotations

from typing import Annotated, cast

import typer

from llmwiki.cli.door import Door
from llmwiki.cli.voice import say_json, tell
from llmwiki.errors import ConfigError
from llmwiki.models import Chosen, models
from llmwiki.report.models import model_json, model_lines
from llmwiki.report.terminal import print_lines

_WAYS = ("auto", "judge", "writer")
_HOW = """hint: a model is set in .wiki/config.toml, for example one that Ollama serves on this machine:
  [model]
  base_url = "http://localhost:11434/v1"
  model = "qwen3:8b"
docs/models.md has the others."""


def command(
    context: typer.Context,
    *,
    way: Annotated[str | None, typer.Option("--way", help="Use it as judge or writer from now on; auto: as found.", metavar="WAY")] = None,
    again: Annotated[bool, typer.Option("--again", help="Try anew what it is fit for.")] = False,
) -> int:
    """Show the language model, test it, find out what it is fit for.

    The test is one call. The first time ten short questions follow: models that choose well from lists may write, models that only tell
    well whether two names mean one thing judge, others name things.
    """
    door = Door.of(context)
    if way is not None and way not in _WAYS:
        raise ConfigError(f"--way cannot be {way}", "one of " + ", ".join(_WAYS))
    result = models(door.workspace(), cast("Chosen | None", way), again=again)
    if door.json:
        say_json(model_json(result))
        return 0
    print_lines(model_lines(result))
    if result.settings.provider == "none":
        tell(_HOW)
    return 0
