"""Which drawers a search looks at, as a condition on the records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmwiki.palace.store.base import Where


def condition(where: Where) -> tuple[str, list[str]]:
    """The condition on ``drawers AS d`` and ``files AS f``, and its values; an empty text where all drawers are looked at."""
    parts: list[str] = []
    values: list[str] = []
    for column in ("f.wing", "d.hall", "f.kind", "f.language"):
        if value := getattr(where, column[2:]):
            parts.append(f"{column} = ?")
            values.append(value)
    if where.room:
        room = where.room.rstrip("/")
        parts.append("(f.room = ? OR substr(f.room, 1, ?) = ?)")
        values += [room, str(len(room) + 1), room + "/"]
    if where.under:
        parts.append("substr(f.path, 1, ?) = ?")
        values += [str(len(where.under)), where.under]
    if where.since:
        # a document dated by its month alone counts for all of the month
        parts.append("f.date != '' AND f.date >= substr(?, 1, length(f.date))")
        values.append(where.since)
    if where.until:
        parts.append("f.date != '' AND f.date <= ?")
        values.append(where.until)
    return " AND ".join(parts), values
