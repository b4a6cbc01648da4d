"""What a person decided of proposals, kept in git so that nobody asks again: a line a decision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.scribe.binding import write_state
from llmwiki.scribe.proposal_form import REVIEW

if TYPE_CHECKING:
    from llmwiki.vault.changes import Changes

DECISIONS = f"{REVIEW}/decisions.jsonl"


def decide_apart(changes: Changes, one: str, other: str) -> None:
    """Note that two pages, or names, mean two things."""
    text = _text(changes.root)
    line = json.dumps({"apart": sorted((one, other))}, ensure_ascii=False) + "\n"
    if line not in text.splitlines(keepends=True):
        write_state(changes, DECISIONS, text + line)


def apart(root: Path) -> frozenset[frozenset[str]]:
    """Pairs of pages, or names, that a person decided to be two things; lines that say nothing are passed over."""
    found = set()
    for line in _text(root).splitlines():
        try:
            pair = json.loads(line)["apart"]
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
        if isinstance(pair, list) and all(isinstance(name, str) for name in pair):
            found.add(frozenset(pair))
    return frozenset(found)


def _text(root: Path) -> str:
    try:
        text = (root / DECISIONS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text if not text or text.endswith("\n") else text + "\n"
