"""What MemPalace keeps outside of Chroma: tunnels, hallways, the graph of facts, the text about the owner."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from llmwiki.palace.mempalace.database import reading
from llmwiki.palace.mempalace.values import MemFact, MemHallway, MemPlace, MemTunnel, Unread

TUNNELS, HALLWAYS, GRAPH, IDENTITY, MODEL = (
    "tunnels.json",
    "hallways.json",
    "knowledge_graph.sqlite3",
    "identity.txt",
    "mempalace_embedder.json",
)
_NAMES = "SELECT id, name FROM entities"
_TRIPLES = "SELECT * FROM triples ORDER BY rowid"
Value = TypeVar("Value")


def find(name: str, folders: Sequence[Path]) -> Path | None:
    """The first of some folders that has a file, or None."""
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def tunnels(path: Path, unread: list[Unread]) -> list[MemTunnel]:
    """Tunnels of ``tunnels.json``."""
    return list(_each(_listed(path, "tunnels", unread), path, _tunnel, unread))


def hallways(path: Path, unread: list[Unread]) -> list[MemHallway]:
    """Hallways of ``hallways.json``."""
    return list(_each(_listed(path, "hallways", unread), path, _hallway, unread))


def facts(path: Path, unread: list[Unread]) -> list[MemFact]:
    """Triples of the knowledge graph in the order in which they were put in."""
    found: list[MemFact] = []
    try:
        with reading(path) as connection:
            connection.row_factory = sqlite3.Row
            names = {row["id"]: row["name"] for row in connection.execute(_NAMES)}
            found.extend(_fact(dict(row), names) for row in connection.execute(_TRIPLES))
    except (OSError, sqlite3.DatabaseError) as error:
        unread.append(Unread(f"{path.name}: facts" + (f" after the first {len(found)}" if found else ""), str(error)))
    return found


def text_of(path: Path, unread: list[Unread]) -> str:
    """A text file; bytes that are no UTF-8 are kept as lone surrogates."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        unread.append(Unread(path.name, error.strerror or str(error)))
        return ""


def model_of(path: Path, collection: str, unread: list[Unread]) -> str:
    """Name of the model that a collection's vectors are of."""
    noted = _json(path, unread)
    entry = noted.get(collection) if isinstance(noted, dict) else None
    return str(entry.get("model_name", "")) if isinstance(entry, dict) else ""


def _listed(path: Path, key: str, unread: list[Unread]) -> list[Any]:
    """Entries of a file that is a list or has one under a key, as versions differ."""
    content = _json(path, unread)
    entries = content.get(key, []) if isinstance(content, dict) else content
    if isinstance(entries, list):
        return entries
    if content is not None:
        unread.append(Unread(path.name, "it holds no list"))
    return []


def _json(path: Path, unread: list[Unread]) -> Any:  # noqa: ANN401 - whatever stands in a foreign file
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        unread.append(Unread(path.name, error.strerror or str(error)))
    except (ValueError, RecursionError) as error:
        unread.append(Unread(path.name, f"no JSON: {error}"))
    return None


def _each(entries: Sequence[Any], path: Path, make: Callable[[Any], Value], unread: list[Unread]) -> Iterator[Value]:
    for number, entry in enumerate(entries, 1):
        try:
            yield make(entry)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            unread.append(Unread(f"{path.name}: entry {number}", f"{type(error).__name__}: {error}"))


def _tunnel(entry: Any) -> MemTunnel:  # noqa: ANN401
    return MemTunnel(
        str(entry["id"]),
        _place(entry["source"]),
        _place(entry["target"]),
        str(entry.get("label") or ""),
        str(entry.get("kind") or "explicit"),
        str(entry.get("created_at") or ""),
    )


def _place(entry: Any) -> MemPlace:  # noqa: ANN401
    return MemPlace(str(entry["wing"]), str(entry["room"]), str(entry.get("drawer_id") or ""))


def _hallway(entry: Any) -> MemHallway:  # noqa: ANN401
    rooms = tuple(str(room) for room in entry.get("rooms") or ())
    count = int(entry.get("co_occurrence_count") or 0)
    return MemHallway(str(entry["id"]), str(entry["wing"]), str(entry["entity_a"]), str(entry["entity_b"]), count, rooms)


def _fact(row: dict[str, Any], names: dict[str, str]) -> MemFact:
    def text(key: str) -> str:
        return str(row.get(key) or "")

    confidence = row.get("confidence")
    return MemFact(
        names.get(text("subject"), text("subject")),
        text("predicate"),
        names.get(text("object"), text("object")),
        text("valid_from"),
        text("valid_to"),
        confidence if isinstance(confidence, float | int) else 1.0,
        text("source_drawer_id") or text("source_file") or text("source_closet"),
        text("extracted_at"),
    )
