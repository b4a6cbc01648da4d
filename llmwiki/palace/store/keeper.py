"""The process that has Chroma open on behalf of another one: ``python -m llmwiki.palace.store.keeper``.

Chroma's engine ends its process on some damaged files and may hang on others, so it never runs in the process of a command. Requests come
in by standard input, answers go out by standard output; when the asking process is gone, input ends and so does the keeper, which lets
go of its locks.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from filelock import Timeout

from llmwiki.palace.store import collection as rows
from llmwiki.palace.store.aside import Aside
from llmwiki.palace.store.embedded import Damaged, Embedded
from llmwiki.palace.store.frames import Message, receive, send
from llmwiki.palace.store.served import Served

Reply = tuple[dict[str, Any], bytes]
_BATCH = 500


def main() -> None:
    """Answer requests until there are no more."""
    gc.disable()  # importing Chroma makes half a million objects that stay: looking through them takes a tenth of the start
    requests, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    first = receive(requests)
    if first is not None:
        serve(requests, answers, _place(first.head))


def _place(head: Mapping[str, Any]) -> Embedded | Served:
    return Served(head["url"], head["headers"]) if head["url"] else Embedded(Path(head["folder"]), head["patience"])


def serve(requests: IO[bytes], answers: IO[bytes], place: Embedded | Served) -> None:
    """Answer each request in turn; what goes wrong with one is its answer."""
    from chromadb.errors import ChromaError

    gc.freeze()
    gc.enable()
    keeper = _Keeper(place)
    while (request := receive(requests)) is not None:
        try:
            head, blob = keeper.answer(request)
        except Timeout:
            head, blob = {"error": "busy", "message": ""}, b""
        except Damaged as damage:
            head, blob = {"error": "damaged", "message": str(damage)}, b""
        except (ChromaError, OSError, ValueError, RuntimeError) as error:
            head, blob = {"error": type(error).__name__, "message": str(error)}, b""
        send(answers, head, blob)


class _Keeper:
    def __init__(self, place: Embedded | Served) -> None:
        self._place = place
        self._aside: Aside | None = None
        self._answers: dict[str, Callable[[Message], Reply]] = {
            "upsert": self._upsert,
            "delete": self._delete,
            "ids": self._ids,
            "near": self._near,
            "unreadable": self._unreadable,
            "begin": self._begin,
            "put": self._put,
            "finish": self._finish,
        }

    def answer(self, request: Message) -> Reply:
        return self._answers[request.head["do"]](request)

    def _upsert(self, request: Message) -> Reply:
        with self._place.writing() as client:
            rows.upsert(rows.make(client, request.head["collection"]), request.head, request.blob)
        return {}, b""

    def _delete(self, request: Message) -> Reply:
        with self._place.writing() as client:
            found = rows.find(client, request.head["collection"])
            if found is not None:
                found.delete(ids=request.head["ids"])
        return {}, b""

    def _ids(self, request: Message) -> Reply:
        with self._place.reading() as client:
            found = client and rows.find(client, request.head["collection"])
            return {"ids": rows.ids(found) if found else []}, b""

    def _near(self, request: Message) -> Reply:
        ask = request.head
        with self._place.reading() as client:
            found = client and self._place.find(client, ask["collection"])
            vectors = rows.unpacked(request.blob, ask["count"])
            near = rows.near(found, vectors, ask["limit"], ask["where"], ask["under"]) if found else [[] for _ in vectors]
            return {"near": near}, b""

    def _unreadable(self, request: Message) -> Reply:
        with self._place.reading() as client:
            found = client and rows.find(client, request.head["collection"])
            return {"ids": rows.unreadable(found, request.head["ids"]) if found else request.head["ids"]}, b""

    def _begin(self, _request: Message) -> Reply:
        if self._aside is not None:
            self._aside.close()
        self._aside = self._place.aside()
        return {}, b""

    def _put(self, request: Message) -> Reply:
        if self._aside is None:
            raise ValueError("no rebuild has begun")
        self._aside.put(request.head["collection"], request.head, request.blob)
        return {}, b""

    def _finish(self, _request: Message) -> Reply:
        if self._aside is None:
            raise ValueError("no rebuild has begun")
        aside, self._aside = self._aside, None
        counts = aside.finish()
        return {"counts": counts}, b""


if __name__ == "__main__":
    main()
