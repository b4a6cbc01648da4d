"""Plans of thousands of files become text without taking many times its room."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import asdict

from llmwiki.vault.journal import Journal
from llmwiki.vault.operations import FileChange, Operation, json_of


def plan(count: int) -> Journal:
    files = tuple(FileChange(f"concepts/织机 {at}.md", None if at % 2 else "a" * 64, "b" * 64, mode=0o644) for at in range(count))
    return Journal("prepare", Operation(1, "ingest", "2026-11-30", files, ("concepts",)), {file.path: f"{file.path}.tmp" for file in files})


def test_a_plan_reads_as_its_values() -> None:
    journal = plan(3)
    assert json_of(journal) == json.dumps(asdict(journal), indent=1).encode()


def test_a_long_plan_takes_the_room_of_its_text() -> None:
    journal = plan(2_000)
    tracemalloc.start()
    text = json_of(journal)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * len(text)
