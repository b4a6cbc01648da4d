"""What is done with one Chroma collection; runs in the keeper's process only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from llmwiki.palace.store.layout import meets, passes

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from numpy.typing import ArrayLike

    from llmwiki.palace.embed.base import Matrix, Vector

# The original reads these from the collection's metadata, not from its configuration.
_MADE_WITH = {"hnsw:space": "cosine", "hnsw:num_threads": 1, "hnsw:batch_size": 100, "hnsw:sync_threshold": 1000}
_WIDER = 4
_LISTED = 50
"""Chroma lists all rows that pass a filter before it looks for near ones: 2 ms for each thousand. Metadata take 0.1 ms a row. So where
a collection has this many rows for each one that is read, those that pass a wide filter are sooner found among the nearest."""


def find(client: ClientAPI, name: str) -> Collection | None:
    """A collection, or None where there is none of that name."""
    from chromadb.errors import NotFoundError

    try:
        return client.get_collection(name, embedding_function=None)
    except NotFoundError:
        return None


def make(client: ClientAPI, name: str) -> Collection:
    """A collection; made in the original's form when it is missing."""
    return client.get_or_create_collection(name, embedding_function=None, metadata=None if find(client, name) else dict(_MADE_WITH))


def unpacked(blob: bytes, count: int) -> Matrix:
    """Vectors as they are sent: float32, row after row."""
    import numpy as np

    return np.frombuffer(blob, dtype="<f4").reshape(count, -1)


def upsert(collection: Collection, rows: Mapping[str, Any], blob: bytes) -> None:
    """Put rows in.

    Args:
        collection: Of the rows.
        rows: ``ids``, ``documents`` and ``metadatas``, lists of one length.
        blob: The vectors, float32, row after row.
    """
    vectors = unpacked(blob, len(rows["ids"]))
    metadatas: Any = [row or None for row in _with_dropped_keys(collection, rows)]
    collection.upsert(ids=rows["ids"], documents=rows["documents"], metadatas=metadatas, embeddings=vectors)


def _with_dropped_keys(collection: Collection, rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The new metadata, with None for each key that only the old one has: Chroma would keep it."""
    found = collection.get(ids=rows["ids"], include=["metadatas"])
    old = dict(zip(found["ids"], found["metadatas"] or [], strict=True))
    return [dict.fromkeys(old.get(key) or {}) | row for key, row in zip(rows["ids"], rows["metadatas"], strict=True)]


def near(collection: Collection, vectors: Matrix, limit: int, where: dict[str, Any] | None, under: str) -> list[list[tuple[str, float]]]:
    """Ids and cosine similarities of the rows nearest to each of some vectors, nearest first.

    Args:
        collection: To look in.
        vectors: The questions, one row each.
        limit: Rows wanted for each, at least 1.
        where: Chroma's filter.
        under: Rows whose file does not begin so are passed over; empty when the filter says all.
    """
    if where or under:
        return [_filtered(collection, vector, limit, where, under) for vector in vectors]
    found = _query(collection, vectors, limit, None, with_metadata=False)
    return [[(key, 1.0 - distance) for key, distance, _ in one] for one in found]


def _filtered(collection: Collection, vector: Vector, limit: int, where: dict[str, Any] | None, under: str) -> list[tuple[str, float]]:
    wanted = limit * _WIDER
    if where and wanted * _LISTED <= collection.count():
        (among,) = _query(collection, vector[None], wanted, None, with_metadata=True)
        kept = [(key, 1.0 - distance) for key, distance, row in among if meets(row or {}, where) and passes(row or {}, under)]
        if len(kept) >= limit:
            return kept[:limit]
    wanted = wanted if under else limit
    while True:
        (found,) = _query(collection, vector[None], wanted, where, with_metadata=bool(under))
        kept = [(key, 1.0 - distance) for key, distance, row in found if not under or passes(row or {}, under)]
        if len(kept) >= limit or len(found) < wanted or not under:
            return kept[:limit]
        wanted *= _WIDER


def _query(
    collection: Collection, vectors: Matrix, count: int, where: dict[str, Any] | None, *, with_metadata: bool
) -> list[list[tuple[str, float, Any]]]:
    """The rows nearest to each vector; ``count`` may be more than there are."""
    # metadata take most of the time of a query
    wanted: Any = ["distances", "metadatas"] if with_metadata else ["distances"]
    found = collection.query(query_embeddings=vectors, n_results=count, where=where, include=wanted)
    distances = found["distances"] or [[] for _ in vectors]
    metadatas: list[Any] = found["metadatas"] or [[None] * len(one) for one in distances]
    return [list(zip(*one, strict=True)) for one in zip(found["ids"], distances, metadatas, strict=True)]


def ids(collection: Collection) -> list[str]:
    """All ids; never asked for by a query, which leaves some out."""
    return list(collection.get(include=[])["ids"])


def unreadable(collection: Collection, keys: Sequence[str]) -> list[str]:
    """Those rows of ``keys`` whose vector the index does not give. The rows are there: they come from ``ids``."""
    from chromadb.errors import InternalError

    if not keys:
        return []
    try:
        vectors = collection.get(ids=list(keys), include=["embeddings"])["embeddings"]
    except InternalError:
        if len(keys) == 1:
            return list(keys)
        half = len(keys) // 2
        return unreadable(collection, keys[:half]) + unreadable(collection, keys[half:])
    return [] if vectors is not None and len(vectors) == len(keys) else list(keys)


def projections(collection: Collection, keys: Sequence[str]) -> dict[str, float]:
    """One number for each vector, that tells it from any other: its product with a fixed direction. For comparing, within 1e-3."""
    found = collection.get(ids=list(keys), include=["embeddings"])
    return dict(zip(found["ids"], project(found["embeddings"] if found["embeddings"] is not None else []), strict=True))


def project(vectors: ArrayLike) -> list[float]:
    """The same number for vectors of shape (rows, dimension)."""
    import numpy as np

    rows = np.asarray(vectors, dtype="float64")
    direction = np.random.default_rng(0).normal(size=rows.shape[1])
    values: list[float] = (rows @ direction).tolist()
    return values
