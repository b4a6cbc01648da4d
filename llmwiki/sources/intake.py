"""Inputs to records: each becomes a new source, a new revision, a known one, or a reason."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.convert import convert
from llmwiki.sources.gather import Refusal
from llmwiki.sources.shelve import Shelved, shelve
from llmwiki.sources.succession import succeeds
from llmwiki.vault.ledger import SourceRecord

if TYPE_CHECKING:
    from collections.abc import Collection

State = Literal["captured", "revised", "unchanged", "duplicate", "refused", "failed"]
REVISIONS = "raw/.revisions"
_GONE = "is gone; `wiki ingest FILE` brings it back, `wiki retract` takes out what rests on it"


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of one input.

    Attributes:
        input: The input as a person knows it.
        state: ``captured`` is new, ``revised`` a changed text of a known source; what is ``refused`` can be no
            source as it is, what ``failed`` could not be read.
        path: Raw path of the source, empty when there is none.
        reason: Why there is none, or of what it is a duplicate.
        notes: What a person should know of the reading: encoding, pages without text, hidden characters.
    """

    input: str
    state: State
    path: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def is_out(self) -> bool:
        """Whether no source came of it."""
        return self.state in {"refused", "failed"}


@dataclass(slots=True)
class Intake:
    """Everything that the inputs change below ``raw/`` and in the ledger.

    Attributes:
        arrivals: One an input, in order.
        writes: Vault-relative path to new bytes.
        records: New or changed source records by raw path.
        moved: Path to new path of sources that a person moved inside ``raw/``.
    """

    arrivals: list[Arrival] = field(default_factory=list)
    writes: dict[str, bytes] = field(default_factory=dict)
    records: dict[str, SourceRecord] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)

    @property
    def changed(self) -> frozenset[str]:
        """Raw paths whose pages need another look."""
        return frozenset((*self.records, *self.moved))

    def count(self, state: State) -> int:
        """How many inputs ended so."""
        return sum(arrival.state == state for arrival in self.arrivals)


