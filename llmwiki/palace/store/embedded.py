"""A folder that Chroma keeps its files in; used in the keeper's process only.

Every opening, reading and writing happens under a lock of the folder: Chroma does not see other processes, and two that write at once
damage the index without an error in either. A writer holds a second lock before it, so that a rebuild, which takes long, keeps writers out
and lets readers in.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from llmwiki.palace.store import collection as rows
from llmwiki.palace.store.aside import Aside
from llmwiki.palace.store.seal import Stamps, break_seal, fault, read_seal, set_seal, stamps, touched

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

_BATCH = 500


class Damaged(Exception):
    """Files of the index cannot be used as they are; the message says which and why."""


class Embedded:
    """A Chroma folder, opened when it is needed and anew when another process wrote.

    Args:
        folder: Where Chroma's files lie; locks, seal and the folders of a rebuild lie beside it.
        patience: Seconds to wait for another process; a write of one batch takes under one.
    """

    def __init__(self, folder: Path, patience: float) -> None:
        self._folder, self._patience = folder, patience
        self._access = FileLock(self._beside("lock"), timeout=patience)
        self._client: ClientAPI | None = None
        self._collections: dict[str, Collection] = {}
        self._token = ""
        self._stamps: Stamps = {}

    @contextmanager
    def writing(self) -> Iterator[ClientAPI]:
        """The client, for one write. Raises Timeout, Damaged, OSError."""
        with self._write_lock(), self._access_lock():
            client = self._opened()
            self._token = break_seal(self._folder)
            yield client
            self._set_seal()

    @contextmanager
    def reading(self) -> Iterator[ClientAPI | None]:
        """The client, for one read; None where there is no folder. Raises Timeout, Damaged, OSError."""
        with self._access_lock():
            self._mend_swap()
            if not self._folder.is_dir():
                yield None
                return
            yield self._opened()
            if stamps(self._folder) != self._stamps:
                # Reading makes Chroma file what waited in its queue.
                self._set_seal()

    def find(self, client: ClientAPI, name: str) -> Collection | None:
        """A collection of a client that ``reading`` gave; looked up once as long as that is open, for whatever replaces it opens anew."""
        if name not in self._collections:
            found = rows.find(client, name)
            if found is None:
                return None
            self._collections[name] = found
        return self._collections[name]

    def aside(self) -> Aside:
        """A new index beside this one, that takes its place when it is finished. Raises Timeout, OSError."""
        lock = self._write_lock()
        lock.acquire()
        with self._access_lock():
            self._mend_swap()
        new = self._beside("new")
        shutil.rmtree(new, ignore_errors=True)
        return Aside(lambda: open_folder(new), _same_name, self._swap, lock.release)

    def _swap(self, _collections: list[str]) -> None:
        with self._access_lock():
            self._let_go()
            self._folder.parent.mkdir(parents=True, exist_ok=True)
            token = break_seal(self._folder)
            if self._folder.is_dir():
                self._folder.rename(self._beside("old"))
            self._beside("new").rename(self._folder)
            set_seal(self._folder, token)
            shutil.rmtree(self._beside("old"), ignore_errors=True)

    def _mend_swap(self) -> None:
        """Finish a swap that a crash cut off: the old folder is moved away only when the new one is whole."""
        old, new = self._beside("old"), self._beside("new")
        if not old.is_dir():
            return
        if not self._folder.is_dir():
            (new if new.is_dir() else old).rename(self._folder)
        shutil.rmtree(old, ignore_errors=True)

    def _opened(self) -> ClientAPI:
        self._mend_swap()
        seal = read_seal(self._folder)
        if self._client is not None and seal.token == self._token and seal.files is not None and stamps(self._folder) == self._stamps:
            return self._client
        self._let_go()
        wrong = fault(self._folder, seal)
        if wrong:
            raise Damaged(wrong)
        unsure = touched(self._folder, seal)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._client = open_folder(self._folder)
        if unsure:
            self._look_through(self._client)
        self._token = seal.token
        self._set_seal()
        return self._client

    def _look_through(self, client: ClientAPI) -> None:
        """Read every vector: after a write that was cut off, and of a folder that somebody else made."""
        for collection in client.list_collections():
            keys = rows.ids(collection)
            for at in range(0, len(keys), _BATCH):
                if rows.unreadable(collection, keys[at : at + _BATCH]):
                    self._let_go()
                    raise Damaged(f"vectors of {collection.name} cannot be read")

    def _set_seal(self) -> None:
        self._stamps = stamps(self._folder)
        set_seal(self._folder, self._token or break_seal(self._folder))
        self._token = read_seal(self._folder).token

    def _let_go(self) -> None:
        if self._client is not None:
            self._client.close()  # type: ignore[attr-defined]
            self._client = None
            self._collections.clear()

    def _write_lock(self) -> FileLock:
        """Another one each time: a rebuild holds one over many requests, and keeps out those of this process too."""
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(self._beside("write.lock"), timeout=self._patience)

    def _access_lock(self) -> FileLock:
        """Held within one request only, so that one will do; to make one takes as long as the rest of a check of the folder."""
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        return self._access

    def _beside(self, ending: str) -> Path:
        return self._folder.with_name(f"{self._folder.name}.{ending}")


def open_folder(folder: Path) -> ClientAPI:
    """Chroma on a folder, which is made when it is missing; nothing is sent anywhere and nothing fetched. Raises Damaged."""
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings
    from chromadb.errors import ChromaError

    try:
        return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
    except ChromaError as error:
        # It would give the next call what it failed to open, which then fails on that.
        SharedSystemClient.clear_system_cache()
        raise Damaged(str(error)) from error


def _same_name(collection: str) -> str:
    return collection
