"""A scripted server and a wiki whose settings name it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor_harness import Newsroom
from model_server import Script, model_server


@pytest.fixture
def script() -> Iterator[Script]:
    with model_server() as script:
        yield script


@pytest.fixture
def newsroom(tmp_path: Path, script: Script) -> Newsroom:
    """A wiki on search whose model is a judge that says nothing useful until a test tells it to."""
    return Newsroom.build(tmp_path / "wiki", script)
