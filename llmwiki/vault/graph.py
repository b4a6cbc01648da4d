"""The link graph, and the measures that checks take from it."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.vault.kept import read_kept, write_kept
from llmwiki.vault.own_files import INDEX, NESTED, is_own, own_file
from llmwiki.vault.resolve import Found
from llmwiki.vault.vault import is_note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import networkx as nx

    from llmwiki.vault.vault import Vault

FORMAT = "measures-2"
NAME = "measures.json"
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
    """What checks take from the link graph. Each part is found when it is first asked for.

    Origins that say nothing about a page's place in the wiki do not count as inbound: the index,
    logs and SCHEMA.md, the page itself, and files in ``raw/``.

    Args:
        vault: The vault.
        cache_dir: Where groups and reachability are kept for as long as no link changes; nowhere when None.
    """

    def __init__(self, vault: Vault, cache_dir: Path | None = None) -> None:
        self._vault, self._notes, self._cache_dir = vault, vault.notes, cache_dir
        place = {path: i for i, path in enumerate(vault.notes)}
        self._targets = [_targets(vault, path, place) for path in vault.notes]

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
        return tuple(tuple(self._notes[i] for i in group) for group in self._shape.groups)

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Notes that can be reached from the index over any links."""
        return frozenset(self._notes[i] for i in self._shape.reachable)

    @cached_property
    def _shape(self) -> _Shape:
        return _kept_shape(self._vault, self._targets, self._cache_dir)


def _targets(vault: Vault, path: str, place: Mapping[str, int]) -> list[int]:
    """Places of the other notes that a note links to, in order."""
    found = {place[answer.path] for answer in vault.targets(path) if isinstance(answer, Found) and answer.path in place}
    return sorted(found - {place[path]})


class _Shape(NamedTuple):
    """What takes a graph to find out, as places in the vault's notes."""

    groups: list[list[int]]
    reachable: list[int]


def _kept_shape(vault: Vault, outbound: list[list[int]], cache_dir: Path | None) -> _Shape:
    if cache_dir is None:
        return _shape(vault)
    file, key = cache_dir / NAME, json.dumps([FORMAT, vault.notes, outbound], separators=(",", ":"))
    kept = read_kept(file, key)
    if kept is not None:
        return _Shape(*kept)
    shape = _shape(vault)
    write_kept(file, key, shape)
    return shape


def _shape(vault: Vault) -> _Shape:
    import networkx as nx

    place = {path: i for i, path in enumerate(vault.notes)}
    graph = LinkGraph(vault).graph
    counted = graph.subgraph([path for path in vault.notes if counts_as_origin(path)])
    groups = [sorted(place[path] for path in group) for group in nx.weakly_connected_components(counted)]
    index = own_file(INDEX, vault.notes)
    start = index if index in vault.notes else None
    reached = nx.descendants(graph, start) | {start} if start else set()
    return _Shape(sorted(groups, key=lambda group: (-len(group), group)), sorted(place[path] for path in reached if path in place))
