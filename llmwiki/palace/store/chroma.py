"""Chroma as a store of vectors, in a folder or behind a server, in the layout of MemPalace.

Chroma itself runs in a process of its own (``keeper``): its import takes over a second, damaged files can end or stop its process, and so
they end no command. What goes wrong comes back as an error with a way out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.errors import Busy, ConfigError, IndexDamaged, ServiceError, WikiError
from llmwiki.palace.store.base import Metadata, Near, Row, Where
from llmwiki.palace.store.keeping import KeeperGone, Keeping
from llmwiki.palace.store.layout import DRAWERS, condition, fit, stored, whole_folder

if TYPE_CHECKING:
    from llmwiki.palace.embed.base import Matrix, Vector

Keep = Callable[[Metadata], dict[str, str | int | float | bool]]
_BATCH = 500
_READ_SECONDS = 60.0
"""For the start of the keeper, another process's write and the read itself; a read of 100,000 drawers takes 2."""

_WRITE_SECONDS = 300.0
_REBUILD = "Run `wiki palace rebuild`: it makes the index anew from the texts."


class Verdict(NamedTuple):
    """How a store differs from what it should hold, each list sorted: ids that are not there, that nobody knows, whose vector is lost."""

    missing: list[str]
    extra: list[str]
    unreadable: list[str]

    @property
    def whole(self) -> bool:
        """Whether there is no difference."""
        return not any(self)


class Chroma:
    """A place where Chroma keeps collections.

    Args:
        folder: Of the files; it is made by the first write. Locks lie beside it.
        url: Of a server, instead of a folder, such as ``http://127.0.0.1:8000``.
        headers: Sent with each request to the server.
        patience: Seconds to wait for another process that has the folder.

    Attributes:
        name: The folder or the address, for messages.
    """

    def __init__(
        self, folder: Path | None = None, *, url: str = "", headers: Mapping[str, str] | None = None, patience: float = 20.0
    ) -> None:
        self.name = url or str(folder)
        self._url = url
        self._keeping = Keeping({"folder": str(folder or ""), "url": url, "headers": dict(headers or {}), "patience": patience})

    def store(self, collection: str = DRAWERS, keep: Keep = stored) -> ChromaStore:
        """One collection; it is made by the first write.

        Args:
            collection: Its name.
            keep: What becomes of the metadata of a row.
        """
        return ChromaStore(self, collection, keep)

    def rebuild(self, collections: Mapping[str, Iterable[Row]]) -> dict[str, int]:
        """Make collections anew beside the old ones, compare every id and vector with what went in, and swap.

        Writers wait or get ``Busy`` meanwhile, readers use the old index. Whenever it is cut off, one whole index is left. In a folder,
        collections that are not named are not there afterwards.

        Returns:
            The number of rows of each collection.

        Raises:
            IndexDamaged: The new index does not hold what went in; the old one stays.
            Busy, ServiceError: As with every write.
        """
        try:
            self.ask({"do": "begin"}, seconds=_WRITE_SECONDS)
            for name, rows in collections.items():
                self._put(name, [])
                for batch in _batches(rows):
                    self._put(name, batch)
            counts: dict[str, int] = self.ask({"do": "finish"}, seconds=2 * _WRITE_SECONDS)["counts"]
        except BaseException:
            self.close()  # with its keeper, a rebuild that did not finish lets go of its lock
            raise
        return counts

    def _put(self, name: str, batch: Sequence[Row]) -> None:
        self.ask({"do": "put", "collection": name, **_columns(batch, stored)}, _blob(batch), seconds=_WRITE_SECONDS)

    def close(self) -> None:
        """End the keeper."""
        self._keeping.close()

    def ask(self, head: Mapping[str, Any], blob: bytes = b"", *, seconds: float) -> dict[str, Any]:
        """Ask the keeper; what goes wrong is raised as the error that stands for it."""
        try:
            answer = self._keeping.ask(head, blob, seconds=seconds).head
        except KeeperGone as gone:
            raise self._error("gone", gone.reason) from gone
        if "error" in answer:
            raise self._error(answer["error"], answer["message"])
        return answer

    def _error(self, kind: str, message: str) -> WikiError:
        if kind == "busy":
            return Busy(f"{self.name} is being written by another process.", "Wait for it to end, then run the command again.")
        if "dimension" in message:
            return ConfigError(f"{self.name} holds vectors of another model: {message}.", _REBUILD)
        if self._url:
            hint = "Start it with `chroma run`, or take `palace.url` out of the settings."
            return ServiceError(f"The Chroma server at {self.name} failed: {message}.", hint)
        return IndexDamaged(f"The Chroma index in {self.name} cannot be used: {message}.", _REBUILD)


