"""What a drawer's metadata is called in Chroma: MemPalace's names, and what filters need beside them.

Chroma's filters compare strings for equality only and order nothing but numbers, so a date is kept as a number too, and a room with each
room above it, and each folder above a file, under a key of its own: ``concepts/deep`` of a room ``concepts/deep/sea`` is its ``room_2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from llmwiki.palace.store.base import Metadata, Where

DRAWERS = "mempalace_drawers"
CLOSETS = "mempalace_closets"

_NAMES = {"path": "source_file", "date": "content_date", "position": "chunk_index", "first": "line_start", "last": "line_end"}
_DEEPEST = 12
"""Folders of a path that have a key; what lies deeper is told apart by the path itself."""

_UNFIT = re.compile("[\x00\ud800-\udfff]")
_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


def fit(text: str) -> str:
    """A text that Chroma takes: a lone surrogate is refused by it, and a NUL damages the word index of the whole collection."""
    return _UNFIT.sub("\ufffd", text)


def plain(metadata: Metadata) -> dict[str, str | int | float | bool]:
    """Metadata that is kept by its own names."""
    return {name: fit(value) if isinstance(value, str) else value for name, value in metadata.items()}


def stored(metadata: Metadata) -> dict[str, str | int | float | bool]:
    """Metadata of a row as Chroma keeps it; empty texts are left out."""
    row: dict[str, str | int | float | bool] = {}
    for name, value in metadata.items():
        if value != "":
            row[_NAMES.get(name, name)] = fit(value) if isinstance(value, str) else value
    if room := fit(str(metadata.get("room", ""))):
        row |= _levels("room", f"{room}/")
    row |= _levels("under", fit(str(metadata.get("path", ""))))
    day = _number(str(metadata.get("date", "")), "00")
    if day is not None:
        row["day"] = day
    return row


def condition(where: Where) -> dict[str, Any] | None:
    """A filter in Chroma's form; it lets through more than ``where`` only by ``under``, see ``passes``."""
    wanted: list[dict[str, Any]] = [
        {name: fit(value)}
        for name, value in (("wing", where.wing), ("hall", where.hall), ("kind", where.kind), ("language", where.language))
        if value
    ]
    if where.room:
        depth = where.room.count("/") + 1
        wanted.append({_level("room", depth) if depth <= _DEEPEST else "room": fit(where.room)})
    folder = fit(where.under).rpartition("/")[0]
    if folder:
        parts = folder.split("/")[:_DEEPEST]
        wanted.append({_level("under", len(parts)): "/".join(parts)})
    since, until = _number(where.since, "00"), _number(where.until, "99")
    wanted += [{"day": {"$gte": since}}] if since is not None else []
    wanted += [{"day": {"$lte": until}}] if until is not None else []
    return {"$and": wanted} if len(wanted) > 1 else wanted[0] if wanted else None


def meets(row: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a row's metadata pass a filter that ``condition`` made."""
    if "$and" in wanted:
        return all(meets(row, part) for part in wanted["$and"])
    ((name, value),) = wanted.items()
    if not isinstance(value, dict):
        return bool(row.get(name) == value)
    return name in row and (row[name] >= value["$gte"] if "$gte" in value else row[name] <= value["$lte"])


def whole_folder(under: str) -> bool:
    """Whether ``condition`` alone decides on ``under``: it is a folder, with its slash, and not too deep."""
    return not under or (under.endswith("/") and under.count("/") <= _DEEPEST)


def passes(row: Mapping[str, Any], under: str) -> bool:
    """Whether a row's file begins with a path."""
    return str(row.get("source_file", "")).startswith(fit(under))


def _levels(name: str, path: str) -> dict[str, str]:
    """The folders above a path, outermost first."""
    parts = path.split("/")[:-1][:_DEEPEST]
    return {_level(name, depth): "/".join(parts[:depth]) for depth in range(1, len(parts) + 1)}


def _level(name: str, depth: int) -> str:
    return f"{name}_{depth}"


def _number(date: str, missing: str) -> int | None:
    """An ISO date as a number of eight digits, what it leaves open filled in; None when it is none."""
    match = _DAY.match(date)
    return int(match[1] + (match[2] or missing) + (match[3] or missing)) if match else None
