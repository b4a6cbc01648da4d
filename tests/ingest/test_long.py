"""Transcripts longer than one source: kept in parts, compiled by their beginning, taken up again when they grow."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from wiki_harness import TODAY, Wiki

from llmwiki.scribe.edition import Order, make_edition
from llmwiki.sources.limits import PART_BYTES
from llmwiki.vault.ledger import Ledger
from llmwiki.workspace import Workspace

RECORD = 120_000


def records(start: int, count: int) -> bytes:
    """Questions, and what a tool answered at length: much to keep and little to read."""
    dice = random.Random(start)
    rows = []
    for number in range(start, start + count):
        asked = {
            "type": "user",
            "uuid": f"q{number}",
            "sessionId": "s",
            "message": {"role": "user", "content": f"Is quay {number} free? 泊位呢？"},
        }
        result = [{"type": "tool_result", "tool_use_id": "t", "content": f"{dice.random()} " * (RECORD // 20)}]
        rows += [asked, {"type": "user", "uuid": f"r{number}", "sessionId": "s", "message": {"role": "user", "content": result}}]
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


@pytest.fixture(scope="module")
def long() -> bytes:
    data = records(0, 120)
    assert len(data) > 1.4 * PART_BYTES
    return data


def states(result: object) -> dict[str, str]:
    return {arrival.input: arrival.state for arrival in result.arrivals}  # type: ignore[attr-defined]


@pytest.mark.trial
def test_a_long_session_is_kept_in_parts_that_grow(wiki: Wiki, tmp_path: Path, long: bytes) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(long)
    first = wiki.ingest(file)
    assert states(first) == {"session.jsonl": "captured", "session.jsonl#part 002": "captured"}
    assert any("goes on in 1 more source, which is searched" in note for note in first.arrivals[0].notes)
    kept = [wiki.root / "raw/assets" / name for name in ("session.jsonl", "session-part-002.jsonl")]
    assert b"".join(path.read_bytes() for path in kept) == long
    assert "泊位呢" in (wiki.root / "raw/transcripts/session-part-002.md").read_text()

    before = wiki.files()
    assert set(states(wiki.ingest(file)).values()) == {"unchanged"}
    assert set(states(wiki.ingest()).values()) <= {"unchanged"}
    assert wiki.files() == before

    file.write_bytes(long + records(500, 80))
    assert states(wiki.ingest(file)) == {
        "session.jsonl": "unchanged",
        "session.jsonl#part 002": "revised",
        "session.jsonl#part 003": "captured",
    }
    assert {path: wiki.files()[path] for path in before if "session.md" in path or path.endswith("session.jsonl")}.items() <= before.items()
    assert wiki.findings() == []


@pytest.mark.trial
def test_a_transcript_that_outgrows_one_source_stays_that_source(wiki: Wiki, tmp_path: Path, long: bytes) -> None:
    file = tmp_path / "session.jsonl"
    lines = long.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:100]))
    assert states(wiki.ingest(file)) == {"session.jsonl": "captured"}
    file.write_bytes(long)
    assert states(wiki.ingest(file)) == {"session.jsonl": "revised", "session.jsonl#part 002": "captured"}


@pytest.mark.trial
def test_a_long_session_below_raw_is_told_in_parts_and_stays(wiki: Wiki, long: bytes) -> None:
    file = wiki.root / "raw/session.jsonl"
    file.write_bytes(long)
    assert states(wiki.ingest()) == {"raw/session.jsonl": "captured", "raw/session.jsonl#part 002": "captured"}
    before = wiki.files()
    assert set(states(wiki.ingest()).values()) == {"unchanged"}
    assert set(states(wiki.ingest(file)).values()) == {"unchanged"}
    assert wiki.files() == before
    assert file.read_bytes() == long
    assert wiki.findings() == []


@pytest.mark.trial
def test_a_part_whose_original_a_person_edits_stays_that_part(wiki: Wiki, tmp_path: Path, long: bytes) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(long)
    wiki.ingest(file)
    with (wiki.root / "raw/assets/session-part-002.jsonl").open("ab") as out:
        out.write(records(900, 1))
    assert states(wiki.ingest())["session.jsonl#part 002"] == "revised"
    record = Workspace.open(wiki.root, TODAY).ledger.sources["raw/transcripts/session-part-002.md"]
    assert (record.file, record.title, record.revision) == ("session.jsonl#part 002", "Session part 002", 2)


def test_pages_are_made_of_first_parts(compiled: Wiki) -> None:
    wiki = Workspace.open(compiled.root, TODAY)
    later = {path: replace(record, file=f"{record.file}#part 002") for path, record in wiki.ledger.sources.items()}

    def drafts(ledger: Ledger) -> int:
        order = Order(wiki.vault, ledger, wiki.schema, wiki.folder, frozenset(later), TODAY.isoformat())
        return len(make_edition(order).drafted)

    assert drafts(wiki.ledger) > 0
    assert drafts(replace(wiki.ledger, sources=later)) == 0
