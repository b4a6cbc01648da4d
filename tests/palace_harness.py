"""Palaces for tests: documents filed through the journal, and an embedder that needs no model."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from llmwiki.palace.embed.base import ModelIdentity
from llmwiki.palace.entries import file_entry
from llmwiki.palace.palace import Home, Palace
from llmwiki.palace.ranking import Scope
from llmwiki.palace.shelf import Shelf
from llmwiki.palace.tokens import document_terms

if TYPE_CHECKING:
    from multiprocessing import Queue
    from multiprocessing.process import BaseProcess

    from llmwiki.palace.embed.base import Matrix, Vector


class TermEmbedder:
    """Texts that share terms lie near each other: each term is a fixed direction.

    Args:
        dimension: Numbers in a vector.
        revision: Of the model.
        meanings: Term to another term that means the same.
    """

    longest = 512
    trust = 1.0

    def __init__(self, dimension: int = 64, revision: str = "1", meanings: Mapping[str, str] | None = None) -> None:
        self.identity = ModelIdentity("terms", revision, dimension)
        self.meanings = dict(meanings or {})
        self.read: list[str] = []

    def passages(self, texts: Sequence[str]) -> Matrix:
        self.read += texts
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, self.identity.dimension), dtype=np.float32)

    def question(self, text: str) -> Vector:
        return self._vector(text)

    def _vector(self, text: str) -> Vector:
        total = np.full(self.identity.dimension, 1e-3)
        for term in document_terms(text):
            seed = hashlib.sha256(self.meanings.get(term, term).encode()).digest()[:8]
            total += np.random.default_rng(int.from_bytes(seed)).standard_normal(self.identity.dimension)
        return (total / np.linalg.norm(total)).astype(np.float32)


def document(path: str, text: str, *, wing: str = "notes", date: str = "", markdown: bool = True) -> dict[str, object]:
    """A journal entry of a document."""
    shelf = Shelf(path, kind="file", wing=wing, room=path.rpartition("/")[0], title=path.rsplit("/", 1)[-1], date=date)
    return file_entry(shelf, text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), markdown=markdown)


def palace_at(folder: Path, texts: Mapping[str, str] | None = None, embedder: TermEmbedder | None = None) -> Palace:
    """A palace in a folder of its own with these documents."""
    palace = Palace(Home.alone(folder), lambda _kept: embedder)
    palace.keep([document(path, text) for path, text in (texts or {}).items()])
    return palace


def started(work: Callable[..., object], *arguments: object) -> BaseProcess:
    """Work in a process of its own. It is forked, as a fresh one takes longer to import what it needs than to do its work."""
    process = multiprocessing.get_context("fork").Process(target=work, args=arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of other threads; no test has a palace open meanwhile
        process.start()
    return process


def keep_until(home: Path, writer: int, seconds: float, said: Queue[tuple[int, int]]) -> None:
    """Write documents for some seconds and say how many; for a process of its own."""
    palace = Palace(Home.alone(home))
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        palace.keep([document(f"{writer}/{number + row}.md", f"word{writer}x{number + row} kept, 词{number + row}") for row in range(3)])
        number += 3
    said.put((writer, number))


def read_until(home: Path, seconds: float, said: Queue[str]) -> None:
    """Read for some seconds and say what was wrong, or nothing; for a process of its own too."""
    palace = Palace(Home.alone(home))
    end, seen = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        count = palace.ask(lambda connection: connection.execute("SELECT count(*) FROM drawers").fetchone()[0])
        hits = palace.search("kept", Scope(5), "words").hits
        if count < seen or (count > 5 and len(hits) < 5):
            said.put(f"{count} drawers after {seen}, {len(hits)} hits")
            return
        seen = count
    said.put("")