class ChromaStore:
    """One collection as a ``Store``.

    Every method raises Busy (another process holds the folder), IndexDamaged (the files are not what was written, or Chroma ended on
    them or did not answer), ConfigError (vectors of another dimension) and ServiceError (a server that does not answer or refuses).
    """

    def __init__(self, place: Chroma, collection: str, keep: Keep) -> None:
        self._place, self._collection, self._keep = place, collection, keep

    def upsert(self, rows: Sequence[Row]) -> None:
        """Put drawers in, in place of those with the same ids. When it returns, a new process finds them."""
        latest = list({row.id: row for row in rows}.values())
        for batch in _batches(latest):
            self._ask({"do": "upsert", **_columns(batch, self._keep)}, _blob(batch), seconds=_WRITE_SECONDS)

    def delete(self, ids: Iterable[str]) -> None:
        """Take drawers out; ids that are not there are no error."""
        for batch in _batches(dict.fromkeys(ids)):
            self._ask({"do": "delete", "ids": batch}, seconds=_WRITE_SECONDS)

    def ids(self) -> set[str]:
        """Ids of all drawers."""
        return set(self._ask({"do": "ids"})["ids"])

    def near(self, vector: Vector, limit: int, where: Where) -> list[Near]:
        """The ``limit`` drawers nearest to a vector of length 1, nearest first; fewer where there are no more."""
        return self.near_each(vector[None], limit, where)[0]

    def near_each(self, vectors: Matrix, limit: int, where: Where) -> list[list[Near]]:
        """The same for each row of a matrix, asked for at once."""
        if limit < 1:
            return [[] for _ in vectors]
        under = "" if whole_folder(where.under) else where.under
        question = {"do": "near", "count": len(vectors), "limit": limit, "where": condition(where), "under": under}
        found = self._ask(question, _bytes(vectors))["near"]
        return [[Near(key, similarity) for key, similarity in one] for one in found]

    def verify(self, expected: Iterable[str]) -> Verdict:
        """Compare with the ids that should be there, and read every vector.

        Where Chroma ends on one, the whole batch counts as unreadable.
        """
        wanted, there = set(expected), self.ids()
        lost: list[str] = []
        for batch in _batches(sorted(there)):
            try:
                lost += self._ask({"do": "unreadable", "ids": batch})["ids"]
            except IndexDamaged:
                lost += batch  # Chroma ended on one of them
        return Verdict(sorted(wanted - there), sorted(there - wanted), sorted(lost))

    def close(self) -> None:
        """End the keeper of the place, for its other collections too; the next call starts one again."""
        self._place.close()

    def _ask(self, head: Mapping[str, Any], blob: bytes = b"", *, seconds: float = _READ_SECONDS) -> dict[str, Any]:
        return self._place.ask({**head, "collection": self._collection}, blob, seconds=seconds)


def _batches(items: Iterable[Any]) -> Iterator[list[Any]]:
    source = iter(items)
    while batch := list(islice(source, _BATCH)):
        yield batch


def _columns(rows: Sequence[Row], keep: Keep) -> dict[str, Any]:
    return {
        "ids": [row.id for row in rows],
        "documents": [fit(row.document) for row in rows],
        "metadatas": [keep(row.metadata) for row in rows],
    }


def _blob(rows: Sequence[Row]) -> bytes:
    return b"".join(_bytes(row.vector) for row in rows)


def _bytes(vectors: Vector | Matrix) -> bytes:
    return vectors.astype("<f4").tobytes()
