"""A Chroma server, one machine or many; used in the keeper's process only. It keeps order among its clients itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from llmwiki.palace.store import collection as rows
from llmwiki.palace.store.aside import Aside

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_NEW, _OLD = "_llmwiki_new", "_llmwiki_old"
"""A server may have collections of others, so no plain word."""


class Served:
    """A server at an address.

    Args:
        url: Such as ``http://127.0.0.1:8000``.
        headers: Sent with every request, for servers that ask who is there.
    """

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self._url, self._headers = url, dict(headers)
        self._client: ClientAPI | None = None
        self._new: set[str] = set()

    @contextmanager
    def writing(self) -> Iterator[ClientAPI]:
        """The client, for one write. Raises ConnectionError, ValueError."""
        with self._connected() as client:
            yield client

    @contextmanager
    def reading(self) -> Iterator[ClientAPI | None]:
        """The client, for one read. Raises ConnectionError, ValueError."""
        with self._connected() as client:
            yield client

    def find(self, client: ClientAPI, name: str) -> Collection | None:
        """A collection; looked up each time, for others change what a server has."""
        return rows.find(client, name)

    def aside(self) -> Aside:
        """New collections beside those of the same names, that take their places when they are finished."""
        self._new.clear()
        return Aside(self._connect, self._begun, self._swap, lambda: None)

    def _begun(self, name: str) -> str:
        """What a collection is called until the swap; what an earlier rebuild left under that name goes."""
        if name not in self._new:
            self._new.add(name)
            with self._connected() as client:
                if rows.find(client, name + _NEW) is not None:
                    client.delete_collection(name + _NEW)
        return name + _NEW

    def _swap(self, names: list[str]) -> None:
        with self._connected() as client:
            for name in names:
                old, new = rows.find(client, name), rows.find(client, name + _NEW)
                if old is not None:
                    old.modify(name=name + _OLD)
                if new is not None:
                    new.modify(name=name)
                if old is not None:
                    client.delete_collection(name + _OLD)

    @contextmanager
    def _connected(self) -> Iterator[ClientAPI]:
        import httpx

        try:
            if self._client is None:
                self._client = self._connect()
                _mend_swap(self._client)
            yield self._client
        except httpx.HTTPError as error:
            self._client = None
            raise ConnectionError(str(error)) from error

    def _connect(self) -> ClientAPI:
        import chromadb
        from chromadb.config import Settings

        address = urlsplit(self._url)
        secure = address.scheme == "https"
        port = address.port or (443 if secure else 8000)
        settings = Settings(anonymized_telemetry=False)
        return chromadb.HttpClient(host=address.hostname or "", port=port, ssl=secure, headers=self._headers, settings=settings)


def _mend_swap(client: ClientAPI) -> None:
    """Finish a swap that was cut off: an old collection is renamed only when the new one is whole."""
    names = {collection.name for collection in client.list_collections()}
    for old in sorted(name for name in names if name.endswith(_OLD)):
        name = old.removesuffix(_OLD)
        if name not in names:
            client.get_collection(name + _NEW if name + _NEW in names else old, embedding_function=None).modify(name=name)
        if name in names or name + _NEW in names:
            client.delete_collection(old)
