"""Comparing what a converter makes with a file beside the tests."""

from __future__ import annotations

import os
from pathlib import Path

from llmwiki.sources.base import Source

GOLDEN = Path(__file__).parent / "golden"


def check(name: str, source: Source) -> None:
    """Assert that a source is as a golden file says, or rewrite the file when ``WIKI_UPDATE`` is set."""
    shown = "".join(
        f"{key}: {getattr(source, key)}\n" for key in ("title", "kind", "language", "author", "date", "origin", "tags", "notes")
    )
    made = f"{shown}=====\n{source.text}"
    path = GOLDEN / name
    if os.environ.get("WIKI_UPDATE") == "1":
        path.write_text(made, encoding="utf-8")
    else:
        assert made == path.read_text(encoding="utf-8")
