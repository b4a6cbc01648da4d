"""What a palace of MemPalace holds, as plain values. Names are the original's; texts are verbatim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Scalar = str | int | float | bool
DrawerKind = Literal["file", "conversation", "diary", "note"]


@dataclass(frozen=True, slots=True)
class MemDrawer:
    """A row of ``mempalace_drawers``.

    Attributes:
        id: Its id there.
        text: Verbatim.
        wing, room, hall: As they are there, empty where there is none.
        source_file: Path of the file it was cut from, as the miner saw it; empty for what was said to the palace.
        position: Running number in its file or, for a part, in the whole.
        lines: First and last line in its file, from 1; (0, 0) where they are not known.
        date: ISO date or time of the content, empty when only the time of filing is known.
        filed_at: ISO time of filing.
        added_by: Who filed it.
        entities: Names that were found in it.
        kind: A ``conversation`` was mined from transcripts, a ``diary`` entry has ``agent`` and ``topic``, a ``note`` has no file.
        agent, topic: Of a diary entry.
        whole: Id of the drawer that this is a part of; texts of parts, in order, are its text. Empty when it is a whole one.
        metadata: All that stands there, for what has no field.
    """

    id: str
    text: str
    wing: str = ""
    room: str = ""
    hall: str = ""
    source_file: str = ""
    position: int = 0
    lines: tuple[int, int] = (0, 0)
    date: str = ""
    filed_at: str = ""
    added_by: str = ""
    entities: tuple[str, ...] = ()
    kind: DrawerKind = "note"
    agent: str = ""
    topic: str = ""
    whole: str = ""
    metadata: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemCloset:
    """A row of ``mempalace_closets``: lines ``topic|entities|→drawer ids`` of one file."""

    id: str
    text: str
    wing: str = ""
    room: str = ""
    source_file: str = ""
    entities: tuple[str, ...] = ()
    metadata: Mapping[str, Scalar] = field(default_factory=dict)


class MemPlace(NamedTuple):
    """One end of a tunnel; ``drawer`` may be empty."""

    wing: str
    room: str
    drawer: str = ""


@dataclass(frozen=True, slots=True)
class MemTunnel:
    """A tunnel that was dug on purpose; those that equal room names make are stored nowhere."""

    id: str
    source: MemPlace
    target: MemPlace
    label: str = ""
    kind: str = "explicit"
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class MemHallway:
    """Two names that occur together in drawers of one wing."""

    id: str
    wing: str
    first: str
    second: str
    count: int = 0
    rooms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemFact:
    """A triple of the knowledge graph; names as they were written, not their ids.

    Attributes:
        valid_from, valid_to: ISO dates or times, empty when open.
        confidence: From 0 to 1.
        source: File or drawer that it came from, empty when none is noted.
        recorded_at: When it was put in.
    """

    subject: str
    predicate: str
    object: str
    valid_from: str = ""
    valid_to: str = ""
    confidence: float = 1.0
    source: str = ""
    recorded_at: str = ""


class Unread(NamedTuple):
    """Something that could not be read: which file and part of it, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class MemPalace:
    """All of a palace.

    Attributes:
        folder: Where its ``chroma.sqlite3`` lies.
        model: Name of the embedding model that is noted for its drawers, empty when none is.
        identity: The text about its owner that every session begins with.
        unread: What is missing in the rest.
    """

    folder: str
    drawers: tuple[MemDrawer, ...] = ()
    closets: tuple[MemCloset, ...] = ()
    tunnels: tuple[MemTunnel, ...] = ()
    hallways: tuple[MemHallway, ...] = ()
    facts: tuple[MemFact, ...] = ()
    model: str = ""
    identity: str = ""
    unread: tuple[Unread, ...] = ()
