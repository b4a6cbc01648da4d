"""A small wiki compiled from sources of two languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from wiki_harness import SOURCES, TODAY, Wiki

from llmwiki.create import create


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """An empty wiki about search."""
    root = tmp_path / "wiki"
    create(root, domain="Search in libraries", tags=["search", "library", "retrieval"], language="en", now=TODAY.isoformat())
    return Wiki(root)


@pytest.fixture
def compiled(wiki: Wiki) -> Wiki:
    """The same wiki with all sample sources compiled."""
    wiki.ingest(*SOURCES)
    return wiki
