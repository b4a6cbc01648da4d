"""The ledger: one small JSON file a source and a page, kept in git beside the vault's text.

A source file says what was captured and which quotes are taken from it; a page file says which text
the tool wrote last and from which claims. Files are written with sorted keys and one list entry a
line, so that a line-wise merge of two branches has the best chance.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

SOURCES = ".wiki/ledger/sources"
PAGES = ".wiki/ledger/pages"


@dataclass(frozen=True, slots=True)
class Claim:
    """A quote that pages rest on.

    Attributes:
        label: Footnote label of the citation.
        quote: Verbatim raw text of the source.
        start, end: Where it stands in the source's text, code points.
        pages: Paths of the pages that cite it, sorted.
        revision: Of the source's text that the quote was found in.
    """

    label: str
    quote: str
    start: int
    end: int
    pages: tuple[str, ...] = ()
    revision: int = 1


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """What is known of a captured source.

    Attributes:
        path: Vault-relative path of its text under ``raw/``.
        sha256: Of the bytes of that file, as last compiled.
        original: Vault-relative path of the original when the text is an extraction, else empty.
        original_sha256: Of the original's bytes (equal to ``sha256`` when the text is the original).
        origin: Name, relative path or address it came from.
        file: Name or relative path of the input as it was given, by which a newer state of it is known.
        captured: ISO date.
        revision: 1 for the first text, one more for each changed text.
        retracted: A tombstone; the source is not compiled until someone asks for it.
        claims: Quotes taken from it.
        given_sha256: Of the input as it was given, where the original is kept without the secrets in it; else empty.
        revisions: Earlier states, oldest first, each as ``REVISION SHA256 PLACE``: the text's place is a file below
            ``raw/.revisions``, or ``git:COMMIT`` for what stands in a commit at the source's path.
        is_compiled: Whether the pages know of it; an ingest that was interrupted captures without compiling.
    """

    path: str
    sha256: str
    original: str = ""
    original_sha256: str = ""
    origin: str = ""
    file: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    kind: str = "article"
    extractor: str = ""
    captured: str = ""
    revision: int = 1
    retracted: bool = False
    claims: tuple[Claim, ...] = ()
    given_sha256: str = ""
    revisions: tuple[str, ...] = ()
    is_compiled: bool = True


@dataclass(frozen=True, slots=True)
class PageRecord:
    """What the tool wrote last for a page.

    Attributes:
        path: Vault-relative path, followed when a person renames the page.
        title: Title in its frontmatter when it was written.
        names: Every spelling that leads to it.
        sha256: Of the bytes that the tool wrote last.
        created, updated: ISO dates in its frontmatter.
        sources: Raw paths it rests on.
        claims: Labels of its citations.
        deleted: A person took the page away; it does not come back.
        base: The text of ``sha256`` when it is not what stands on disk (a person's edits were merged
            into it), so that the next merge finds it on every machine; else empty.
        disputes: Keys of the disputes that its text depends on, sorted: with others it is written anew.
        proposed: Reasons for which it was proposed to split or to archive it, sorted. Where such a proposal is not there,
            a person decided against it.
        aliases: Those in its frontmatter when it was written.
        parted: Names that a person took off it, sorted.
    """

    path: str
    title: str
    kind: str
    sha256: str
    names: tuple[str, ...] = ()
    created: str = ""
    updated: str = ""
    sources: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    deleted: bool = False
    base: str = ""
    disputes: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()


Record = TypeVar("Record", SourceRecord, PageRecord)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All records by the path they speak of; ``unreadable`` maps a record file to the reason."""

    sources: Mapping[str, SourceRecord] = field(default_factory=dict)
    pages: Mapping[str, PageRecord] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, root: Path) -> Ledger:
        """Read the ledger of the vault at ``root``; a broken file is named, never fatal."""
        unreadable: dict[str, str] = {}
        sources = _load(root, SOURCES, SourceRecord, unreadable)
        pages = _load(root, PAGES, PageRecord, unreadable)
        return cls(sources, pages, unreadable)

    def live_sources(self) -> list[SourceRecord]:
        """Sources that may be compiled, sorted by path."""
        return [self.sources[path] for path in sorted(self.sources) if not self.sources[path].retracted]

    def waiting(self) -> frozenset[str]:
        """Paths of the sources that were taken in and are not compiled yet."""
        return frozenset(path for path, record in self.sources.items() if not record.is_compiled)


def record_file(record: SourceRecord | PageRecord) -> str:
    """Vault-relative path of a record's JSON file."""
    path = PurePosixPath(record.path)
    if isinstance(record, SourceRecord):
        return f"{SOURCES}/{PurePosixPath(*path.parts[1:])}.json"
    return f"{PAGES}/{path}.json"


_USUAL: dict[str, Any] = {
    "given_sha256": "",
    "revisions": (),
    "is_compiled": True,
    "disputes": (),
    "proposed": (),
    "aliases": (),
    "parted": (),
}
"""What most records say, and so leave out."""


def record_text(record: SourceRecord | PageRecord) -> str:
    """The record as JSON text with a final line end, byte-stable for equal records."""
    data = {key: value for key, value in asdict(record).items() if key not in _USUAL or value != _USUAL[key]}
    for claim in data.get("claims", ()):
        if isinstance(claim, dict) and claim["revision"] == 1:
            del claim["revision"]
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _load(root: Path, folder: str, kind: type[Record], unreadable: dict[str, str]) -> dict[str, Record]:
    found: dict[str, Record] = {}
    for file in _record_files(root, folder, unreadable):
        try:
            record = _read(kind, json.loads(file.read_bytes()))
        except OSError as error:
            unreadable[file.relative_to(root).as_posix()] = error.strerror or str(error)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            unreadable[file.relative_to(root).as_posix()] = f"no record of the tool: {error}"
        else:
            found[record.path] = record
    return found


def _record_files(root: Path, folder: str, unreadable: dict[str, str]) -> list[Path]:
    def note(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            unreadable[Path(error.filename).relative_to(root).as_posix()] = error.strerror or str(error)

    found: list[Path] = []
    for place, _, names in os.walk(root / folder, onerror=note):
        found += [Path(place, name) for name in names if name.endswith(".json")]
    return sorted(found)


def _read(kind: type[Record], data: Any) -> Record:  # noqa: ANN401 -- JSON is untyped until checked here
    if not isinstance(data, dict):
        message = "not a JSON object"
        raise TypeError(message)
    known = {item.name for item in fields(kind)}
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key in known}
    if kind is SourceRecord:
        values["claims"] = tuple(_claim(item) for item in values.get("claims", ()))
    for item in fields(kind):
        wanted = str if item.default is MISSING else type(item.default)
        if item.name in values and not _is_a(wanted, values[item.name]):
            message = f"{item.name} has the wrong type"
            raise TypeError(message)
    return kind(**values)


def _is_a(wanted: type, value: Any) -> bool:  # noqa: ANN401 -- JSON is untyped until checked here
    if wanted is tuple:
        return isinstance(value, tuple) and all(isinstance(part, str | Claim) for part in value)
    return type(value) is wanted


def _claim(data: Any) -> Claim:  # noqa: ANN401 -- JSON is untyped until checked here
    claim = Claim(data["label"], data["quote"], int(data["start"]), int(data["end"]))
    return replace(claim, pages=tuple(data.get("pages", ())), revision=int(data.get("revision", 1)))
