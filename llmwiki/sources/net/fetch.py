"""One web address to one original.

A person gave the address, so robots.txt, which speaks to programs that wander by themselves, is not asked. Nothing in a page is
followed: no image, no script, no frame, no ``meta refresh``; only redirects of the server are, each checked anew.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import NamedTuple

import httpcore
import httpx

from llmwiki import __version__
from llmwiki.errors import ServiceError, SourceRefused
from llmwiki.sources.base import Options, Original, Refusal
from llmwiki.sources.failures import told
from llmwiki.sources.limits import CONNECT_SECONDS, FETCH_SECONDS, MAX_FETCHED_BYTES, MAX_REDIRECTS, READ_SECONDS
from llmwiki.sources.net.address import Address, document_name, read_address, shown_address
from llmwiki.sources.net.body import too_big, whole_body
from llmwiki.sources.net.guard import Resolve, system_resolve
from llmwiki.sources.net.transport import Deadline, GuardedTransport

AGENT = f"llmwiki-compiler/{__version__}"
"""How the product names itself to servers (RFC 9110, 10.1.5)."""

_HEADERS = {
    "User-Agent": AGENT,
    "Accept": "text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip",
    "Connection": "close",
}
_GOOD = frozenset((200, 203))
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_WORDS = {
    401: "the server wants a login",
    403: "the server does not give it to programs, or only after a login",
    404: "the server has nothing at this address",
    410: "it was taken from the server",
    429: "the server was asked too often; try later",
    451: "the server may not give it for legal reasons",
    503: "the server is overloaded or being repaired; try later",
}


class Limits(NamedTuple):
    """What one fetch may use.

    Attributes:
        bytes: Most bytes of a body, packed and unpacked.
        seconds: For everything, redirects included.
        connect, read: Longest wait for a connection, and for more of an answer, in seconds.
        redirects: Most that are followed.
        clock: Gives seconds that only ever grow.
        resolve: Looks the name of a host up.
    """

    bytes: int = MAX_FETCHED_BYTES
    seconds: float = FETCH_SECONDS
    connect: float = CONNECT_SECONDS
    read: float = READ_SECONDS
    redirects: int = MAX_REDIRECTS
    clock: Callable[[], float] = time.monotonic
    resolve: Resolve = system_resolve


LIMITS = Limits()


def fetch(url: str, *, options: Options, limits: Limits = LIMITS, transport: httpx.BaseTransport | None = None) -> Original | Refusal:
    """Get a document from the web.

    Args:
        url: An http or https address as a person gave it.
        options: Says whether private addresses may be asked.
        limits: What the fetch may use.
        transport: Sends the requests in place of guarded connections, which are made and closed here. Addresses are looked
            at either way, but only the guarded connections look at what a name leads to.

    Returns:
        The body as it came (transfer packing taken off), with the final address as origin: without fragment and credentials.
        Otherwise the reason; ``service`` tells that the other side failed.
    """
    try:
        address = read_address(url, allow_private=options.allow_private_addresses)
        with nullcontext(transport) if transport else _guarded(options, limits) as sender:
            return _followed(sender, address, options, limits)
    except SourceRefused as refused:
        return Refusal(shown_address(url), refused.message)
    except ServiceError as failure:
        return Refusal(shown_address(url), failure.message, failed=True, service=True)
    except (httpx.HTTPError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
        return Refusal(shown_address(url), _network_reason(error), failed=True, service=True)


def _guarded(options: Options, limits: Limits) -> GuardedTransport:
    deadline = Deadline(limits.clock() + limits.seconds, limits.seconds, limits.clock)
    return GuardedTransport(allow_private=options.allow_private_addresses, deadline=deadline, resolve=limits.resolve)


def _followed(sender: httpx.BaseTransport, address: Address, options: Options, limits: Limits) -> Original:
    """Ask, and ask again where the server redirects to."""
    for _ in range(limits.redirects + 1):
        with closing(_answer(sender, address, limits)) as response:
            location = response.headers.get("Location")
            if response.status_code not in _REDIRECTS or not location:
                return _original(response, address, options, limits)
        address = address.redirected(location, allow_private=options.allow_private_addresses)
    raise ServiceError(f"the server redirects more than {limits.redirects} times")


def _answer(sender: httpx.BaseTransport, address: Address, limits: Limits) -> httpx.Response:
    """An answer whose body has not been read. No client stands between: it would add cookies, and follow by itself."""
    headers = dict(_HEADERS)
    if address.user_info:
        headers["Authorization"] = f"Basic {b64encode(address.user_info.encode()).decode()}"
    timeout = httpx.Timeout(limits.read, connect=limits.connect).as_dict()
    request = httpx.Request("GET", address.url, headers=headers, extensions={"timeout": timeout})
    return sender.handle_request(request)


def _original(response: httpx.Response, address: Address, options: Options, limits: Limits) -> Original:
    if response.status_code not in _GOOD:
        number = response.status_code
        raise ServiceError(f"{_WORDS.get(number, 'the server did not give it')} (HTTP {number})")
    stated = response.headers.get("Content-Length", "")
    if stated.isdecimal() and int(stated) > limits.bytes:
        raise too_big(limits.bytes)
    data = whole_body(response.iter_raw(), response.headers.get("Content-Encoding", ""), limits.bytes)
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    name = document_name(address.url, media_type)
    return Original(name, data, address.recorded, options=options, charset=response.charset_encoding or "")


def _network_reason(error: Exception) -> str:
    """What went wrong on the way, in words for a report."""
    if isinstance(error, httpcore.ConnectTimeout | httpx.ConnectTimeout):
        return "the server cannot be reached: no connection in time"
    if isinstance(error, httpcore.TimeoutException | httpx.TimeoutException):
        return "the server fell silent"
    if isinstance(error, httpcore.ConnectError | httpx.ConnectError):
        return f"the server cannot be reached: {told(error)}"
    if isinstance(error, httpcore.ProtocolError | httpx.ProtocolError):
        return f"the server's answer broke off or is no HTTP: {told(error)}"
    return f"the connection broke: {told(error)}"
