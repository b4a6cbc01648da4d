"""Reads a palace of MemPalace, versions 3.0 to 3.11 with the Chroma back end."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from llmwiki.errors import SourceRefused
from llmwiki.palace.mempalace import beside
from llmwiki.palace.mempalace.database import reading
from llmwiki.palace.mempalace.rows import MemRow, collection_rows
from llmwiki.palace.mempalace.values import DrawerKind, MemCloset, MemDrawer, MemPalace, Scalar, Unread
from llmwiki.palace.store.layout import CLOSETS, DRAWERS

DATABASE = "chroma.sqlite3"
_OTHER_BACK_END = "sqlite_exact.sqlite3"


def read_palace(folder: Path, *, collection: str = DRAWERS, also: Sequence[Path] = ()) -> MemPalace:
    """All of a palace; nothing in its folder is changed, and it may be in use.

    Args:
        folder: Of the palace, or the one above it that MemPalace calls its configuration.
        collection: The name that the palace's settings give to its drawers.
        also: Further folders to look for tunnels, hallways, facts and identity in, after the palace's own and the one above it.
            MemPalace keeps facts of a palace at another place than its usual one in ``~/.mempalace``.

    Raises:
        SourceRefused: There is no palace, or its database cannot be read at all.
    """
    palace = _located(folder)
    unread: list[Unread] = []
    try:
        with reading(palace / DATABASE) as connection:
            drawers = [_drawer(row) for row in collection_rows(connection, collection, unread)]
            closets = [_closet(row) for row in collection_rows(connection, CLOSETS, unread)]
    except (OSError, sqlite3.DatabaseError) as error:
        raise SourceRefused(f"{palace / DATABASE} cannot be read: {error}.", "A copy of it from a backup can be imported.") from error
    return _with_side_files(MemPalace(str(palace), tuple(drawers), tuple(closets)), collection, also, unread)


def _located(folder: Path) -> Path:
    for place in (folder, folder / "palace"):
        if (place / DATABASE).is_file():
            return place
    if (folder / _OTHER_BACK_END).is_file():
        raise SourceRefused(f"{folder} is kept by another back end than Chroma.", "Only palaces with a chroma.sqlite3 can be imported.")
    raise SourceRefused(f"{folder} is no palace of MemPalace: it has no {DATABASE}.", "MemPalace keeps it in ~/.mempalace/palace.")


def _with_side_files(palace: MemPalace, collection: str, also: Sequence[Path], unread: list[Unread]) -> MemPalace:
    here = Path(palace.folder)
    folders = [here, here.parent, *also]
    tunnels, hallways, graph, identity, model = (
        beside.find(name, folders) for name in (beside.TUNNELS, beside.HALLWAYS, beside.GRAPH, beside.IDENTITY, beside.MODEL)
    )
    return replace(
        palace,
        tunnels=tuple(beside.tunnels(tunnels, unread)) if tunnels else (),
        hallways=tuple(beside.hallways(hallways, unread)) if hallways else (),
        facts=tuple(beside.facts(graph, unread)) if graph else (),
        identity=beside.text_of(identity, unread) if identity else "",
        model=beside.model_of(model, collection, unread) if model else "",
        unread=tuple(unread),
    )


def joined(drawers: Iterable[MemDrawer]) -> list[MemDrawer]:
    """Drawers with the parts of long ones put together, as the original's own list shows them; each stands where its first part stood."""
    wholes: dict[str, list[MemDrawer]] = {}
    for drawer in drawers:
        wholes.setdefault(drawer.whole or drawer.id, []).append(drawer)
    found = []
    for key, parts in wholes.items():
        pieces = sorted((part for part in parts if part.whole), key=lambda part: (part.position, part.id)) or parts
        text = "".join(piece.text for piece in pieces)
        found.append(replace(pieces[0], id=key, text=text, whole="", position=0) if pieces[0].whole else pieces[0])
    return found


def _drawer(row: MemRow) -> MemDrawer:
    data = row.metadata
    first, last = _number(data, "line_start"), _number(data, "line_end")
    return MemDrawer(
        row.id,
        row.text,
        _text(data, "wing"),
        _text(data, "room"),
        _text(data, "hall"),
        _text(data, "source_file"),
        _number(data, "chunk_index"),
        (first, last) if 0 < first <= last else (0, 0),
        _date(data),
        _text(data, "filed_at"),
        _text(data, "added_by"),
        _names(data),
        _kind(data),
        _text(data, "agent"),
        _text(data, "topic"),
        _text(data, "parent_drawer_id"),
        data,
    )


def _closet(row: MemRow) -> MemCloset:
    data = row.metadata
    return MemCloset(row.id, row.text, _text(data, "wing"), _text(data, "room"), _text(data, "source_file"), _names(data), data)


def _kind(data: dict[str, Scalar]) -> DrawerKind:
    if data.get("type") == "diary_entry" or data.get("hall") == "hall_diary":
        return "diary"
    if data.get("ingest_mode") == "convos":
        return "conversation"
    return "file" if data.get("source_file") else "note"


def _date(data: dict[str, Scalar]) -> str:
    """When the content is from. A time that is only that of filing is none: the original falls back on it without a word."""
    if _text(data, "authored_at") not in {"", _text(data, "filed_at")}:
        return _text(data, "authored_at")
    dated = "" if data.get("content_date_source") == "mtime" else _text(data, "content_date")
    return dated or _text(data, "date")


def _names(data: dict[str, Scalar]) -> tuple[str, ...]:
    return tuple(filter(None, _text(data, "entities").split(";")))


def _text(data: dict[str, Scalar], key: str) -> str:
    return str(data.get(key, ""))


def _number(data: dict[str, Scalar], key: str) -> int:
    value = data.get(key, 0)
    return int(value) if isinstance(value, int | float) else 0
