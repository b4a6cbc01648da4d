"""The link graph, and the measures that checks take from it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.own_files import INDEX, NESTED, is_own, own_file
from llmwiki.vault.resolve import Found
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import networkx as nx

    from llmwiki.vault.vault import Vault

_OLD_LOG = re.compile(r"log-\d[\d-]*\.md\Z", re.IGNORECASE)


class Edge(NamedTuple):
    """One link: from a note to a file, or to a name that no file has (``missing``)."""

    source: str
    target: str
    kind: str
    place: str
    missing: bool


class LinkGraph:
    """The links of a vault as a networkx ``MultiDiGraph``.

    Nodes are paths with ``kind`` ``note`` or ``attachment``, and names with ``kind`` ``unresolved``
    as ``?name``; edges carry ``kind`` and ``place`` of the link.
    """

    def __init__(self, vault: Vault) -> None:
        import networkx as nx  # costs more than a whole warm lint

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        for path in vault.files:
            graph.add_node(path, kind="note" if is_note(path) else "attachment")
        for edge in edges(vault):
            target = f"?{edge.target}" if edge.missing else edge.target
            if edge.missing:
                graph.add_node(target, kind="unresolved")
            graph.add_edge(edge.source, target, kind=edge.kind, place=edge.place)
        self.graph = graph


def edges(vault: Vault) -> Iterator[Edge]:
    """Every link of every note, in order of path and place."""
    for path in vault.notes:
        for link, answer in vault.resolved(path):
            if isinstance(answer, Found):
                yield Edge(path, answer.path, link.kind, link.place, missing=False)
            else:
                yield Edge(path, link.target, link.kind, link.place, missing=True)


def counts_as_origin(path: str) -> bool:
    """Whether a link from this note says that its target belongs to the wiki."""
    return not path.startswith("raw/") and not is_own(path) and not _OLD_LOG.match(path.removeprefix(NESTED))


class Measures:
    """What checks take from the link graph. Each part is found when it is first asked for, on plain lists: to load networkx takes longer.

    Origins that say nothing about a page's place in the wiki do not count as inbound: the index,
    logs and SCHEMA.md, the page itself, and files in ``raw/``.
    """

    def __init__(self, vault: Vault) -> None:
        self._notes = vault.notes
        linked = vault.linked({path: i for i, path in enumerate(vault.notes)})
        self._targets = [sorted(found - {i}) for i, found in enumerate(linked)]

    @cached_property
    def inbound(self) -> Mapping[str, tuple[str, ...]]:
        """For each note the other notes that link to it, sorted."""
        found: list[list[str]] = [[] for _ in self._notes]
        for path, targets in zip(self._notes, self._targets, strict=True):
            if counts_as_origin(path):
                for target in targets:
                    found[target].append(path)
        return {path: tuple(origins) for path, origins in zip(self._notes, found, strict=True)}

    @cached_property
    def outbound(self) -> Mapping[str, tuple[str, ...]]:
        """For each note the other notes it links to, sorted."""
        return {path: tuple(self._notes[target] for target in targets) for path, targets in zip(self._notes, self._targets, strict=True)}

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Weakly connected groups of counted notes, largest first, each sorted."""
        beside = self._neighbours()
        left = set(beside)
        groups: list[list[int]] = []
        for start in beside:
            if start in left:
                group = _spread(start, beside)
                left -= group
                groups.append(sorted(group))
        groups.sort(key=lambda group: (-len(group), group))
        return tuple(tuple(self._notes[i] for i in group) for group in groups)

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Notes that can be reached from the index over any links."""
        index = own_file(INDEX, self._notes)
        if index not in self._notes:
            return frozenset()
        return frozenset(self._notes[i] for i in _spread(self._notes.index(index), self._targets))

    def _neighbours(self) -> dict[int, list[int]]:
        """Counted notes with those that they link to or that link to them."""
        beside: dict[int, list[int]] = {i: [] for i, path in enumerate(self._notes) if counts_as_origin(path)}
        for i, others in beside.items():
            for target in self._targets[i]:
                if target in beside:
                    others.append(target)
                    beside[target].append(i)
        return beside


def _spread(start: int, beside: Mapping[int, list[int]] | Sequence[list[int]]) -> set[int]:
    """All that can be reached from ``start``, itself included."""
    found, edge = {start}, [start]
    while edge:
        new = set(beside[edge.pop()]) - found
        found |= new
        edge += new
    return found
