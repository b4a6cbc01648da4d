"""The update policy on vaults: each file in ``updates/`` is a vault, what is done to it, and what stands in it then."""

from __future__ import annotations

from pathlib import Path

import pytest
from literate import check

CASES = sorted((Path(__file__).parent / "updates").glob("*.md"))


@pytest.mark.trial(but=["contested", "superseded", "event", "split"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, tmp_path: Path) -> None:
    check(case, tmp_path)
