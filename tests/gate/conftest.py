"""A sample vault for the tests of the gate, on a disk that need not spin."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gate_harness import sample_vault


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process loses nothing that it wrote, so flushing only costs time here; that it is asked for is a test of its own."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    return sample_vault(tmp_path / "vault")
