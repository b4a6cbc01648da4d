"""Inputs to records: each becomes a new source, a new revision, a known one, or a reason."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath

from llmwiki.errors import SourceRefused
from llmwiki.sources.arrivals import Arrival, Intake
from llmwiki.sources.base import DEFAULT_OPTIONS, Options, Original, Refusal, Source
from llmwiki.sources.convert import convert, extractors
from llmwiki.sources.known import Known, identity
from llmwiki.sources.parts.naming import is_later_part
from llmwiki.sources.progress import UNWATCHED, Watch, teller
from llmwiki.sources.revisions import Revisions
from llmwiki.sources.shelve import NO_PLACE, Place, Shelved, shelve
from llmwiki.sources.succession import succeeds
from llmwiki.sources.unpack import expanded
from llmwiki.sources.waiting import is_outdated
from llmwiki.vault.ledger import SourceRecord

_GONE = "is gone; `wiki ingest FILE` brings it back, `wiki retract` takes out what rests on it"


@dataclass(frozen=True, slots=True)
class Customs:
    """The rules by which inputs are let in.

    Attributes:
        today: ISO date for new records.
        revisions: Finds places for what new revisions replace.
        naming: ``unicode`` or ``ascii``, as the schema says.
        extra: Converters of other packages that the settings turn on.
        options: What the person wants of the conversion.
        watch: Told how far a long conversion is.
    """

    today: str
    revisions: Revisions
    naming: str = "unicode"
    extra: tuple[str, ...] = ()
    options: Options = DEFAULT_OPTIONS
    watch: Watch = UNWATCHED

    @property
    def is_special(self) -> bool:
        """Whether a conversion may give another text than it usually does."""
        return replace(self.options, allow_private_addresses=False) != DEFAULT_OPTIONS


class Reception:
    """Takes inputs one by one and keeps what is known so far.

    Args:
        records: Source records of the vault.
        taken: Names (without folder and ending) that files of the vault have.
        read: Raw path to its present bytes.
        customs: The rules.
    """

    def __init__(self, records: Iterable[SourceRecord], taken: Collection[str], read: Mapping[str, bytes], customs: Customs) -> None:
        self.known = Known(records)
        self.taken = set(taken)
        self.read = read
        self.customs = customs
        self.intake = Intake()
        self._present: set[str] = set()

    def take(self, item: Original | Refusal) -> None:
        """Account for an input from outside of ``raw/``, or for one that was named and lies in it."""
        if isinstance(item, Refusal):
            arrival = Arrival(item.input, "failed" if item.failed else "refused", reason=item.reason, service=item.service)
        elif item.place in self.read:
            arrival = self._take_in_place(item)
        else:
            arrival = self._settled(item.origin, lambda: self._take_from_outside(item))
        self.intake.arrivals.append(arrival)

    def adopt(self, lying: Original) -> Iterator[None]:
        """Account for a new or changed file that a person put below ``raw/``, or for each part or document in it.

        Yields:
            After each of them, so that what waits can be written before the next one is read.
        """
        file = self._watched(lying)
        for item in (file,) if self.known.get(file.place) else expanded(file):
            if isinstance(item, Original) and item.place:
                self.intake.arrivals.append(self._settled(item.place, partial(self._adopt, item)))
            else:
                self.take(item)
            yield

    def renew(self, lying: Original) -> Iterator[None]:
        """Account for the original of an extracted source that a person replaced or another extractor reads: its text is made anew."""
        self.intake.arrivals.append(self._settled(lying.place, partial(self._renew, self._watched(lying))))
        yield

    def miss(self) -> None:
        """Account for sources whose file is gone from ``raw/``: their statements cannot be checked any more."""
        live = (record.path for record in self.known if not record.retracted)
        gone = sorted(path for path in live if path not in self.read and path not in self._present)
        self.intake.arrivals += [Arrival(path, "failed", reason=_GONE) for path in gone]

    def _watched(self, lying: Original) -> Original:
        """A file of ``raw/``, with the wishes of whoever ingests."""
        return replace(lying, options=self.customs.options, tell=teller(self.customs.watch, lying.place, lying.size))

    @staticmethod
    def _settled(shown: str, work: Callable[[], Arrival]) -> Arrival:
        try:
            return work()
        except SourceRefused as error:
            return Arrival(shown, "refused", reason=error.message)

    def _take_in_place(self, original: Original) -> Arrival:
        """Account for a file of ``raw/`` that was named."""
        owner = self.known.with_original(original.place)
        if owner is None:
            return self._settled(original.place, lambda: self._adopt(original))
        same = owner.original_sha256 == hashlib.sha256(original.data).hexdigest()
        if same and not (self.customs.is_special or is_outdated(owner, extractors())):
            return Arrival(original.place, "unchanged", owner.path)
        return self._settled(original.place, lambda: self._renew(original))

    def _take_from_outside(self, original: Original) -> Arrival:
        twin = self.known.with_digest(hashlib.sha256(original.data).hexdigest())
        if twin is not None:
            return self._seen(original, twin)
        source = convert(original, self.customs.extra)
        earlier = self._earlier(original, source)
        return self._revise(original, source, earlier) if earlier else self._capture(original, source)

    def _adopt(self, file: Original) -> Arrival:
        original = file.whole()
        path, digest = original.place, hashlib.sha256(original.data).hexdigest()
        record = self.known.get(path)
        if record and record.sha256 == digest:
            self._present.add(path)
            return Arrival(path, "unchanged", path)
        twin = self.known.with_digest(digest)
        if record is None and twin is not None:
            return self._moved(twin, path) if self._is_gone(twin, digest) else _duplicate(path, twin)
        source = convert(original, self.customs.extra)
        if not source.verbatim:
            return self._capture(original, _with_warning(source), Place(original=path, stays=True))
        fresh = _record(original, source, Shelved(path, original.data, "", None, digest, digest), self.customs.today)
        if record is None:
            return self._keep(fresh, Arrival(path, "captured", path, notes=source.notes))
        former = self.customs.revisions.former(path, record.sha256)
        return self._keep(self._succeeding(record, fresh, former), Arrival(path, "revised", path, notes=source.notes))

    def _renew(self, original: Original) -> Arrival:
        owner = self.known.with_original(original.place)
        if owner is None:
            raise SourceRefused("is no original of a source")
        whole = original.whole()
        if is_later_part(owner.file):
            whole = replace(whole, origin=owner.file)  # it stays the part that it was
        return self._revise(whole, convert(whole, self.customs.extra), owner, stays=True)

    def _capture(self, original: Original, source: Source, place: Place = NO_PLACE) -> Arrival:
        shelved = shelve(original, source, self.taken, naming=self.customs.naming, place=place)
        self.taken.add(PurePosixPath(shelved.path).stem)
        self._write(shelved)
        record = _record(original, source, shelved, self.customs.today)
        return self._keep(record, Arrival(original.origin, "captured", shelved.path, notes=source.notes))

    def _revise(self, original: Original, source: Source, earlier: SourceRecord, *, stays: bool = False) -> Arrival:
        place = Place(earlier.path, earlier.original, stays=stays)
        shelved = shelve(original, source, self.taken, naming=self.customs.naming, place=place)
        fresh = _record(original, source, shelved, self.customs.today)
        present = self.read.get(earlier.path)
        same = earlier.original and earlier.original_sha256 == shelved.sha256_original
        if same and present is not None and present.endswith(f"\n{source.text}".encode("utf-8", "replace")):
            return self._keep(replace(earlier, extractor=source.extractor), Arrival(original.origin, "unchanged", earlier.path))
        record = self._succeeding(earlier, fresh, present)
        self._write(shelved)
        return self._keep(record, Arrival(original.origin, "revised", earlier.path, notes=source.notes))

    def _succeeding(self, earlier: SourceRecord, fresh: SourceRecord, former: bytes | None) -> SourceRecord:
        """The record of a source's next revision, the bytes before it (None: nobody has them) put away."""
        revisions = earlier.revisions
        if former is not None:
            place = self._put_away(earlier.path, former, earlier.revision)
            revisions = (*revisions, f"{earlier.revision} {earlier.sha256} {place}")
        changed = earlier.original and fresh.original_sha256 not in {"", earlier.original_sha256}
        if changed and fresh.original and earlier.original in self.read:
            data = self.read[earlier.original]
            if hashlib.sha256(data).hexdigest() == earlier.original_sha256:
                self._put_away(earlier.original, data, earlier.revision)
        return _succeeding(earlier, fresh, revisions)

    def _put_away(self, path: str, data: bytes, revision: int) -> str:
        kept = self.customs.revisions.keep(path, data, revision)
        if kept.write:
            self.intake.put(kept.place, data)
        return kept.place

    def _seen(self, original: Original, twin: SourceRecord) -> Arrival:
        if twin.retracted:
            return Arrival(original.origin, "unchanged", twin.path, f"retracted; `wiki retract --undo {twin.path}` takes it back")
        if twin.path not in self.read and twin.path not in self._present:
            return self._bring_back(original, twin)
        if twin.path in self._present or identity(twin.file) != identity(original.origin):
            return _duplicate(original.origin, twin)
        if twin.original and (self.customs.is_special or is_outdated(twin, extractors())):
            return self._revise(original, convert(original, self.customs.extra), twin)
        self._present.add(twin.path)
        return Arrival(original.origin, "unchanged", twin.path)

    def _bring_back(self, original: Original, twin: SourceRecord) -> Arrival:
        """Put a known source back whose file somebody took out of ``raw/``."""
        source = convert(original, self.customs.extra)
        shelved = shelve(original, source, self.taken, naming=self.customs.naming, place=Place(twin.path, twin.original))
        self._write(shelved)
        fresh = _succeeding(twin, _record(original, source, shelved, self.customs.today), twin.revisions)
        notes = (*source.notes, f"{twin.path} was gone and is back")
        return self._keep(replace(fresh, revision=twin.revision), Arrival(original.origin, "captured", twin.path, notes=notes))

    def _is_gone(self, record: SourceRecord, digest: str) -> bool:
        return record.sha256 == digest and record.path not in self.read and record.path not in self.intake.moved

    def _moved(self, record: SourceRecord, path: str) -> Arrival:
        """Follow a source that a person gave another name or folder inside ``raw/``."""
        self.intake.moved[record.path] = path
        self.known.drop(record.path)
        return self._keep(replace(record, path=path), Arrival(path, "unchanged", path, f"was {record.path}"))

    def _earlier(self, original: Original, source: Source) -> SourceRecord | None:
        """The source that this input is a newer state of."""
        for record in self.known.named_like(original.origin):
            free = record.path in self.read and record.path not in self._present
            if free and succeeds(original.origin, source.text, record, self.read[record.path]):
                return record
        return None

    def _write(self, shelved: Shelved) -> None:
        self.intake.put(shelved.path, shelved.data)
        if shelved.asset is not None:
            self.intake.put(shelved.asset_path, shelved.asset)

    def _keep(self, record: SourceRecord, arrival: Arrival) -> Arrival:
        self.known.keep(record)
        self.intake.records[record.path] = record
        self._present.add(record.path)
        return arrival


def _with_warning(source: Source) -> Source:
    """A source whose original lies in ``raw/`` and is not touched, though secrets stand in it."""
    if source.kept is None:
        return source
    return replace(source, notes=(*source.notes, "the file itself lies in raw/ and still holds the secrets; take it away from there"))


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
        given_sha256=shelved.sha256_given,
    )


def _succeeding(earlier: SourceRecord, fresh: SourceRecord, revisions: tuple[str, ...]) -> SourceRecord:
    """The record of a source's next revision: what was taken out stays out, and a text edited by hand keeps its original."""
    record = replace(
        fresh,
        revision=earlier.revision + 1,
        captured=earlier.captured,
        claims=earlier.claims,
        retracted=earlier.retracted,
        revisions=revisions,
    )
    if earlier.original and not fresh.original:
        names = ("original", "original_sha256", "origin", "file", "given_sha256")
        record = replace(record, **{name: getattr(earlier, name) for name in names})
    return record
