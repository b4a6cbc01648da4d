"""Writes a palace that MemPalace's own tools open: status, list, get, and its search where its model is present."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.errors import WriteError
from llmwiki.palace.mempalace import minilm
from llmwiki.palace.mempalace.beside import GRAPH, IDENTITY, MODEL, TUNNELS
from llmwiki.palace.mempalace.graph import write_graph
from llmwiki.palace.mempalace.values import MemCloset, MemDrawer, MemPalace, MemPlace, MemTunnel, Scalar
from llmwiki.palace.store.base import Row
from llmwiki.palace.store.chroma import Chroma, ChromaStore
from llmwiki.palace.store.layout import CLOSETS, DRAWERS, plain

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Matrix

Embed = Callable[[Sequence[str]], "Matrix"]
_BATCH = 100
_LONGEST_NAME = 128
_UNFIT = re.compile(r"[^\w .'-]")
_ENDS = re.compile(r"^[\W_]+|[\W_]+$")
_NORMALIZED = 2
"""The original mines a file again whose drawers say a lower one."""


class Exported(NamedTuple):
    """What was written.

    Attributes:
        folder: To be given to ``mempalace --palace``.
        drawers, closets, tunnels, facts: Numbers.
        searchable: Whether the drawers have vectors of the original's model.
        note: What is to be done about it when they don't, else empty.
    """

    folder: Path
    drawers: int
    closets: int
    tunnels: int
    facts: int
    searchable: bool
    note: str


def write_palace(palace: MemPalace, target: Path, embed: Embed | None = None, step: Callable[[int, int], None] | None = None) -> Exported:
    """Write a palace into a new folder: ``palace/`` for Chroma and the facts, tunnels and identity where the original looks for them.

    Args:
        palace: What to write; ``folder`` and ``unread`` do not matter.
        target: A folder that is not there or empty; it appears whole or not at all.
        embed: Gives vectors of 384 numbers. By default the original's own model when this machine has it; without, all vectors are equal,
            so that everything works but searching by meaning.
        step: Called with the number of texts done and of all.

    Raises:
        WriteError: The folder is in use for something else, or cannot be written.
        IndexDamaged: Chroma does not give back what went in.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise WriteError(f"{target} is there already.", "Name a folder that does not exist; an export replaces nothing.")
    absent = [] if embed else minilm.missing()
    vectors = embed or (_alike if absent else minilm.embedder())
    half = target.with_name(f"{target.name}.half")
    try:
        shutil.rmtree(half, ignore_errors=True)
        (half / "palace").mkdir(parents=True)
        _write_rows(palace, half / "palace", vectors, step or _nothing)
        _write_side_files(palace, half, searchable=not absent)
        if target.is_dir():
            target.rmdir()
        half.rename(target)
    except OSError as error:
        raise WriteError(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(half, ignore_errors=True)
    counts = (len(palace.drawers), len(palace.closets), len(palace.tunnels), len(palace.facts))
    return Exported(target / "palace", *counts, not absent, _note(absent, target / "palace"))


def safe_name(name: str) -> str:
    """A wing or room by a name that the original takes in its filters: no slash, at most 128 signs, a letter or digit at both ends."""
    fit = _ENDS.sub("", _UNFIT.sub("_", name.replace("/", ".")))[:_LONGEST_NAME]
    return _ENDS.sub("", fit) or "general"


def _note(absent: Sequence[str], folder: Path) -> str:
    if not absent:
        return ""
    return (
        f"Not searchable by meaning: the original's model is not in {minilm.folder()} ({', '.join(absent)} missing). "
        f"`mempalace --palace {folder} repair rebuild-index` makes the vectors."
    )


def _write_rows(palace: MemPalace, folder: Path, embed: Embed, step: Callable[[int, int], None]) -> None:
    place = Chroma(folder)
    total = len(palace.drawers) + len(palace.closets)
    done = 0
    try:
        for name, values in ((DRAWERS, palace.drawers), (CLOSETS, palace.closets)):
            store = place.store(name, keep=plain)
            for batch in _batches(values):
                _put(store, batch, embed)
                done += len(batch)
                step(done, total)
            _check(store, values)
    finally:
        place.close()
    for path in folder.parent.glob("palace.*"):
        path.unlink()  # locks and seal, of use only to us


def _put(store: ChromaStore, batch: Sequence[MemDrawer | MemCloset], embed: Embed) -> None:
    vectors = embed([value.text for value in batch])
    store.upsert([Row(value.id, vector, value.text, _metadata(value)) for value, vector in zip(batch, vectors, strict=True)])


def _check(store: ChromaStore, values: Sequence[MemDrawer | MemCloset]) -> None:
    verdict = store.verify(value.id for value in values)
    if not verdict.whole:
        raise WriteError(f"Chroma lost {len(verdict.missing) + len(verdict.unreadable)} of {len(values)} rows.", "Export once more.")


def _metadata(value: MemDrawer | MemCloset) -> dict[str, Scalar]:
    own: dict[str, Scalar] = {
        "wing": safe_name(value.wing),
        "room": safe_name(value.room),
        "source_file": value.source_file,
        "entities": ";".join(value.entities),
        "normalize_version": _NORMALIZED,
    }
    if isinstance(value, MemDrawer):
        own |= _of_drawer(value)
    return {name: content for name, content in {**value.metadata, **own}.items() if content != ""}


def _of_drawer(drawer: MemDrawer) -> dict[str, Scalar]:
    known: dict[str, Scalar] = {
        "hall": drawer.hall,
        "chunk_index": drawer.position,
        "content_date": drawer.date,
        "filed_at": drawer.filed_at,
        "added_by": drawer.added_by,
        "agent": drawer.agent,
        "topic": drawer.topic,
        "parent_drawer_id": drawer.whole,
    }
    if drawer.kind == "conversation":
        known["ingest_mode"] = "convos"
    if drawer.kind == "diary":
        known |= {"type": "diary_entry", "date": drawer.date[:10]}
    if any(drawer.lines):
        known |= {"line_start": drawer.lines[0], "line_end": drawer.lines[1]}
    return known


def _write_side_files(palace: MemPalace, folder: Path, *, searchable: bool) -> None:
    if palace.tunnels:
        _write_json(folder / TUNNELS, [_tunnel(tunnel) for tunnel in palace.tunnels])
    if palace.identity:
        (folder / IDENTITY).write_text(palace.identity, encoding="utf-8", errors="surrogateescape")
    if searchable:
        model = {"model_name": minilm.NAME, "dimension": minilm.DIMENSION}
        _write_json(folder / "palace" / MODEL, {DRAWERS: model, CLOSETS: model})
    try:
        if palace.facts:
            with closing(sqlite3.connect(folder / "palace" / GRAPH)) as connection, connection:
                write_graph(connection, palace.facts)
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def _tunnel(tunnel: MemTunnel) -> dict[str, Any]:
    made = {"id": tunnel.id, "source": _end(tunnel.source), "target": _end(tunnel.target), "label": tunnel.label, "kind": tunnel.kind}
    return {**made, "created_at": tunnel.created_at}


def _end(place: MemPlace) -> dict[str, str]:
    return {"wing": safe_name(place.wing), "room": safe_name(place.room)} | ({"drawer_id": place.drawer} if place.drawer else {})


def _write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2), encoding="utf-8", errors="replace")


def _alike(texts: Sequence[str]) -> Matrix:
    """The same vector for every text: Chroma takes no row without one."""
    import numpy as np

    rows = np.zeros((len(texts), minilm.DIMENSION), dtype="float32")
    rows[:, 0] = 1
    return rows


def _batches(values: Iterable[MemDrawer | MemCloset]) -> Iterator[list[MemDrawer | MemCloset]]:
    source = iter(values)
    while batch := list(islice(source, _BATCH)):
        yield batch


def _nothing(_done: int, _total: int) -> None:
    pass
