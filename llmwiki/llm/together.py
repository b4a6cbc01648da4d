"""Several questions at a time, the answers in the order of the questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def together(ask: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> list[Result]:
    """What ``ask`` gives for each item, ``jobs`` at a time.

    The first error, or an interrupt, is raised at once: nobody waits for the calls that are under way then, and no further one begins.
    A pool of ``concurrent.futures`` would wait for them, when the program ends at the latest.
    """
    if jobs < 2 or len(items) < 2:  # noqa: PLR2004 - one after the other
        return [ask(item) for item in items]
    from multiprocessing.pool import ThreadPool  # its threads are daemons

    def numbered(at: int) -> tuple[int, Result]:
        return at, ask(items[at])

    with ThreadPool(min(jobs, len(items))) as pool:
        results = dict(pool.imap_unordered(numbered, range(len(items))))
    return [results[at] for at in range(len(items))]
