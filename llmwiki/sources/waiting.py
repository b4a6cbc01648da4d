"""What of ``raw/`` the next ingest has to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.vault.ledger import SourceRecord

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".avif", ".heic", ".tif", ".tiff", ".ico"})
"""Files that people paste into notes; each becomes a source only when someone names it."""


def pending(files: Iterable[str], ledger_paths: Collection[str], originals: Collection[str]) -> Iterator[str]:
    """Files below ``raw/`` that may be sources: not the originals of captured ones, not pictures."""
    for path in files:
        inside = path.startswith("raw/") and path not in originals
        if inside and (path in ledger_paths or PurePosixPath(path).suffix.lower() not in PICTURES):
            yield path


def containers(records: Iterable[SourceRecord]) -> frozenset[str]:
    """Archives and exports of ``raw/`` from which known sources came."""
    origins = (record.file.partition("#")[0] for record in records if record.file.startswith("raw/") and record.file != record.path)
    return frozenset(str(part) for origin in origins for part in (origin, *PurePosixPath(origin).parents))


def replaced_originals(records: Iterable[SourceRecord], digests: Mapping[str, str]) -> list[str]:
    """Originals whose bytes are not those that their source was made from, sorted."""
    return sorted(record.original for record in records if digests.get(record.original, record.original_sha256) != record.original_sha256)


def outdated_originals(records: Iterable[SourceRecord], current: Mapping[str, Collection[str]]) -> list[str]:
    """Originals that another version of their extractor has read than the one there is now, sorted.

    Args:
        records: Source records.
        current: The first word of an extractor to the extractors in use, as ``convert.extractors`` gives them.
    """
    return sorted(record.original for record in records if record.original and not record.retracted and is_outdated(record, current))


def is_outdated(record: SourceRecord, current: Mapping[str, Collection[str]]) -> bool:
    """Whether a source was read by another version of its extractor than the one there is now."""
    versions = current.get(record.extractor.partition(" ")[0], ())
    return bool(versions) and record.extractor not in versions
