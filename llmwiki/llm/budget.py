"""What calls may cost: told before, held while they run."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from llmwiki.config.prices import Price
from llmwiki.errors import ConfigError, CostLimit
from llmwiki.llm.base import Message, Usage
from llmwiki.llm.rates import Rates
from llmwiki.llm.tokens import at_most


class Need(NamedTuple):
    """What questions of one sort would take.

    Attributes:
        limit: Most tokens of a reply, which every sort has its own number of.
        calls: How many.
        tokens_in, tokens_out: Of all of them, about.
    """

    limit: int
    calls: int
    tokens_in: int
    tokens_out: int


class Quote(NamedTuple):
    """What a run would take.

    Attributes:
        calls: How many.
        tokens_in, tokens_out: Of all of them, about.
        money: US dollars, about; None where the price is not known.
        seconds: About, by the latest rates, in which as many were under way together as were then; None where none are known.
    """

    calls: int
    tokens_in: int
    tokens_out: int
    money: float | None
    seconds: float | None


def quote(needs: Iterable[Need], price: Price | None, rates: Rates) -> Quote:
    """What questions would take: replies as long as the latest ones of their sort were, and at their pace."""
    calls, tokens_in, tokens_out, seconds = 0, 0, 0, 0.0
    is_known = True
    for need in needs:
        usual = rates.tokens_out(need.limit)
        out = need.tokens_out if usual is None else round(need.calls * usual)
        time = rates.seconds(need.limit, need.tokens_in, out)
        calls, tokens_in, tokens_out = calls + need.calls, tokens_in + need.tokens_in, tokens_out + out
        is_known, seconds = is_known and time is not None, seconds + (time or 0.0)
    return Quote(calls, tokens_in, tokens_out, price.of(tokens_in, tokens_out) if price else None, seconds if is_known else None)


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
