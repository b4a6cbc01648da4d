"""Those entries of a journal that still count, without holding the text of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmwiki.palace.entries import key_of
from llmwiki.palace.journal import Position

if TYPE_CHECKING:
    from llmwiki.palace.journal import Entry, Journal

_START = Position("", 0)
_ENDS = frozenset({"gone", "untunnel"})


def live_keys(journal: Journal, until: Position | None = None) -> dict[tuple[str, ...], int]:
    """What each entry that counts speaks of (``entries.key_of``), and the offset behind it.

    Args:
        journal: Of a palace.
        until: Entries behind it are not looked at; None: all are.
    """
    last: dict[tuple[str, ...], int] = {}
    for position, entry in journal.read(_START):
        if until is not None and position.offset > until.offset:
            break
        key = key_of(entry)
        last.pop(key, None)
        if entry["op"] not in _ENDS:
            last[key] = position.offset
    return last


def live_entries(journal: Journal) -> Iterator[Entry]:
    """The entries that count, in their order; the journal is read twice and must not be rewritten meanwhile."""
    wanted = frozenset(live_keys(journal).values())
    return (entry for position, entry in journal.read(_START) if position.offset in wanted)
