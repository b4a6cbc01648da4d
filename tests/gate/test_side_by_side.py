"""Many small writes at once."""

from __future__ import annotations

from functools import partial

import pytest

from llmwiki.vault.disk import MANY, side_by_side


@pytest.mark.parametrize("count", [3, MANY, 20 * MANY])
def test_all_end_and_the_first_that_failed_is_told(count: int) -> None:
    done: list[int] = []

    def job(number: int) -> None:
        if number and number % 2 == 0:
            raise OSError(f"no room for {number}")
        done.append(number)

    with pytest.raises(OSError, match=r"no room for 2$"):
        side_by_side([partial(job, number) for number in range(count)])
    assert sorted(done) == [number for number in range(count) if number == 0 or number % 2] or count < MANY
    done.clear()
    side_by_side([partial(job, 1)] * count)
    assert len(done) == count