class Reception:
    """Takes inputs one by one and keeps what is known so far.

    Args:
        records: Source records of the vault.
        taken: Names (without folder and ending) that files of the vault have.
        read: Raw path to its present bytes.
        today: ISO date for new records.
        naming: ``unicode`` or ``ascii``, as the schema says.
        extra: Converters of other packages that the settings turn on.
    """

    def __init__(
        self,
        records: Mapping[str, SourceRecord],
        taken: Collection[str],
        read: Mapping[str, bytes],
        today: str,
        *,
        naming: str = "unicode",
        extra: Sequence[str] = (),
    ) -> None:
        self.known = dict(records)
        self.taken = set(taken)
        self.read = read
        self.today = today
        self.naming = naming
        self.extra = tuple(extra)
        self.intake = Intake()
        self._present: set[str] = set()

    def take(self, arrivals: Iterable[Original | Refusal]) -> Intake:
        """Account for every input."""
        for item in arrivals:
            self.intake.arrivals.append(self._refused(item) if isinstance(item, Refusal) else self._take_one(item))
        return self.intake

    def adopt(self, files: Iterable[tuple[str, bytes]]) -> Intake:
        """Account for files that a person put below ``raw/``: new ones and changed ones."""
        for path, data in files:
            self.intake.arrivals.append(self._adopt_one(path, data))
        return self.intake

    def renew(self, files: Iterable[tuple[str, bytes]]) -> Intake:
        """Account for originals of extracted sources that a person replaced: each makes its text anew."""
        for path, data in files:
            self.intake.arrivals.append(self._renew_one(path, data))
        return self.intake

    def miss(self) -> Intake:
        """Account for sources whose file is gone from ``raw/``: their statements cannot be checked any more."""
        live = (record.path for record in self.known.values() if not record.retracted)
        gone = sorted(path for path in live if path not in self.read and path not in self.intake.writes)
        self.intake.arrivals += [Arrival(path, "failed", reason=_GONE) for path in gone]
        return self.intake

    def _take_one(self, original: Original) -> Arrival:
        return self._take_in_place(original) if original.place in self.read else self._take_from_outside(original)

    def _take_in_place(self, original: Original) -> Arrival:
        """Account for a file of ``raw/`` that was named."""
        owner = next((record for record in self.known.values() if record.original == original.place), None)
        if owner is None:
            return self._adopt_one(original.place, original.data)
        same = owner.original_sha256 == hashlib.sha256(original.data).hexdigest()
        return Arrival(original.place, "unchanged", owner.path) if same else self._renew_one(original.place, original.data)

    def _take_from_outside(self, original: Original) -> Arrival:
        digest = hashlib.sha256(original.data).hexdigest()
        twin = self._with_digest(digest)
        if twin is not None:
            return self._seen(original, twin)
        try:
            source = convert(original, self.extra)
        except SourceRefused as error:
            return Arrival(original.origin, "refused", reason=error.message)
        earlier = self._earlier(original, source)
        return self._revise(original, source, earlier) if earlier else self._capture(original, source)

    def _adopt_one(self, path: str, data: bytes) -> Arrival:
        record = self.known.get(path)
        original = Original(PurePosixPath(path).name, data, path)
        digest = hashlib.sha256(data).hexdigest()
        if record and record.sha256 == digest:
            return Arrival(path, "unchanged", path)
        twin = self._with_digest(digest)
        if record is None and twin is not None:
            return self._moved(twin, path) if self._is_gone(twin, digest) else _duplicate(path, twin)
        try:
            source = convert(original, self.extra)
        except SourceRefused as error:
            return Arrival(path, "refused", reason=error.message)
        if not source.verbatim:
            return self._capture(original, source, in_place=path)
        fresh = _record(original, source, Shelved(path, data, "", None, digest, digest), self.today)
        self._keep(_succeeding(record, fresh) if record else fresh)
        return Arrival(path, "revised" if record else "captured", path, notes=source.notes)

    def _renew_one(self, path: str, data: bytes) -> Arrival:
        owner = next(record for record in self.known.values() if record.original == path)
        original = Original(PurePosixPath(path).name, data, path)
        try:
            source = convert(original, self.extra)
        except SourceRefused as error:
            return Arrival(path, "refused", reason=error.message)
        return self._revise(original, source, owner, in_place=path)

    def _capture(self, original: Original, source: Source, in_place: str = "") -> Arrival:
        shelved = shelve(original, source, self.taken, naming=self.naming, in_place=in_place)
        self.taken.add(PurePosixPath(shelved.path).stem)
        self.intake.writes[shelved.path] = shelved.data
        if shelved.asset is not None:
            self.intake.writes[shelved.asset_path] = shelved.asset
        self._keep(_record(original, source, shelved, self.today))
        return Arrival(original.origin, "captured", shelved.path, notes=source.notes)

    def _revise(self, original: Original, source: Source, earlier: SourceRecord, in_place: str = "") -> Arrival:
        others = self.taken - {PurePosixPath(earlier.path).stem}
        shelved = shelve(original, source, others, naming=self.naming, in_place=in_place)
        self._store_revision(earlier)
        self.intake.writes[earlier.path] = shelved.data
        shelved = shelved._replace(path=earlier.path, asset_path=earlier.original or shelved.asset_path)
        if shelved.asset is not None:
            self.intake.writes[shelved.asset_path] = shelved.asset
        self._keep(_succeeding(earlier, _record(original, source, shelved, self.today)))
        return Arrival(original.origin, "revised", earlier.path, notes=source.notes)

    def _store_revision(self, earlier: SourceRecord) -> None:
        for path in filter(None, (earlier.path, earlier.original)):
            name = PurePosixPath(path)
            kept = f"{REVISIONS}/{name.stem}.{earlier.revision}{name.suffix}"
            if path in self.read:
                self.intake.writes[kept] = self.read[path]

    def _seen(self, original: Original, twin: SourceRecord) -> Arrival:
        if twin.retracted:
            return Arrival(original.origin, "unchanged", twin.path, f"retracted; `wiki retract --undo {twin.path}` takes it back")
        if twin.path not in self.read and twin.path not in self._present:
            return self._bring_back(original, twin)
        if twin.path not in self._present and PurePosixPath(twin.file).name == original.name:
            self._present.add(twin.path)
            return Arrival(original.origin, "unchanged", twin.path)
        return _duplicate(original.origin, twin)

    def _bring_back(self, original: Original, twin: SourceRecord) -> Arrival:
        """Put a known source back whose file somebody took out of ``raw/``."""
        arrival = self._revise(original, convert(original, self.extra), twin)
        self._keep(replace(self.known[twin.path], revision=twin.revision))
        return replace(arrival, state="captured", notes=(*arrival.notes, f"{twin.path} was gone and is back"))

    def _is_gone(self, record: SourceRecord, digest: str) -> bool:
        return record.sha256 == digest and record.path not in self.read and record.path not in self.intake.moved

    def _moved(self, record: SourceRecord, path: str) -> Arrival:
        """Follow a source that a person gave another name or folder inside ``raw/``."""
        self.intake.moved[record.path] = path
        del self.known[record.path]
        self._keep(replace(record, path=path))
        return Arrival(path, "unchanged", path, f"was {record.path}")

    def _earlier(self, original: Original, source: Source) -> SourceRecord | None:
        """The source that this input is a newer state of."""
        for record in sorted(self.known.values(), key=lambda item: (item.file != original.origin, item.path)):
            free = record.path in self.read and record.path not in self._present
            if free and succeeds(original.origin, source.text, record, self.read[record.path]):
                return record
        return None

    def _with_digest(self, digest: str) -> SourceRecord | None:
        found = (record for record in self.known.values() if digest in {record.sha256, record.original_sha256})
        return min(found, key=lambda record: record.path, default=None)

    def _keep(self, record: SourceRecord) -> None:
        self.known[record.path] = record
        self.intake.records[record.path] = record
        self._present.add(record.path)

    @staticmethod
    def _refused(refusal: Refusal) -> Arrival:
        return Arrival(refusal.input, "failed" if refusal.failed else "refused", reason=refusal.reason)


