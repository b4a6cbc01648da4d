"""Progress of an ingest on stderr: a line that renews itself in a terminal, else a plain line every few seconds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from llmwiki.cli.voice import tell
from llmwiki.report.progress import Counted, Renewing, Told, renewing_line
from llmwiki.sources.progress import UNWATCHED, Watch

_EVERY = 5.0
"""Seconds between plain lines; shorter runs print none."""
_OFTEN = 0.1
"""Seconds between renewals in a terminal."""


@contextmanager
def shown(*, quiet: bool) -> Iterator[Watch]:
    """Someone to tell of progress; with ``quiet`` nobody listens."""
    if quiet:
        yield UNWATCHED
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with renewing_line() as renew:
            yield Told(renew, _OFTEN)
    else:
        yield Told(tell, _EVERY)


@contextmanager
def out_of_the_way(watch: Watch) -> Iterator[None]:
    """No progress is shown while something is asked."""
    show = watch.show if isinstance(watch, Told) else None
    if isinstance(show, Renewing):
        with show.paused():
            yield
    else:
        yield


@contextmanager
def counting(doing: str, thing: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Someone to tell how many of how many things are done."""
    if quiet:
        yield lambda _done, _total: None
    elif sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        with renewing_line() as renew:
            yield Counted(renew, _OFTEN, doing, thing)
    else:
        yield Counted(tell, _EVERY, doing, thing)
