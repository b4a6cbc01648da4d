"""The log has more entries than the rules allow.

Counts the entries of `log.md`, each once, and compares with `log_max_entries` in SCHEMA.md (500 by default). It is
info.

Why: Agents read the log at the start of a session. What happened long ago costs them room and helps nobody.

Fix: Move old entries to `log-YEAR.md`. `wiki ingest` does so by itself when it writes its next entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "W305"
NAME = "log-too-long"
SEVERITY: Severity = "info"
PROFILES = WIKIS


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield the log if it is too long."""
    log = snapshot.special("log.md")
    if not log:
        return
    count = snapshot.memo.column(CODE).of(log, lambda path: _entries(snapshot, path))
    limit = snapshot.schema.log_max_entries
    if count > limit:
        yield Mark(log, None, f"has {count} entries, {limit} are allowed", hint="`wiki ingest` moves old ones to log-YEAR.md")


def _entries(snapshot: Snapshot, log: str) -> int:
    from llmwiki.vault.logbook import read_log  # only needed where the log is new

    return len(read_log(snapshot.vault.page(log).text))
