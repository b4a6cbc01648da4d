"""What the records hold, counted and listed."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import ConfigError
from llmwiki.palace.halls import HALLS
from llmwiki.palace.store.base import Where
from llmwiki.palace.vectors import kept_model, lacking
from llmwiki.palace.where import condition
from llmwiki.vault.places import fold

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.drawer import DrawerKind

Place = tuple[str, str]
_NAMED = 12
"""Names that a hint lists."""


class Known(NamedTuple):
    """A file of the records: what it was when it was filed."""

    sha256: str
    kind: DrawerKind
    origin: str


class Room(NamedTuple):
    """A room with its numbers of files and drawers."""

    wing: str
    name: str
    files: int
    drawers: int


class Census(NamedTuple):
    """The numbers of a palace.

    Attributes:
        rooms: Of all wings, in the order of their names.
        halls: Drawers by hall; those without one are left out.
        kinds: Drawers by kind.
        files, drawers, tunnels: Totals; of tunnels those that somebody made.
        kept: What the journal only keeps, such as the facts of an imported palace, by the name of its entries.
        vectors: Drawers' vectors by model.
        model: The one whose vectors are searched; empty before the first.
        lacking: Drawers that have no vector of it; 0 when there is none.
    """

    rooms: tuple[Room, ...]
    halls: dict[str, int]
    kinds: dict[str, int]
    files: int
    drawers: int
    tunnels: int
    kept: dict[str, int]
    vectors: dict[str, int]
    model: str
    lacking: int


def known_files(connection: sqlite3.Connection) -> dict[Place, Known]:
    """Every file by wing and path."""
    rows = connection.execute("SELECT wing, path, sha256, kind, origin FROM files")
    return {(wing, path): Known(digest, kind, origin) for wing, path, digest, kind, origin in rows}


def drawers_of(connection: sqlite3.Connection, place: Place) -> list[tuple[int, int, str]]:
    """Start, end and text of each drawer of a file, in order."""
    query = "SELECT d.start, d.stop, d.text FROM drawers AS d JOIN files AS f ON f.number = d.file WHERE f.wing = ? AND f.path = ?"
    return connection.execute(f"{query} ORDER BY d.position", place).fetchall()


def wings(connection: sqlite3.Connection, origin: str = "") -> list[str]:
    """Names of all wings, or of those that have files of an origin."""
    rows = connection.execute("SELECT DISTINCT wing FROM files WHERE ? IN ('', origin) ORDER BY wing", (origin,))
    return [name for (name,) in rows]


def rooms(connection: sqlite3.Connection, wing: str = "") -> list[Room]:
    """The rooms of a wing, or of all of them."""
    rows = connection.execute(
        "SELECT f.wing, f.room, count(DISTINCT f.number), count(d.number) FROM files AS f LEFT JOIN drawers AS d ON d.file = f.number"
        " WHERE ? IN ('', f.wing) GROUP BY f.wing, f.room ORDER BY f.wing, f.room",
        (wing,),
    )
    return [Room(*row) for row in rows]


def census(connection: sqlite3.Connection) -> Census:
    """All numbers."""
    found = tuple(rooms(connection))
    halls = connection.execute("SELECT hall, count(*) FROM drawers WHERE hall != '' GROUP BY hall ORDER BY hall")
    kinds = connection.execute("SELECT f.kind, count(*) FROM drawers AS d JOIN files AS f ON f.number = d.file GROUP BY f.kind ORDER BY 1")
    vectors = connection.execute("SELECT model, count(*) FROM vectors GROUP BY model ORDER BY model")
    model = kept_model(connection)
    return Census(
        found,
        dict(halls.fetchall()),
        dict(kinds.fetchall()),
        sum(room.files for room in found),
        sum(room.drawers for room in found),
        connection.execute("SELECT count(*) FROM tunnels").fetchone()[0],
        dict(connection.execute("SELECT op, count(*) FROM kept GROUP BY op ORDER BY op").fetchall()),
        dict(vectors.fetchall()),
        model,
        lacking(connection, model) if model else 0,
    )


def require_wing(connection: sqlite3.Connection, name: str) -> None:
    """Raises ConfigError, with the wings that may be meant, when there is none of that name."""
    names = wings(connection)
    if name not in names:
        raise ConfigError(f"there is no wing {name!r}", _meant(name, names) or "`wiki mine DIR` files one")


def require_room(connection: sqlite3.Connection, wing: str, name: str) -> None:
    """Raises ConfigError when there is no such wing (empty: any), or neither that room nor rooms below it in it."""
    if wing:
        require_wing(connection, wing)
    names = sorted({room.name for room in rooms(connection, wing)})
    if not any(room == name or room.startswith(f"{name.rstrip('/')}/") for room in names):
        inside = f" in the wing {wing!r}" if wing else ""
        raise ConfigError(f"there is no room {name!r}{inside}", _meant(name, names))


def require_hall(connection: sqlite3.Connection, name: str) -> None:
    """Raises ConfigError when it is no documented hall, and none that an imported drawer has."""
    names = sorted({*HALLS, *(hall for (hall,) in connection.execute("SELECT DISTINCT hall FROM drawers"))} - {""})
    if name not in names:
        raise ConfigError(f"there is no hall {name!r}", _meant(name, names))


def drawers_in(wing: str, room: str) -> tuple[str, list[str]]:
    """The condition, as ``where.condition`` makes it, of the drawers in a room."""
    return condition(Where(wing, room))


def _meant(name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, 3) or [other for other in names if fold(name) in fold(other)][:3]
    if near:
        return "did you mean " + " or ".join(map(repr, near)) + "?"
    return ("there are: " + ", ".join(map(repr, names[:_NAMED]))) + (", ..." if len(names) > _NAMED else "") if names else ""
