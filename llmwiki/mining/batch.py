"""Entries on their way into the journal, some at a time: what was counted is on the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from llmwiki.mining.account import Account, Filed
from llmwiki.palace.entries import gone_entry

if TYPE_CHECKING:
    from llmwiki.palace.palace import Palace

_MANY = 200
"""Entries in one append."""
_MUCH = 4 * 1024 * 1024
"""Characters in one append: memory holds no more text than this and one file."""

_COUNT = """
SELECT count(*) FROM drawers AS d JOIN files AS f ON f.number = d.file
WHERE (f.wing, f.path) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))
"""


class Batch:
    """Collects entries and hands them to a palace.

    Args:
        palace: Where they go.
        account: Told what is on the disk.
        dry_run: Only count.

    Attributes:
        wings: Those whose rooms have to be put in order; a run that was killed did not do it.
    """

    def __init__(self, palace: Palace, account: Account, *, dry_run: bool) -> None:
        self._palace, self._account, self._dry_run = palace, account, dry_run
        self._entries: list[Mapping[str, Any]] = []
        self._filed: list[Filed] = []
        self._removed: list[tuple[str, str]] = []
        self._size = 0
        self.wings: set[str] = set()

    def file(self, entry: Mapping[str, Any], filed: Filed) -> None:
        """Add a document."""
        self.wings.add(filed.wing)
        self._filed.append(filed)
        self._add(entry, len(entry["text"]))

    def take_out(self, wing: str, path: str, *, moved: bool = False) -> None:
        """Add the end of a document; one that was only moved is not told."""
        self.wings.add(wing)
        if not moved:
            self._removed.append((wing, path))
        self._add(gone_entry(wing, path), 0)

    def note(self, entry: Mapping[str, Any]) -> None:
        """Add an entry that is no document."""
        self._add(entry, 0)

    @property
    def pending(self) -> int:
        """Documents that are not filed yet."""
        return len(self._filed)

    def holds(self, path: str) -> bool:
        """Whether a document of that path is not filed yet."""
        return any(filed.path == path for filed in self._filed)

    def flush(self) -> None:
        """Append, file, count.

        Raises:
            Busy, WriteError: nothing of it is counted.
        """
        if not self._dry_run and self._entries:
            self._palace.keep(self._entries)
            places = json.dumps([(filed.wing, filed.path) for filed in self._filed])
            self._account.drawers += self._palace.records.do(lambda connection: connection.execute(_COUNT, (places,)).fetchone()[0])
        self._account.filed += self._filed
        self._account.removed += self._removed
        self._entries, self._filed, self._removed, self._size = [], [], [], 0

    def _add(self, entry: Mapping[str, Any], size: int) -> None:
        self._size += size
        if not self._dry_run:
            self._entries.append(entry)
        if len(self._entries) >= _MANY or self._size >= _MUCH:
            self.flush()
