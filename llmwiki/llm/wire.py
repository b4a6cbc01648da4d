"""The connection to a model's server: bounded in time and size, with the key for one host alone.

The SDKs read keys, headers and addresses from the environment by themselves and log what they send. Here they get a client that
drops whatever was not meant for the server, and puts the key in at the very last moment; they never see it.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpcore2
import httpx2

from llmwiki import __version__
from llmwiki.config.keys import host_of, is_loopback
from llmwiki.errors import ConfigError

_KEPT = frozenset({"host", "accept", "content-type", "content-length", "transfer-encoding", "connection", "anthropic-version"})
_CONNECT = 10.0
_ROOM = 1_000_000
_PER_TOKEN = 1_000
"""Bytes that a streamed token takes with all that servers wrap around it; some send 400."""


class Wire:
    """Connections to one server, which threads may share; closed when nobody has it any more.

    Args:
        url: Of the server.
        header: Name of the header that holds the key.
        key: As the header holds it; empty: none is sent.
    """

    def __init__(self, url: str, header: str = "", key: str = "") -> None:
        self._bounds = _Bounds()
        transport = _Transport(_pool(url, self._bounds), self._bounds, host_of(url), {header: key} if key else {})
        self.client = httpx2.Client(transport=transport, follow_redirects=False, trust_env=False, timeout=None)
        weakref.finalize(self, self.client.close)

    @contextmanager
    def call(self, seconds: float, tokens: int) -> Iterator[None]:
        """Everything inside, in this thread, ends within ``seconds``, and reads no more than a reply of ``tokens`` takes."""
        self._bounds.end = time.monotonic() + seconds
        self._bounds.room = _ROOM + _PER_TOKEN * tokens
        yield

    @property
    def is_overfull(self) -> bool:
        """Whether the answer to the last call of this thread was bigger than it may be."""
        return self._bounds.room < 0


class _Bounds(threading.local):
    """Of the call that a thread is making.

    Attributes:
        end: Reading of the monotonic clock at which it is over.
        room: Bytes that may still come.
    """

    end: float = 0.0
    room: int = 0

    def left(self, timeout: float | None = None) -> float:
        """Seconds that one step may still take."""
        rest = self.end - time.monotonic()
        if rest <= 0:
            raise httpcore2.ReadTimeout
        return rest if timeout is None else min(rest, timeout)

    def take(self, size: int) -> None:
        """Count bytes of an answer."""
        self.room -= size
        if self.room < 0:
            raise httpx2.ReadError("the answer is too big")


def _pool(url: str, bounds: _Bounds) -> httpcore2.ConnectionPool:
    context = httpx2.create_ssl_context() if url.lower().startswith("https:") else None  # takes 30 ms
    backend = _Backend(bounds)
    proxies = {} if is_loopback(url) or proxy_bypass(host_of(url)) else getproxies()
    proxy = proxies.get(url.partition(":")[0].lower()) or proxies.get("all", "")
    if not proxy:
        return httpcore2.ConnectionPool(ssl_context=context, network_backend=backend)
    if not proxy.lower().startswith("http"):
        raise ConfigError("models are not asked through a SOCKS proxy", f"name an HTTP proxy, or put {host_of(url)} into no_proxy")
    way = httpx2.Proxy(proxy)
    return httpcore2.HTTPProxy(proxy_url=str(way.url), proxy_auth=way.raw_auth, ssl_context=context, network_backend=backend)


class _Transport(httpx2.BaseTransport):
    def __init__(self, pool: httpcore2.ConnectionPool, bounds: _Bounds, host: str, own: dict[str, str]) -> None:
        self._pool, self._bounds, self._host = pool, bounds, host
        self._own = own

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        asked = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=self._dressed(request),
            content=request.stream,
        )
        with _translated():
            answer = self._pool.handle_request(asked)
        # Nothing packed was asked for, and a few packed bytes could become gigabytes.
        headers = [(name, value) for name, value in answer.headers if name.lower() != b"content-encoding"]
        return httpx2.Response(answer.status, headers=headers, stream=_Body(answer, self._bounds), extensions=answer.extensions)

    def _dressed(self, request: httpx2.Request) -> list[tuple[bytes, bytes]]:
        """The headers that go out."""
        own = {"user-agent": f"llmwiki-compiler/{__version__}", "accept-encoding": "identity"}
        if request.url.host.lower().strip("[]") == self._host.strip("[]"):
            own |= self._own
        kept = [(name, value) for name, value in request.headers.raw if name.decode("latin-1").lower() in _KEPT]
        return [*kept, *((name.encode("ascii"), value.encode("ascii")) for name, value in own.items())]

    def close(self) -> None:
        self._pool.close()


class _Body(httpx2.SyncByteStream):
    def __init__(self, answer: httpcore2.Response, bounds: _Bounds) -> None:
        self._answer, self._bounds = answer, bounds

    def __iter__(self) -> Iterator[bytes]:
        with _translated():
            for piece in self._answer.iter_stream():
                self._bounds.take(len(piece))
                yield piece

    def close(self) -> None:
        self._answer.close()


@contextmanager
def _translated() -> Iterator[None]:
    """Errors of httpcore as httpx's, which the SDKs know."""
    try:
        yield
    except httpcore2.TimeoutException as error:
        raise httpx2.ReadTimeout(str(error)) from error
    except httpcore2.ConnectError as error:
        raise httpx2.ConnectError(str(error)) from error
    except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError, httpcore2.UnsupportedProtocol) as error:
        raise httpx2.ReadError(str(error)) from error


class _Backend(httpcore2.NetworkBackend):
    def __init__(self, bounds: _Bounds) -> None:
        self._bounds = bounds
        self._network = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline of the call holds
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        stream = self._network.connect_tcp(host, port, self._bounds.left(_CONNECT), local_address, socket_options)
        return _Stream(stream, self._bounds)


class _Stream(httpcore2.NetworkStream):
    """A connection on which the deadline of the call holds, however slowly a server drips."""

    def __init__(self, stream: httpcore2.NetworkStream, bounds: _Bounds) -> None:
        self._stream, self._bounds = stream, bounds

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._bounds.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._bounds.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> httpcore2.NetworkStream:  # noqa: ANN401 - the library's own type has no name in its interface
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, self._bounds.left(timeout)), self._bounds)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the library's own signature
        return self._stream.get_extra_info(info)
