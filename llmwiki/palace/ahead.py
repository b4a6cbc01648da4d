"""Work that is begun before its outcome is needed, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Outcome = TypeVar("Outcome")


def ahead(work: Callable[[], Outcome]) -> Callable[[], Outcome]:
    """Begin some work; what is returned gives its outcome or raises what went wrong, and waits while it is under way.

    Nobody has to ask for the outcome, and nothing waits for the work when the program ends or is interrupted.
    """
    future: Future[Outcome] = Future()
    Thread(target=_fulfil, args=(future, work), daemon=True).start()
    return future.result


def _fulfil(future: Future[Outcome], work: Callable[[], Outcome]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where the outcome is asked for
        future.set_exception(error)
