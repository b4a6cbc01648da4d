"""How far long work is, in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from llmwiki.report.numbers import counted
from llmwiki.report.terminal import inert

if TYPE_CHECKING:
    from rich.status import Status

    from llmwiki.sources.progress import Stage

_MINUTE, _HOUR = 60, 3600
_WORDS: dict[Stage, str] = {"read": "reading", "compile": "making pages", "write": "writing", "ask": "asking the model"}


class Renewing:
    """A line on stderr that is written anew.

    Args:
        status: What shows it.
    """

    def __init__(self, status: Status) -> None:
        self._status = status

    def __call__(self, line: str) -> None:
        """Show another line in its place."""
        from rich.text import Text

        self._status.update(Text(inert(line), overflow="ellipsis", no_wrap=True))

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Out of the way while something is asked."""
        self._status.stop()
        try:
            yield
        finally:
            self._status.start()


@contextmanager
def renewing_line() -> Iterator[Renewing]:
    """A line on stderr that is written anew, and is gone at the end. For a terminal only."""
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(_WORDS["read"])) as status:
        yield Renewing(status)


class Told:
    """Says how many inputs are done, how many a second, and how long the rest will take.

    Args:
        show: Takes a line.
        every: Seconds between two lines.
        clock: Gives seconds that only ever grow.
    """

    def __init__(self, show: Callable[[str], object], every: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.show, self._every, self._clock = show, every, clock
        self._start = self._last = clock()
        self._inputs = self._bytes = self._total = self._answers = 0
        self._asked_from = self._start

    def begin(self, stage: Stage, total: int) -> None:
        """A stage begins; reading and asking know about where they end."""
        self._total = total
        self._asked_from, self._answers = self._clock(), 0
        if stage not in {"read", "ask"}:
            self._say(f"{_WORDS[stage]} ({counted(self._inputs, 'input')} read)")

    def took(self, name: str) -> None:
        """One more input."""
        self._inputs += 1
        self._say(f"{self._line(0)}  {name}")

    def passed(self, count: int) -> None:
        """So many more bytes."""
        self._bytes += count

    def within(self, name: str, count: int) -> None:
        """Somewhere inside of a long input."""
        self._say(f"{self._line(count)}  {name}")

    def answered(self) -> None:
        """One more answer; further questions may follow from it, so that the end is only about known."""
        self._answers += 1
        spent = max(self._clock() - self._asked_from, 1e-6)
        left = max(self._total - self._answers, 0)
        rest = f", about {duration(spent * left / self._answers)} left" if left else ""
        self._say(f"{_WORDS['ask']}: {self._answers:,} of about {max(self._total, self._answers):,} answers{rest}")

    def _say(self, line: str) -> None:
        now = self._clock()
        if now - self._last >= self._every:
            self._last = now
            self.show(line)

    def _line(self, inside: int) -> str:
        """Counts, rates and what is left, with so many bytes of the input under way."""
        spent, done = max(self._clock() - self._start, 1e-6), self._bytes + inside
        line = f"{_WORDS['read']}: {counted(self._inputs, 'input')}, {self._inputs / spent:.1f} and {done / spent / 1e6:.2f} MB a second"
        if not 0 < done < self._total:
            return line
        return f"{line}, {100 * done // self._total} %, {duration(spent * (self._total - done) / done)} left"


class Counted:
    """Says how many of how many things are done, how many a second, and how long the rest will take.

    Args:
        show: Takes a line.
        every: Seconds between two lines.
        doing: What is being done.
        thing: To what, in the singular.
        clock: Gives seconds that only ever grow.
    """

    def __init__(
        self, show: Callable[[str], object], every: float, doing: str, thing: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._show, self._every, self._doing, self._thing, self._clock = show, every, doing, thing, clock
        self._start = self._last = clock()

    def __call__(self, done: int, total: int) -> None:
        """So many are done."""
        now = self._clock()
        if now - self._last < self._every or not done:
            return
        self._last = now
        rate = done / max(now - self._start, 1e-6)
        left = f", {duration((total - done) / rate)} left" if done < total else ""
        self._show(f"{self._doing}: {done:,} of {counted(total, self._thing)}, {rate:.1f} a second{left}")


def duration(seconds: float) -> str:
    """A time in the unit that fits."""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"
