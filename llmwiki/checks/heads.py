"""What the checks need of every page's properties: its names, and the day it was updated."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.vault import Vault

QUESTION = "head"


class Head(NamedTuple):
    """Of a note: title (or file name) and aliases, and its ``updated`` property, empty when it has none."""

    names: tuple[str, ...]
    updated: str


def heads(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, Head]:
    """The heads of these notes."""
    known = snapshot.known_heads
    wanted = list(paths)
    column, find = snapshot.memo.column(QUESTION), partial(find_head, snapshot.vault)
    for path in wanted:
        if path not in known:
            names, updated = column.of(path, find)
            known[path] = Head(tuple(names), updated)
    return {path: known[path] for path in wanted}


def find_head(vault: Vault, path: str) -> Head:
    """The head of a note, looked up in it."""
    from llmwiki.facts.names import names_of  # only needed where a note is new

    return Head(names_of(vault, path), vault.page(path).frontmatter.text("updated"))
