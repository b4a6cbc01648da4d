"""Conversations that are trees: an answer made again or a question asked anew begins a branch."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple


class Branch(NamedTuple):
    """A way through the tree.

    Attributes:
        nodes: Ids from where it leaves the branches before it to its end.
        number: 1 for the current branch.
    """

    nodes: tuple[str, ...]
    number: int


def branches(parents: Mapping[str, str], current: str) -> list[Branch]:
    """All branches of a conversation.

    Args:
        parents: Every node's parent, in the order of the export; a parent that is no node is none. Loops are borne.
        current: The last node of the branch that is shown; when it is no node, the branch of the last leaf is taken.

    Returns:
        The current branch first and whole, then the others in the order of their leaves, each from its fork on.
    """
    inner = set(parents.values())
    leaves = [node for node in parents if node not in inner] or list(parents)[-1:]
    end = current if current in parents else (leaves[-1] if leaves else "")
    # What follows the current node is its continuation: the last answer wins, as in the program.
    found = [Branch(_path(parents, end), 1)] if end else []
    told = set(found[0].nodes) if found else set()
    for leaf in leaves:
        fresh = tuple(node for node in _path(parents, leaf) if node not in told)
        if fresh:
            found.append(Branch(fresh, len(found) + 1))
            told.update(fresh)
    return found


def _path(parents: Mapping[str, str], end: str) -> tuple[str, ...]:
    """Nodes from the root to an end."""
    path: list[str] = []
    seen: set[Hashable] = set()
    node = end
    while node in parents and node not in seen:
        seen.add(node)
        path.append(node)
        node = parents[node]
    return tuple(reversed(path))
