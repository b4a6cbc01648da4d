"""A question to a server over HTTP: asked again while that may help, told in words when it does not."""

from __future__ import annotations

import json
import time
import weakref
from contextlib import suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from llmwiki.config.user import user_config_file
from llmwiki.errors import ServiceError

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

_WAITS = (1 / 120, 1 / 60, 1 / 30)
"""Before the second, third and fourth try, in parts of the time that an answer may take: half a second, one and two out of a minute."""

_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers that may be others a moment later (RFC 9110, RFC 8470, RFC 6585)."""

_TOO_MANY, _UNAUTHORISED, _FORBIDDEN, _NOT_FOUND = 429, 401, 403, 404
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SHOWN = 200


class NoSuchPath(Exception):
    """The server is there, but knows nothing below this path; ``error`` says so to a person."""

    def __init__(self, error: ServiceError) -> None:
        super().__init__(error.message)
        self.error = error


class _Passing(Exception):
    """A failure that may pass; ``wait`` is how long the server asks to be left alone, in seconds."""

    def __init__(self, error: ServiceError, wait: float = 0.0) -> None:
        super().__init__(error.message)
        self.error = error
        self.wait = wait


class Asking:
    """A connection to one server, which threads may share.

    Args:
        host: Of the server, by name: this machine is never asked through a proxy.
        timeout: Seconds to wait for an answer; twice that after the question no further try begins, whatever the server asks for.
        key: Sent as a bearer token, never shown; empty: none.
        hint: What to do when the server cannot be used, for a person.
    """

    def __init__(self, host: str, timeout: float, key: str, hint: str) -> None:
        self._host = host
        self._timeout = timeout
        self._key = key
        self._hint = hint

    def answer(self, url: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the server says
        """What the server answers, read from JSON.

        Raises:
            NoSuchPath: 404, and not because of the model.
            ServiceError: no answer, a refusal, or no JSON, after up to four tries.
        """
        end = time.monotonic() + 2 * self._timeout
        for part in (*_WAITS, None):
            try:
                return self._once(url, body)
            except _Passing as trouble:
                pause = max((part or 0) * self._timeout, trouble.wait)
                if part is None or time.monotonic() + pause > end:
                    raise trouble.error from trouble
            time.sleep(pause)
        raise AssertionError("the last try ends with an answer or an error")

    def _once(self, url: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - whatever the server says
        import httpx

        place = f"the embedding server {url.partition('?')[0]}"  # the query may hold a key
        try:
            response = self._client.post(url, json=body)
        except httpx.TimeoutException as error:
            raise _Passing(ServiceError(f"{place} does not answer within {self._timeout:g} s", self._hint)) from error
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise ServiceError(f"{place} cannot be reached: {error or type(error).__name__}", self._hint) from error
        if not response.is_success:
            raise self._refusal(place, response)
        try:
            return response.json()
        except (ValueError, RecursionError) as error:
            raise ServiceError(f"{place} answers with something that is no JSON", self._hint) from error

    @cached_property
    def _client(self) -> httpx.Client:
        import httpx

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        own = self._host not in _LOOPBACK
        client = httpx.Client(timeout=self._timeout, headers=headers, trust_env=own, verify=_trust(trust_env=own))
        weakref.finalize(self, client.close)
        return client

    def _refusal(self, place: str, response: httpx.Response) -> Exception:
        status, said = response.status_code, self._said(response)
        if status == _NOT_FOUND and "model" not in said.lower():
            return NoSuchPath(ServiceError(f"{place} is not there: the server knows no such path", self._hint))
        if status in {_UNAUTHORISED, _FORBIDDEN}:
            hint = f'name the variable that holds the key in {user_config_file()}: [keys] "{self._host}" = "MY_KEY"'
            return ServiceError(f"{place} {'refuses the key' if self._key else 'wants a key'} ({status}){said}", hint)
        if status not in _BUSY:
            return ServiceError(f"{place} answers with status {status}{said}", self._hint)
        many = status == _TOO_MANY
        what, hint = ("takes no more questions for now", "try again later; what was done is kept") if many else ("has failed", self._hint)
        return _Passing(ServiceError(f"{place} {what} ({status}){said}", hint), _asked_wait(response))

    def _said(self, response: httpx.Response) -> str:
        """What the server says of its refusal, short, and without the key, which some repeat."""
        told: object = response.text
        with suppress(ValueError, RecursionError):  # then it is shown as it is
            told = json.loads(response.text)
        for name in ("error", "message", "detail"):
            told = told.get(name, told) if isinstance(told, dict) else told
        shown = " ".join(str(told).split())
        shown = "".join(sign for sign in (shown.replace(self._key, "...") if self._key else shown) if sign.isprintable())
        return f": {shown[:_SHOWN]}" if shown else ""


@cache
def _trust(*, trust_env: bool) -> SSLContext:
    """Whose certificates are believed, as a client decides it by itself. Reading them takes 30 ms, and one run may have several clients."""
    import httpx

    return httpx.create_ssl_context(trust_env=trust_env)


def _asked_wait(response: httpx.Response) -> float:
    """Seconds that the header Retry-After asks for; 0 where it has none or a date."""
    asked = response.headers.get("Retry-After", "")
    return float(asked) if asked.isascii() and asked.isdigit() else 0.0
