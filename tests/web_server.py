"""A real HTTP server on this machine that answers as a test tells it to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, dict[str, str], bytes]
Asked = BaseHTTPRequestHandler


@dataclass
class Site:
    """What the server says, and what it was asked.

    Attributes:
        pages: Path to an answer, or to what writes one by itself.
        asked: Path and headers of each request.
    """

    port: int = 0
    pages: dict[str, Answer | Callable[[Asked], None]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def page(self, path: str, body: bytes | str = b"", status: int = 200, **headers: str) -> str:
        data = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = (status, {"Content-Type": "text/html"} | named, data)
        return self.url(path)


@contextmanager
def serving() -> Iterator[Site]:
    """A server on a free port of the loopback address."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, dict(self.headers)))
            answer = site.pages.get(self.path.partition("?")[0], (404, {}, b"nothing"))
            if callable(answer):
                answer(self)
                return
            status, headers, body = answer
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(body))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Tests want a quiet terminal."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """A client that goes away in the middle is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    site.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
