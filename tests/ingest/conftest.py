"""A small wiki compiled from sources of two languages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from wiki_harness import SOURCES, TODAY, Wiki

from llmwiki.create import create


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """An empty wiki about search."""
    return _made(tmp_path / "wiki")


def _made(root: Path) -> Wiki:
    create(root, domain="Search in libraries", tags=["search", "library", "retrieval"], language="en", now=TODAY.isoformat())
    return Wiki(root)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki that has compiled the samples; it is copied, never used."""
    wiki = _made(tmp_path_factory.mktemp("compiled") / "wiki")
    wiki.ingest(*SOURCES)
    return wiki.root


@pytest.fixture
def compiled(template: Path, tmp_path: Path) -> Wiki:
    """The same wiki with all sample sources compiled."""
    return Wiki(Path(shutil.copytree(template, tmp_path / "wiki", symlinks=True)))
