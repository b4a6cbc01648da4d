"""Whether the copy in Chroma holds what the records do, both ways, and gives every vector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmwiki.errors import IndexDamaged
from llmwiki.palace.copying import expected_closets, expected_drawers, waiting
from llmwiki.palace.records import COPIED, read_meta
from llmwiki.palace.vectors import kept_model
from llmwiki.palace.verifying import Difference

if TYPE_CHECKING:
    import sqlite3

    from llmwiki.palace.copying import Names
    from llmwiki.palace.store.chroma import Chroma

_NAMED = 3


def compare_copy(connection: sqlite3.Connection, chroma: Chroma, names: Names) -> Iterator[Difference]:
    """All differences; none where no copy was ever made. What waits to be brought over is none.

    Raises:
        Busy: Another process writes to it.
        ServiceError: The server does not answer.
    """
    copied, model = read_meta(connection, COPIED), kept_model(connection)
    if not copied:
        return
    if copied != model:  # so it is while the first copy is made, too
        yield _difference("is not whole, or not of the vectors that are searched")
        return
    marked = waiting(connection)
    for name, wanted in ((names.drawers, expected_drawers(connection, model)), (names.closets, expected_closets(connection, model))):
        try:
            verdict = chroma.store(name).verify(wanted - marked)
        except IndexDamaged as damage:
            yield _difference(damage.message)
            return
        extra = [key for key in verdict.extra if key not in marked]
        for keys, what in (
            (verdict.missing, "are missing"),
            (extra, "are in no record"),
            (verdict.unreadable, "give no vector"),
        ):
            if keys:
                yield _difference(f"{name}: {len(keys)} {what}: {_listed(keys)}")


def _difference(detail: str) -> Difference:
    return Difference("copy", "", "", detail)


def _listed(keys: list[str]) -> str:
    return ", ".join(keys[:_NAMED]) + (", ..." if len(keys) > _NAMED else "")
