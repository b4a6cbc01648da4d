"""Connections to checked addresses: a name is looked up once, and the connection goes to the number that was looked at.

A host could give a public address to whoever checks it and a private one to whoever connects (DNS rebinding), so both are one
step here. Certificates are still checked against the name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from ssl import SSLContext
from typing import Any, NamedTuple

import httpcore
import httpx

from llmwiki.errors import ServiceError
from llmwiki.sources.net.guard import Resolve, public_numbers

_MOST_TRIED = 4


class Deadline(NamedTuple):
    """A moment by which all must be done.

    Attributes:
        at: Reading of the clock at that moment, in seconds.
        seconds: How long the whole may take, for the message.
        clock: Gives seconds that only ever grow.
    """

    at: float
    seconds: float
    clock: Callable[[], float]

    def left(self, timeout: float | None) -> float:
        """Seconds that one step may take: ``timeout`` or less. Raises ServiceError when the time is over."""
        rest = self.at - self.clock()
        if rest <= 0:
            raise ServiceError(f"took longer than {self.seconds:.0f} s")
        return rest if timeout is None else min(timeout, rest)


class GuardedTransport(httpx.BaseTransport):
    """Sends requests over guarded connections, without proxies, HTTP/1.1 only, each connection used once.

    Proxies named in the environment are not used: a proxy looks names up itself, so that no address could be checked.

    Args:
        allow_private: Whether this machine and its networks may be asked.
        deadline: Of all requests together.
        resolve: Looks a host's name up.
    """

    def __init__(self, *, allow_private: bool, deadline: Deadline, resolve: Resolve) -> None:
        backend = _Backend(allow_private=allow_private, deadline=deadline, resolve=resolve)
        self._pool = httpcore.ConnectionPool(ssl_context=_trust(), max_keepalive_connections=0, network_backend=backend)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; raises httpcore's errors, SourceRefused and ServiceError."""
        url = request.url
        asked = httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        answer = self._pool.handle_request(asked)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


@cache
def _trust() -> SSLContext:
    """Whose certificates are believed. Reading them takes 20 ms, and one run may fetch many pages."""
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()  # a company's own certificates are known to the system
    return context


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class _Backend(httpcore.NetworkBackend):
    def __init__(self, *, allow_private: bool, deadline: Deadline, resolve: Resolve) -> None:
        self._allow_private, self._deadline, self._resolve = allow_private, deadline, resolve
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        numbers = public_numbers(host, port, allow_private=self._allow_private, resolve=self._resolve)
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for number in numbers[:_MOST_TRIED]:
            try:
                stream = self._network.connect_tcp(number, port, self._deadline.left(timeout), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = failure or error
                continue
            return _Stream(stream, self._deadline)
        raise failure or ServiceError(f"the host {host} has no address")


class _Stream(httpcore.NetworkStream):
    """A connection on which the deadline holds, however slowly a server drips."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> httpcore.NetworkStream:  # noqa: ANN401 - the library's own type has no name in its interface
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, self._deadline.left(timeout)), self._deadline)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401 - the library's own signature
        return self._stream.get_extra_info(info)
