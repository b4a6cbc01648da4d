"""What the checks need of every page's properties: its names, and the day it was updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.base import Snapshot


class Head(NamedTuple):
    """Of a note: title (or file name) and aliases, and its ``updated`` property, empty when it has none."""

    names: tuple[str, ...]
    updated: str


def heads(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, Head]:
    """The heads of these notes."""

    def find(path: str) -> Head:
        from llmwiki.facts.names import names_of  # only needed where a note is new

        return Head(names_of(snapshot.vault, path), snapshot.vault.page(path).frontmatter.text("updated"))

    known = snapshot.known_heads
    wanted = list(paths)
    column = snapshot.memo.column("head")
    for path in wanted:
        if path not in known:
            names, updated = column.of(path, find)
            known[path] = Head(tuple(names), updated)
    return {path: known[path] for path in wanted}
