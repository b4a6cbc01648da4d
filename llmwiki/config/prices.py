"""What tokens of a model cost: the table that ships with the product, and the forms of a person's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from llmwiki.assets import asset
from llmwiki.errors import ConfigError

MILLION = 1_000_000
_PARTS = ("input", "output", "cached", "written")
_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens.

    Attributes:
        input: Tokens of the prompt.
        output: Tokens of the reply, thinking included.
        cached: Tokens of the prompt that the provider still had.
        written: Tokens of the prompt that the provider keeps for later.
    """

    input: float
    output: float
    cached: float
    written: float

    def of(self, tokens_in: int, tokens_out: int, cached: int = 0, written: int = 0) -> float:
        """US dollars; ``cached`` and ``written`` are parts of ``tokens_in``."""
        plain = max(0, tokens_in - cached - written)
        return (plain * self.input + cached * self.cached + written * self.written + tokens_out * self.output) / MILLION


FREE = Price(0.0, 0.0, 0.0, 0.0)
"""Of a model that runs on this machine."""


def read_price(model: str, table: Any, file: str) -> Price:  # noqa: ANN401 - whatever TOML can say
    """A price from its table in ``file``; ``cached`` and ``written`` are as ``input`` where they are not set. Raises ConfigError."""
    good = isinstance(table, dict) and {"input", "output"} <= table.keys() <= set(_PARTS) and all(map(_is_amount, table.values()))
    if not good:
        what = f"{file}: the price of {model!r} must have input and output, in US dollars for a million tokens"
        raise ConfigError(what, f'for example: [prices."{model}"] input = 0.25 and output = 2.0; cached and written may be set too')
    amounts = {part: float(table[part]) for part in _PARTS if part in table}
    return Price(**({"cached": amounts["input"], "written": amounts["input"]} | amounts))


def price_of(model: str, own: Mapping[str, Price], vault: Mapping[str, Price]) -> Price | None:
    """What a model costs; None where nobody knows.

    The person's own table goes first, and that of the vault last: a vault that calls a model free could else spend without limit.

    Args:
        model: As the provider names it; the dated form of a name costs what the name does.
        own: Of the person.
        vault: Of the vault's settings.
    """
    shipped = _shipped()
    names = [model, _DATED.sub("", model), _DATED.sub("", model.rpartition("/")[2])]
    return next((table[name] for table in (own, shipped, vault) for name in names if name in table), None)


def _shipped() -> dict[str, Price]:
    import tomllib

    file = asset("templates/prices.toml")
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["prices"]
    return {name: read_price(name, table, file.name) for name, table in tables.items()}


def _is_amount(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and 0 <= value < MILLION
