"""A source is not what it was when pages were made from it.

The SHA-256 of a text in `raw/` differs from the ledger's record, or, for a source without a record, from the `sha256`
property that the Hermes skill writes: of the body behind the properties (line ends and blank lines at either end do
not matter). Where a text was extracted from an original in `raw/assets/`, the original is looked at too. Sources that
were retracted are left alone, and so is a `sha256` that is no hash.

Why: Pages quote a text that is no longer there. What they say may be right still, but nobody has looked.

Fix: `wiki ingest` on the file compiles its new state and keeps the old one; or put the old bytes back.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from llmwiki.checks.base import WIKIS, Mark, Severity, Snapshot
from llmwiki.checks.memo import by_page
from llmwiki.vault.resolve import Found

if TYPE_CHECKING:
    from collections.abc import Iterator

    from llmwiki.vault.ledger import SourceRecord

CODE = "W405"
NAME = "source-drift"
SEVERITY: Severity = "warning"
PROFILES = WIKIS

_HASH = re.compile(r"(?:sha256:)?([0-9a-fA-F]{64})")
_HINT = "`wiki ingest` compiles its new state"


def run(snapshot: Snapshot) -> Iterator[Mark]:
    """Yield each source whose text or original has another hash than was noted."""
    records = snapshot.ledger.sources
    hashes = snapshot.memo.column("sha256")
    for path in snapshot.raw_texts:
        record = records.get(path)
        if record and not record.retracted and hashes.of(path, snapshot.vault.sha256) != record.sha256:
            yield Mark(path, None, "the text is not the one that was compiled", hint=_HINT)
    originals = _Originals(snapshot)
    for path in sorted(records):
        if originals.is_changed(records[path]):
            yield Mark(path, None, f"its original {records[path].original} is not the one that was compiled", hint=_HINT)
    yield from by_page(snapshot, CODE, [path for path in snapshot.raw_texts if path not in records], _by_property)


class _Originals:
    """Hashes of the files that texts were extracted from; a file is read again only when it was written."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._vault = snapshot.vault
        self._files = frozenset(snapshot.vault.files)
        self._texts = frozenset(snapshot.raw_texts)
        self._column = snapshot.memo.column("original")

    def is_changed(self, record: SourceRecord) -> bool:
        original = record.original
        apart = original and original != record.path and original in self._files and record.path in self._texts
        if not apart or record.retracted or not record.original_sha256:
            return False
        stamp = list(self._vault.stamp(original))

        def find(_: str) -> dict[str, Any]:
            return {"stamp": stamp, "sha256": self._vault.sha256(original)}

        known = self._column.of(record.path, find, lambda answer: bool(stamp) and answer["stamp"] == stamp)
        return bool(known["sha256"] != record.original_sha256)


def _by_property(snapshot: Snapshot, path: str) -> Iterator[Mark]:
    page = snapshot.vault.page(path)
    noted = _HASH.fullmatch(page.frontmatter.text("sha256").strip())
    if noted and not _is_of_original(snapshot, path) and noted[1].lower() not in _hashes(page.text, page.body_start):
        yield Mark(path, page.frontmatter.key_span("sha256"), "the text does not have this hash any more", hint=_HINT)


def _is_of_original(snapshot: Snapshot, path: str) -> bool:
    """Whether the property speaks of another file, which only the ledger can vouch for."""
    links = [found for link, found in snapshot.vault.resolved(path) if link.key == "original"]
    return bool(snapshot.vault.page(path).frontmatter.text("original")) or any(isinstance(found, Found) for found in links)


def _hashes(text: str, start: int) -> set[str]:
    """Of the body as people and programs cut it: with or without blank lines at its ends, in either form of line end."""
    body = text[start:]
    forms = {body, f"\n{body}", body.lstrip("\r\n"), body.strip(), f"{body.strip()}\n", text}
    forms |= {form.replace("\r\n", "\n") for form in forms}
    return {hashlib.sha256(form.encode("utf-8", "surrogateescape")).hexdigest() for form in forms}
