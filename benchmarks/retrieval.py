"""Documents into a palace and questions out of it: the one place where the retrieval benchmarks touch the product's search.

Vectors of texts seen before are kept in the folder that the caller names, so that only the first run is slow.
"""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from llmwiki.palace.embed.e5 import E5Embedder
from llmwiki.palace.embed.fast import FastEmbedder
from llmwiki.palace.entries import file_entry
from llmwiki.palace.language import language_of
from llmwiki.palace.palace import Home, Palace
from llmwiki.palace.ranking import Scope
from llmwiki.palace.shelf import Shelf
from llmwiki.palace.store.base import Where

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Embedder, Matrix, ModelIdentity, Vector
    from llmwiki.palace.hit import Mode

EMBEDDERS: dict[str, Callable[[], Embedder]] = {"e5": E5Embedder, "fast": FastEmbedder}
KEPT = Path(tempfile.gettempdir()) / "llmwiki-bench"
"""Where vectors are kept when no folder is named."""

_BATCH = 32


class Document(NamedTuple):
    """One thing to file; ``key`` tells which document a hit is from."""

    key: str
    lines: Sequence[str]
    title: str = ""
    date: str = ""
    wing: str = ""


class Found(NamedTuple):
    """A hit: the documents that hold its text, most often one, and the verbatim text that the user gets."""

    keys: tuple[str, ...]
    text: str

    @property
    def key(self) -> str:
        """The document it is from."""
        return self.keys[0]


class Remembering:
    """An embedder that asks another one only for what it was not asked for before.

    Args:
        inner: Makes the vectors.
        path: Database that keeps them.
    """

    def __init__(self, inner: Embedder, path: Path) -> None:
        self._inner = inner
        self.longest, self.trust = inner.longest, inner.trust
        self._connection = sqlite3.connect(path)
        self._connection.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, vector BLOB)")

    @property
    def identity(self) -> ModelIdentity:
        """That of the other."""
        return self._inner.identity

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of documents."""
        return self._remembered(texts, question=False)

    def question(self, text: str) -> Vector:
        """Vector of a question."""
        vector: Vector = self._remembered([text], question=True)[0]
        return vector

    def _remembered(self, texts: Sequence[str], *, question: bool) -> Matrix:
        keys = [hashlib.sha256(f"{self.identity.name} {question} {text}".encode()).hexdigest() for text in texts]
        known = {key: vector for key in set(keys) if (vector := self._read(key)) is not None}
        fresh = list({key: text for key, text in zip(keys, texts, strict=True) if key not in known}.items())
        for at in range(0, len(fresh), _BATCH):
            batch = fresh[at : at + _BATCH]
            made = [self._inner.question(text) for _, text in batch] if question else self._inner.passages([text for _, text in batch])
            known.update(zip((key for key, _ in batch), made, strict=True))
            with self._connection:
                rows = [(key, np.asarray(vector, np.float32).tobytes()) for (key, _), vector in zip(batch, made, strict=True)]
                self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
        return np.stack([known[key] for key in keys])

    def _read(self, key: str) -> Vector | None:
        row = self._connection.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return np.frombuffer(row[0], np.float32) if row else None


class BenchPalace:
    """A palace of its own for some documents, thrown away when it is closed.

    Args:
        folder: Where vectors are kept between runs.
        embedder: ``e5``, ``fast`` or ``none``.
        documents: All that is filed.
    """

    def __init__(self, folder: Path, embedder: str, documents: Iterable[Document]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._own = tempfile.TemporaryDirectory(dir=folder)
        chosen = Remembering(EMBEDDERS[embedder](), folder / "vectors.db") if embedder != "none" else None
        self.palace = Palace(Home.alone(Path(self._own.name)), lambda _kept: chosen)
        self.palace.keep(map(_entry, documents))
        self.palace.embed()

    def search(self, question: str, wing: str | None, limit: int, mode: Mode) -> list[Found]:
        """The hits for a question, best first; ``wing`` None looks everywhere."""
        found = self.palace.search(question, Scope(limit, Where(wing=wing or "")), mode)
        return [Found((hit.drawer.path, *hit.copies), hit.drawer.text) for hit in found.hits]

    def close(self) -> None:
        """Throw it away."""
        self.palace.close()
        self._own.cleanup()


def opened(folder: Path, embedder: str, documents: Iterable[Document]) -> closing[BenchPalace]:
    """A palace for a ``with`` statement."""
    return closing(BenchPalace(folder, embedder, documents))


def _entry(document: Document) -> dict[str, object]:
    text = "\n".join(document.lines)
    about = Shelf(document.key, (), "conversation", document.wing, "", document.title, (), document.date, language_of(text))
    return file_entry(about, text, hashlib.sha256(text.encode()).hexdigest(), markdown=False)
