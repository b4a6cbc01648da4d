"""A sample vault for the tests of the gate."""

from __future__ import annotations

from pathlib import Path

import pytest
from gate_harness import sample_vault


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return sample_vault(tmp_path / "vault")
