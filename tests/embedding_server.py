"""A real server of embeddings on this machine, in the three forms there are, that behaves or not as a test tells it to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PATHS = ("/v1/embeddings", "/api/embed", "/api/embeddings")


@dataclass
class Model:
    """What the server does.

    Attributes:
        dimension: Numbers in a vector.
        paths: What it knows.
        script: What it does with the next questions, one each, before it behaves: a status, or the name of a fault below.
        key: Wanted as a bearer token; empty: none.
        asked: Path and body of each question.
        headers: Sent with refusals.
        says: Body of refusals.
    """

    port: int = 0
    dimension: int = 64
    paths: tuple[str, ...] = PATHS
    script: list[int | str] = field(default_factory=list)
    key: str = ""
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    says: str = "{}"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def vector(self, text: str) -> list[float]:
        """Counts of the pairs of characters in a text: texts of one subject are near each other."""
        counts = [0.001] * self.dimension
        for at in range(max(1, len(text) - 1)):
            counts[int.from_bytes(blake2b(text[at : at + 2].lower().encode(), digest_size=4).digest()) % self.dimension] += 1
        return counts


Rows = list[Any]

ROW_FAULTS: dict[int | str, Callable[[Rows], Rows]] = {
    "one too few": lambda rows: rows[:-1],
    "one too many": lambda rows: [*rows, rows[0]],
    "nan": lambda rows: [[float("nan"), *rows[0][1:]], *rows[1:]],
    "zeros": lambda rows: [[0.0] * len(rows[0]), *rows[1:]],
    "ragged": lambda rows: [rows[0][:-1], *rows[1:]],
    "words": lambda rows: [["no", "numbers"], *rows[1:]],
    "empty": lambda rows: [[] for _ in rows],
    "nested": lambda rows: [[row] for row in rows],
    "shorter": lambda rows: [row[: len(row) // 2] for row in rows],
}
"""What is wrong with the vectors."""


def answer(model: Model, path: str, body: dict[str, Any], fault: int | str) -> Any:
    """What the server says to a question that it understands."""
    texts = [body["prompt"]] if path.endswith("/api/embeddings") else body["input"]
    assert all(isinstance(text, str) for text in texts)
    rows = ROW_FAULTS.get(fault, list)([model.vector(text) for text in texts])
    if fault in {"other form", "a list"}:
        return {"result": rows} if fault == "other form" else rows
    if path.endswith("/api/embeddings"):
        return {"embedding": rows[0]}
    if path.endswith("/api/embed"):
        return {"model": body["model"], "embeddings": rows}
    data = [{"object": "embedding", "index": 0 if fault == "same index" else at, "embedding": row} for at, row in enumerate(rows)]
    return {"object": "list", "data": data[::-1], "model": body["model"]}


class Handler(BaseHTTPRequestHandler):
    """Answers for the model of its server."""

    model: Model

    def do_POST(self) -> None:
        model = self.model
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model.asked.append((self.path, body))
        fault = model.script.pop(0) if model.script else 200
        sent = self.headers.get("Authorization")
        if self.path not in model.paths:
            self.say(404, b"404 page not found")
        elif model.key and sent != f"Bearer {model.key}":
            self.say(401, json.dumps({"error": {"message": f"no such key: {sent}"}}).encode())
        elif isinstance(fault, int) and fault != 200:
            self.say(fault, model.says.encode())
        elif fault in {"slow", "cut off"}:
            self.vanish(fault)
        else:
            self.say(200, b"<html>" if fault == "no json" else json.dumps(answer(model, self.path, body, fault)).encode())

    def vanish(self, fault: int | str) -> None:
        self.close_connection = True
        if fault == "slow":
            time.sleep(0.3)
        else:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")

    def say(self, status: int, body: bytes) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | (self.model.headers if status != 200 else {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests want a quiet terminal."""


@contextmanager
def model_server() -> Iterator[Model]:
    """A server on a free port of the loopback address."""
    model = Model()

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """A client that goes away in the middle is what some tests are about."""

    server = Server(("127.0.0.1", 0), type("OneHandler", (Handler,), {"model": model}))
    model.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
