"""How fast a model was lately, by the sort of question: a word takes another time than a list of claims."""

from __future__ import annotations

import math
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from llmwiki.llm.calls import Call

_LATEST = 50
"""Calls of a sort that count."""

_WRITING = 6
"""Time of a token of the reply against one of the prompt: a small model on a CPU reads 150 tokens a second and writes 25."""


class Rate(NamedTuple):
    """How fast calls of one sort were.

    Attributes:
        pace: Seconds for the weight of one token of the prompt, the slowest call left out: the first one, which waits for a model to
            be loaded or its prompt to be read for the first time, tells nothing of the others.
        tokens_out: Of a reply, on the average.
    """

    pace: float
    tokens_out: float


@dataclass(frozen=True, slots=True)
class Rates:
    """How fast a model was.

    Attributes:
        by_limit: Most tokens of the reply, which every sort of question has its own number of -> how fast such calls were; 0: calls
            of which it was not written down.
    """

    by_limit: Mapping[int, Rate] = field(default_factory=dict)

    def tokens_out(self, limit: int) -> float | None:
        """Tokens of a reply of this sort; None where none came yet."""
        rate = self.by_limit.get(limit)
        return rate.tokens_out if rate else None

    def seconds(self, limit: int, tokens_in: float, tokens_out: float) -> float | None:
        """Time of so many tokens in calls of this sort, else of the sort that is most like it; None where nothing is known."""
        known = [other for other in self.by_limit if other] or list(self.by_limit)
        if not known:
            return None
        nearest = min(known, key=lambda other: (abs(math.log(max(other, 1) / limit)), other))
        return self.by_limit[nearest].pace * weight(tokens_in, tokens_out)


def rates_of(calls: Iterable[Call]) -> Rates:
    """The rates of a model's calls, the oldest first."""
    latest: dict[int, deque[Call]] = defaultdict(lambda: deque(maxlen=_LATEST))
    for call in calls:
        if weight(call.tokens_in, call.tokens_out):
            latest[call.limit].append(call)
    return Rates({limit: _rate(list(found)) for limit, found in latest.items()})


def weight(tokens_in: float, tokens_out: float) -> float:
    """What a call takes, in tokens of the prompt."""
    return tokens_in + _WRITING * tokens_out


def _rate(calls: list[Call]) -> Rate:
    quickest = sorted(calls, key=lambda call: call.seconds / weight(call.tokens_in, call.tokens_out))[: max(1, len(calls) - 1)]
    pace = sum(call.seconds for call in quickest) / sum(weight(call.tokens_in, call.tokens_out) for call in quickest)
    return Rate(pace, sum(call.tokens_out for call in calls) / len(calls))


@dataclass
class Shares:
    """The time of calls that are under way together, shared out among them: what they took adds up to the time that went by.

    Attributes:
        now: A clock, in seconds.
    """

    now: Callable[[], float] = time.monotonic
    _share: float = field(default=0.0, init=False)
    _last: float = field(default=0.0, init=False)
    _under_way: int = field(default=0, init=False)
    _guard: threading.Lock = field(default_factory=threading.Lock, init=False)

    def begin(self) -> float:
        """A call begins; what it gets is handed in at its end."""
        with self._guard:
            self._go_on(1)
            return self._share

    def end(self, begun: float) -> float:
        """A call ends: the seconds that are its own."""
        with self._guard:
            self._go_on(-1)
            return self._share - begun

    def _go_on(self, change: int) -> None:
        moment = self.now()
        if self._under_way:
            self._share += (moment - self._last) / self._under_way
        self._last = moment
        self._under_way += change
