"""What calls may cost: told before, held while they run."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from llmwiki.config.prices import Price
from llmwiki.errors import ConfigError, CostLimit
from llmwiki.llm.base import Message, Usage
from llmwiki.llm.calls import Rates
from llmwiki.llm.tokens import at_most

_WRITING = 6
"""Time of a token of the reply against one of the prompt: a small model on a CPU reads 150 tokens a second and writes 25."""


class Quote(NamedTuple):
    """What a run would take.

    Attributes:
        calls: How many.
        tokens_in, tokens_out: Of all of them, about.
        money: US dollars, about; None where the price is not known.
        seconds: One after the other, by the latest rates; None where none are known.
    """

    calls: int
    tokens_in: int
    tokens_out: int
    money: float | None
    seconds: float | None


def quote(calls: int, tokens_in: int, tokens_out: int, price: Price | None, rates: Rates) -> Quote:
    """What so many calls with so many tokens would take; time by the weight of their tokens against those of the latest calls."""
    money = price.of(tokens_in, tokens_out) if price else None
    before = rates.tokens_in + _WRITING * rates.tokens_out
    seconds = rates.seconds_a_call * (tokens_in + _WRITING * tokens_out) / before if before else None
    return Quote(calls, tokens_in, tokens_out, money, seconds if calls else 0.0)


class Budget:
    """A limit on the cost of one command; calls of several threads share it.

    Before a call its worst case is set aside, so the limit holds even while others are under way.

    Args:
        price: Of the model; None: not known.
        most: US dollars; None: no limit.

    Raises ConfigError when there is a limit and no price, since it could not be held.
    """

    def __init__(self, price: Price | None, most: float | None) -> None:
        if price is None and most is not None:
            what = "the price of the model is not known, so the limit on the cost (max_cost) cannot be held"
            raise ConfigError(what, 'set [prices."MODEL"] with input and output in ~/.config/llmwiki/config.toml, or take max_cost out')
        self.price = price
        self.most = most
        self.spent = 0.0
        self._aside = 0.0
        self._lock = threading.Lock()

    def set_aside(self, messages: Sequence[Message], limit: int) -> float:
        """Set the worst case of a call aside, and give it in US dollars. Raises CostLimit when it could pass the limit."""
        worst = self._worst(messages, limit)
        with self._lock:
            if self.most is not None and self.spent + self._aside + worst > self.most:
                told = f"the next call could cost {_dollars(worst)}, with {_dollars(self.spent)} spent of {_dollars(self.most)} (max_cost)"
                raise CostLimit(told, "what was done is kept; set max_cost higher, or take a cheaper model")
            self._aside += worst
        return worst

    def settle(self, aside: float, usage: Usage | None) -> float | None:
        """Take what was set aside back and count what a call took: None: nothing. Gives US dollars, None where the price is not known."""
        money = self.money(usage) if usage else 0.0
        with self._lock:
            self._aside -= aside
            self.spent += money or 0.0
        return money

    def money(self, usage: Usage) -> float | None:
        """What a call cost, in US dollars; None where the price is not known."""
        return self.price.of(usage.tokens_in, usage.tokens_out, usage.cached, usage.written) if self.price else None

    def _worst(self, messages: Sequence[Message], limit: int) -> float:
        if self.price is None:
            return 0.0
        dearest = max(self.price.input, self.price.written)
        return Price(dearest, self.price.output, dearest, dearest).of(at_most(messages), limit)


def _dollars(money: float) -> str:
    return f"${money:.4f}" if money < 1 else f"${money:.2f}"
