"""Many small writes at once."""

from __future__ import annotations

from functools import partial
from time import sleep

import pytest

from llmwiki.vault.disk import MANY, side_by_side


@pytest.mark.parametrize("count", [3, MANY, 200 * MANY])
def test_each_is_done_and_the_first_that_failed_is_told(count: int) -> None:
    done: list[int] = []

    def job(number: int) -> None:
        if number and number % 2 == 0:
            raise OSError(f"no room for {number}")
        done.append(number)

    side_by_side([partial(job, number) for number in range(1, 2 * count, 2)])
    assert sorted(done) == list(range(1, 2 * count, 2))
    with pytest.raises(OSError, match=r"no room for 2$"):
        side_by_side([partial(job, number) for number in range(count)])
    ended = len(done)
    sleep(0.02)
    assert len(done) == ended
