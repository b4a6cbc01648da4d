"""A new index that is built beside the old one, compared with what went in, and put in its place; used in the keeper's process only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from llmwiki.palace.store import collection as rows

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_BATCH = 500
_CLOSE_ENOUGH = 1e-3
"""Chroma keeps 32-bit vectors and brings them to length 1 once more; anything beyond this is another vector."""


class Aside:
    """Rows of any number of collections, on their way to a new index.

    Args:
        open_client: Opens the place of the new index.
        name_of: What a collection is called there until it is swapped.
        swap: Puts the collections of these names in place of the old ones.
        release: Lets others write again.
    """

    def __init__(
        self,
        open_client: Callable[[], ClientAPI],
        name_of: Callable[[str], str],
        swap: Callable[[list[str]], None],
        release: Callable[[], None],
    ) -> None:
        self._open, self._name_of, self._swap, self._release = open_client, name_of, swap, release
        self._client: ClientAPI | None = None
        self._put_in: dict[str, dict[str, float]] = {}

    def put(self, name: str, batch: Mapping[str, Any], blob: bytes) -> None:
        """Add rows to a collection; it is made even when there are none."""
        if self._client is None:
            self._client = self._open()
        collection = rows.make(self._client, self._name_of(name))
        known = self._put_in.setdefault(name, {})
        if batch["ids"]:
            rows.upsert(collection, batch, blob)
            known.update(zip(batch["ids"], rows.project(rows.unpacked(blob, len(batch["ids"]))), strict=True))

    def finish(self) -> dict[str, int]:
        """Compare and swap. Gives the number of rows of each collection.

        Raises:
            ValueError: The new index does not hold what went in; the old one stays.
        """
        try:
            self._let_go()
            self._client = self._open()
            for name, known in self._put_in.items():
                _compare(self._client, self._name_of(name), known)
            self._let_go()
            self._swap(list(self._put_in))
        finally:
            self.close()
        return {name: len(known) for name, known in self._put_in.items()}

    def close(self) -> None:
        """Stop; without ``finish`` the old index stays."""
        self._let_go()
        self._release()

    def _let_go(self) -> None:
        if self._client is not None:
            self._client.close()  # type: ignore[attr-defined]
            self._client = None


def _compare(client: ClientAPI, name: str, known: Mapping[str, float]) -> None:
    collection = rows.find(client, name)
    keys = rows.ids(collection) if collection is not None else []
    if collection is None or set(keys) != known.keys():
        raise ValueError(f"{name} has {len(keys)} rows after {len(known)} were put in")
    for at in range(0, len(keys), _BATCH):
        for key, value in rows.projections(collection, keys[at : at + _BATCH]).items():
            if abs(value - known[key]) > _CLOSE_ENOUGH:
                raise ValueError(f"{name} gives another vector of {key} than was put in")
