"""Calls of a provider: again while that may help, a few at a time, within the limit on the cost, each one written down."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

from llmwiki.llm.base import Heard, Provider, Request, Usage
from llmwiki.llm.budget import Budget
from llmwiki.llm.calls import Calls
from llmwiki.llm.failures import Passing
from llmwiki.llm.rates import Shares
from llmwiki.llm.tokens import at_most

_PAUSES = (0.5, 2.0, 8.0)
"""Seconds before the second, third and fourth try; up to a quarter more, so that clients do not come back all at once."""

_PATIENCE = 3.0
"""All tries of a call together may take this many times what one may, whatever the server asks for."""


@dataclass
class Caller:
    """Asks a provider, and pays.

    Attributes:
        provider: Who is asked.
        operation: What the calls are for, for the ledger.
        budget: The limit on the cost.
        calls: The ledger; None: nothing is written down.
        timeout: Seconds that one call may take.
        jobs: Calls at a time.
        pauses: Seconds before each further try.
    """

    provider: Provider
    operation: str
    budget: Budget
    calls: Calls | None = None
    timeout: float = 120.0
    jobs: int = 1
    pauses: tuple[float, ...] = _PAUSES
    _turn: threading.Semaphore = field(init=False)
    _shares: Shares = field(default_factory=Shares, init=False)

    def __post_init__(self) -> None:
        self._turn = threading.Semaphore(self.jobs)

    def hear(self, request: Request) -> Heard:
        """One question, asked again while that may help.

        Raises:
            FormUnknown: The server does not take the request's form.
            CostLimit: The call could pass the limit on the cost; nobody was asked.
            ServiceError: The server failed, again and again where that may pass.
        """
        end = time.monotonic() + _PATIENCE * self.timeout
        with self._turn:
            for pause in (*self.pauses, None):
                try:
                    return self._paid(request)
                except Passing as trouble:
                    wait = max((pause or 0.0) * (1 + random.random() / 4), trouble.wait)  # noqa: S311 - no secret
                    if pause is None or time.monotonic() + wait > end:
                        raise trouble.error from None
                time.sleep(wait)
        raise AssertionError("the last try ends with an answer or an error")

    def _paid(self, request: Request) -> Heard:
        """One call, within the limit on the cost and written down."""
        aside = self.budget.set_aside(request.messages, request.limit)
        begun, usage, is_answered = self._shares.begin(), None, False
        try:
            heard = self.provider.hear(request)
            usage, is_answered = heard.usage, True
        except Passing as trouble:
            # The server may have worked for it, and nobody told how much: the worst is assumed.
            usage = Usage(at_most(request.messages), request.limit, is_counted=False) if trouble.is_billed else None
            raise
        finally:
            seconds = self._shares.end(begun)
            money = self.budget.settle(aside, usage)
            if self.calls and usage:
                model = self.provider.identity.key
                self.calls.add(self.operation, model, usage, money, seconds, limit=request.limit, is_answered=is_answered)
        return heard
