"""The sources that are known, found by what an input shows of itself: its hash, its name, its id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from llmwiki.sources.parts.naming import is_later_part

if TYPE_CHECKING:
    from llmwiki.vault.ledger import SourceRecord


class Known:
    """Source records by raw path, with an index for each question that inputs ask."""

    def __init__(self, records: Iterable[SourceRecord]) -> None:
        self._records: dict[str, SourceRecord] = {}
        self._by_digest: dict[str, set[str]] = {}
        self._by_name: dict[str, set[str]] = {}
        self._by_original: dict[str, str] = {}
        for record in records:
            self.keep(record)

    def __iter__(self) -> Iterator[SourceRecord]:
        return iter(self._records.values())

    def get(self, path: str) -> SourceRecord | None:
        """The record of a raw path."""
        return self._records.get(path)

    def keep(self, record: SourceRecord) -> None:
        """Add a record, or put it in the place of that of the same path."""
        self.drop(record.path)
        self._records[record.path] = record
        for digest in _digests(record):
            self._by_digest.setdefault(digest, set()).add(record.path)
        self._by_name.setdefault(identity(record.file), set()).add(record.path)
        if record.original:
            self._by_original[record.original] = record.path

    def drop(self, path: str) -> None:
        """Forget the record of a raw path; nothing when there is none."""
        record = self._records.pop(path, None)
        if record is None:
            return
        for digest in _digests(record):
            self._by_digest[digest].discard(path)
        self._by_name[identity(record.file)].discard(path)
        self._by_original.pop(record.original, None)

    def with_digest(self, digest: str) -> SourceRecord | None:
        """The source whose text, original or input has this SHA-256, the first by path."""
        return self._records.get(min(self._by_digest.get(digest, ()), default=""))

    def with_original(self, path: str) -> SourceRecord | None:
        """The source that was extracted from the file at a path."""
        return self._records.get(self._by_original.get(path, ""))

    def named_like(self, origin: str) -> list[SourceRecord]:
        """Sources whose input had the name, or inside its container the id, of this one; that with the same origin first."""
        found = (self._records[path] for path in self._by_name.get(identity(origin), ()))
        return sorted(found, key=lambda record: (record.file != origin, record.path))


def identity(origin: str) -> str:
    """What stays the same when an input comes again: an address, the id behind ``#`` in a container, else the file's name."""
    if "://" in origin:
        return origin
    if is_later_part(origin):
        return PurePosixPath(origin).name
    container, mark, name = origin.rpartition("#")
    return f"#{name}" if mark and container and "/" not in name else PurePosixPath(origin).name


def _digests(record: SourceRecord) -> set[str]:
    return {record.sha256, record.original_sha256, record.given_sha256} - {""}
