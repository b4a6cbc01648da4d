"""An ingest's inputs, taken in to the end or until someone stops it; what waits is written in batches, each of them whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from llmwiki.sources.base import Original, Refusal
from llmwiki.sources.convert import extractors
from llmwiki.sources.gather import gather, size_of, strays_among
from llmwiki.sources.intake import Customs, Reception
from llmwiki.sources.rawfiles import RawFiles
from llmwiki.sources.revisions import REVISIONS
from llmwiki.sources.waiting import outdated_originals, pending, replaced_originals
from llmwiki.vault.apply import Receipt, apply
from llmwiki.vault.changes import Changes
from llmwiki.vault.disk import sha256_at
from llmwiki.vault.ledger import SourceRecord, record_file, record_text

if TYPE_CHECKING:
    from llmwiki.vault.vault import Vault

BATCH_BYTES = 64 * 1024 * 1024
"""Bytes that wait in memory before they are written."""


@dataclass(frozen=True, slots=True)
class House:
    """The vault that inputs go into.

    Attributes:
        vault: Its files.
        records: Source records of its ledger, by path.
        pages: Folders with a final slash that hold the wiki's own pages.
        customs: The rules for inputs.
        now: ISO time for the record of operations; empty: nothing is written.
    """

    vault: Vault
    records: Mapping[str, SourceRecord]
    pages: tuple[str, ...]
    customs: Customs
    now: str = ""


class Inflow:
    """Takes inputs in.

    Args:
        house: Where they go.

    Attributes:
        intake: What has come in; its writes and records only since the last batch was written.
        has_written: Whether a batch was written.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._watch = house.customs.watch
        taken = {path.rsplit("/", 1)[-1].rsplit(".", 1)[0] for path in house.vault.files}
        self._raw = RawFiles(house.vault)
        self._reception = Reception(house.records.values(), taken, self._raw, house.customs)
        self._written: dict[str, SourceRecord] = {}
        self._followed: dict[str, str] = {}
        self.intake = self._reception.intake
        self.has_written = False

    @property
    def records(self) -> dict[str, SourceRecord]:
        """New and changed records of the whole run, by raw path."""
        return {**self._written, **self.intake.records}

    @property
    def moved(self) -> dict[str, str]:
        """Old to new raw path of sources that a person moved, of the whole run."""
        return {**self._followed, **self.intake.moved}

    def take(self, inputs: Sequence[str | Path]) -> None:
        """Account for every input that was named; without any, for what is new, changed or gone in ``raw/``."""
        if inputs:
            self._watch.begin("read", size_of(inputs))
            house = self._house
            for item in gather(inputs, house.vault.root, house.pages, house.customs.options, self._watch):
                self._reception.take(item)
                self._settle(item.input if isinstance(item, Refusal) else item.origin)
        else:
            self._take_waiting()

    def plan(self, changes: Changes) -> None:
        """Plan the files that wait, and the end of records under paths that are no more."""
        vault = self._house.vault
        for path, data in self.intake.writes.items():
            kept_before = sha256_at(changes.root / path) if path.startswith(f"{REVISIONS}/") else None
            present = self._raw.sha256(path) if path in self._raw else vault.sha256(path) if path in vault.files else kept_before
            changes.write(path, data, expect=present)
        for path in self.intake.moved:
            state = record_file(self._house.records[path])
            if present := sha256_at(changes.root / state):
                changes.delete(state, expect=present)

    def capture(self, also: Callable[[Changes], None] = lambda _: None) -> Receipt:
        """Write what waits, with records that say that nothing is compiled of it yet, and forget its bytes.

        Args:
            also: Plans more for the same operation.
        """
        self.intake.drop_strays()
        changes = Changes(self._house.vault.root)
        self.plan(changes)
        for record in self.intake.records.values():
            path = record_file(record)
            changes.write(path, record_text(replace(record, is_compiled=False)), expect=sha256_at(changes.root / path))
        also(changes)
        receipt = apply(changes, action="ingest", now=self._house.now)
        self._written.update(self.intake.records)
        self._followed.update(self.intake.moved)
        self.has_written = True
        self.intake.clear()
        return receipt

    def _take_waiting(self) -> None:
        vault, records = self._house.vault, self._house.records
        originals = {record.original for record in records.values()} - {""}
        unread = [Refusal(path, f"cannot be read: {why}", failed=True) for path, why in vault.unreadable.items() if path.startswith("raw/")]
        waiting = list(pending(self._raw, records, originals))
        strays = strays_among(waiting, vault.root)
        digests = {path: self._raw.sha256(path) for path in originals if path in self._raw}
        again = {*replaced_originals(records.values(), digests), *self._outdated(originals)}
        self._watch.begin("read", sum(self._raw.size(path) for path in (*waiting, *again)))
        self._each((path for path in waiting if path not in strays), self._reception.adopt)
        self._each(sorted(again), self._reception.renew)
        self._reception.miss()
        for refusal in (*unread, *strays.values()):
            self._reception.take(refusal)

    def _outdated(self, originals: Iterable[str]) -> Iterator[str]:
        """Originals that another version of their extractor reads now; no converter is imported where there are none."""
        if originals:
            yield from (path for path in outdated_originals(self._house.records.values(), extractors()) if path in self._raw)

    def _each(self, paths: Iterable[str], account: Callable[[Original], Iterator[None]]) -> None:
        for path in paths:
            for _ in account(self._raw.input(path)):
                self._settle(path)
            self._watch.passed(self._raw.size(path))

    def _settle(self, name: str) -> None:
        self._watch.took(name)
        if self._house.now and self.intake.weight > BATCH_BYTES:
            self.capture()
