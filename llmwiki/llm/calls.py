"""The ledger of calls: who was asked, when, for how many tokens and how much money. No prompt, no reply, no key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from llmwiki.config import fixed_moment
from llmwiki.llm.base import Usage
from llmwiki.llm.rates import Rates, rates_of
from llmwiki.vault.localfile import add_line


class Call(NamedTuple):
    """One call.

    Attributes:
        time: When it ended, UTC.
        operation: What it was for, such as ``ingest``.
        model: Key of the model's identity.
        tokens_in, tokens_out: Counted by the provider, or estimated.
        money: US dollars; None where the price is not known.
        seconds: How long it took; of calls that were under way together each its share.
        limit: Most tokens that the reply could have, which tells sorts of questions apart; 0: not written down.
        is_answered: Whether a reply came; else the tokens are the worst case, and the time is that of giving up.
    """

    time: str
    operation: str
    model: str
    tokens_in: int
    tokens_out: int
    money: float | None
    seconds: float
    limit: int = 0
    is_answered: bool = True


class Spent(NamedTuple):
    """Calls taken together.

    Attributes:
        calls: How many.
        tokens_in, tokens_out: Of all.
        money: US dollars of those whose price is known.
        unpriced: Calls whose price is not known.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0
    unpriced: int = 0

    def plus(self, call: Call) -> Spent:
        """With one call more."""
        return Spent(
            self.calls + 1,
            self.tokens_in + call.tokens_in,
            self.tokens_out + call.tokens_out,
            self.money + (call.money or 0.0),
            self.unpriced + (call.money is None),
        )

    def less(self, before: Spent) -> Spent:
        """What came to it since ``before``."""
        return Spent(
            self.calls - before.calls,
            self.tokens_in - before.tokens_in,
            self.tokens_out - before.tokens_out,
            self.money - before.money,
            self.unpriced - before.unpriced,
        )


class Calls:
    """The file of calls of one vault.

    Args:
        root: The vault.
        path: Of the file below it.
    """

    def __init__(self, root: Path, path: str) -> None:
        self._root, self._path = root, path

    def add(
        self, operation: str, model: str, usage: Usage, money: float | None, seconds: float, *, limit: int = 0, is_answered: bool = True
    ) -> Call:
        """Add a call. Raises WriteError, and NameRefused where a link leads out of the vault."""
        moment = (fixed_moment() or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
        call = Call(moment, operation, model, usage.tokens_in, usage.tokens_out, money, round(seconds, 3), limit, is_answered)
        add_line(self._root, self._path, json.dumps(call._asdict(), ensure_ascii=False).encode("utf-8", "replace"))
        return call

    def spent(self) -> dict[str, Spent]:
        """What each operation took so far, in the order of their names."""
        totals: dict[str, Spent] = {}
        for call in self._all():
            totals[call.operation] = totals.get(call.operation, Spent()).plus(call)
        return dict(sorted(totals.items()))

    def rates(self, model: str) -> Rates:
        """How fast a model was in its latest calls."""
        return rates_of(call for call in self._all() if call.model == model and call.is_answered)

    def _all(self) -> Iterator[Call]:
        """The calls, the oldest first; a line that a crash or a stranger left half is passed over, since it tells of no call."""
        try:
            with (self._root / self._path).open("rb") as lines:
                for line in lines:
                    call = _read(line)
                    if call:
                        yield call
        except FileNotFoundError:
            return


def _read(line: bytes) -> Call | None:
    try:
        data: dict[str, Any] = json.loads(line)
        call = Call(**data)
    except (ValueError, TypeError, RecursionError):
        return None
    texts = all(isinstance(value, str) for value in call[:3])
    numbers = all(isinstance(value, int | float) for value in (*call[3:5], call.seconds)) and isinstance(call.money, int | float | None)
    return call if texts and numbers and isinstance(call.limit, int) else None