def _duplicate(shown: str, twin: SourceRecord) -> Arrival:
    return Arrival(shown, "duplicate", twin.path, f"same content as {twin.path}")


def _record(original: Original, source: Source, shelved: Shelved, today: str) -> SourceRecord:
    return SourceRecord(
        path=shelved.path,
        sha256=shelved.sha256_text,
        original=shelved.asset_path,
        original_sha256=shelved.sha256_original,
        origin=source.origin,
        file=original.origin,
        title=source.title,
        author=source.author,
        date=source.date,
        language=source.language,
        kind=source.kind,
        extractor=source.extractor,
        captured=today,
    )


def _succeeding(earlier: SourceRecord, fresh: SourceRecord) -> SourceRecord:
    """The record of a source's next revision: what was taken out stays out, and a text edited by hand keeps its original."""
    record = replace(fresh, revision=earlier.revision + 1, captured=earlier.captured, claims=earlier.claims, retracted=earlier.retracted)
    if earlier.original and not fresh.original:
        kept = (earlier.original, earlier.original_sha256, earlier.origin, earlier.file)
        record = replace(record, original=kept[0], original_sha256=kept[1], origin=kept[2], file=kept[3])
    return record


def replaced_originals(records: Iterable[SourceRecord], digests: Mapping[str, str]) -> list[str]:
    """Originals whose bytes are not those that their source was made from, sorted."""
    return sorted(record.original for record in records if digests.get(record.original, record.original_sha256) != record.original_sha256)


def pending(files: Iterable[str], ledger_paths: Collection[str], originals: Collection[str]) -> Iterator[str]:
    """Files below ``raw/`` that may be sources: not the originals of captured ones, not pictures."""
    for path in files:
        inside = path.startswith("raw/") and path not in originals
        if inside and (path in ledger_paths or PurePosixPath(path).suffix.lower() not in PICTURES):
            yield path


PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp", ".avif"})
