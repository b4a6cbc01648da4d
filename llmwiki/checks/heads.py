"""What the checks need of every page's properties: its names, and the day it was updated."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.checks.tour import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from llmwiki.checks.base import Snapshot
    from llmwiki.vault.vault import Vault


class Head(NamedTuple):
    """Of a note: title (or file name) and aliases, and its ``updated`` property, empty when it has none."""

    names: tuple[str, ...]
    updated: str


def heads(snapshot: Snapshot, paths: Iterable[str]) -> dict[str, Head]:
    """The heads of these notes."""
    known = snapshot.known_heads
    wanted = list(paths)
    new = [path for path in wanted if path not in known]
    question = heads_of(snapshot, new)
    for path in new:
        names, updated = question.of(path)
        known[path] = Head(tuple(names), updated)
    return {path: known[path] for path in wanted}


def heads_of(snapshot: Snapshot, paths: Sequence[str]) -> Question:
    """The question that has them for its answers."""
    return Question(snapshot.tour, snapshot.memo.column("head"), paths, partial(_find, snapshot.vault))


def _find(vault: Vault, path: str) -> Head:
    """The head of a note, looked up in it."""
    return Head(_names()(vault, path), vault.page(path).frontmatter.text("updated"))


@cache
def _names() -> Callable[[Vault, str], tuple[str, ...]]:
    from llmwiki.facts.names import names_of  # only needed where a note is new

    return names_of
