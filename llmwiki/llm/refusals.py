"""What an SDK's error means: ask otherwise, ask again later, or tell the person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple

import httpx2

from llmwiki.config.user import user_config_file
from llmwiki.errors import BadReply, ServiceError
from llmwiki.llm.failures import HINT, FormUnknown, Passing, shown
from llmwiki.llm.wire import Wire

_BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Answers that may be others a moment later (RFC 9110, RFC 8470, RFC 6585; 529 is Anthropic's)."""

_UNAUTHORISED, _FORBIDDEN, _NOT_FOUND, _TOO_MANY = 401, 403, 404, 429
_NOT_UNDERSTOOD = frozenset({400, 415, 422, 501})
_TOO_LONG = ("context length", "context size", "context_length", "prompt is too long", "too many tokens")
_NO_MONEY = ("insufficient_quota", "credit balance", "insufficient balance", "billing")
_REDIRECTS = range(300, 400)
_LONGEST_WAIT = 600.0


class Server(NamedTuple):
    """Who was asked, for messages.

    Attributes:
        sdk: The package whose errors are read: ``openai`` or ``anthropic``, which name them alike.
        url: Of the server.
        model: As it was asked for.
        timeout: Seconds that a call may take.
        key: Never shown; empty: none was sent.
    """

    sdk: ModuleType
    url: str
    model: str
    timeout: float
    key: str

    @property
    def place(self) -> str:
        """The server, for people; a query could hold a key."""
        return f"the model's server {self.url.partition('?')[0].rstrip('/')}"

    @contextmanager
    def asked(self, wire: Wire, tokens: int) -> Iterator[None]:
        """Everything inside is one call for a reply of ``tokens``; the SDK's errors leave it as the room's own.

        What the SDK says is left behind: a server may have repeated the key in it.
        """
        odd = (LookupError, TypeError, ValueError, AttributeError, RecursionError)
        with wire.call(self.timeout, tokens):
            try:
                yield
            except (self.sdk.APIError, httpx2.HTTPError, httpx2.StreamError, *odd) as error:
                raise self._failure(error, is_overfull=wire.is_overfull) from None

    def _failure(self, error: Exception, *, is_overfull: bool) -> Exception:
        sdk = self.sdk
        if is_overfull:
            return BadReply(f"{self.place} answers with more than a reply of that length can be", HINT)
        if isinstance(error, sdk.APIStatusError) and error.response.status_code >= _REDIRECTS.start:
            return self._refusal(error.response, error)
        if isinstance(error, sdk.APITimeoutError | httpx2.TimeoutException):
            late = ServiceError(f"{self.place} does not answer within {self.timeout:g} s", "set model.timeout in .wiki/config.toml higher")
            return Passing(late, is_billed=True)
        if isinstance(error, sdk.APIConnectionError | httpx2.HTTPError):
            return self._broken(error)
        if isinstance(error, sdk.APIError):  # in the middle of a stream
            return Passing(ServiceError(f"{self.place} has failed{shown(error.message, self.key)}", HINT), is_billed=True)
        return ServiceError(f"{self.place} answers in a form that provider = {sdk.__name__!r} does not have", HINT)

    def _broken(self, error: BaseException) -> Exception:
        causes = [error]
        while (cause := causes[-1].__cause__) is not None:
            causes.append(cause)
        said = shown(next((str(one) for one in causes[1:] if str(one)), ""), self.key)
        if any(isinstance(one, httpx2.ConnectError | httpx2.InvalidURL | UnicodeError) for one in causes):
            return ServiceError(f"{self.place} cannot be reached{said}", f"start the server; {HINT}")
        return Passing(ServiceError(f"{self.place} broke its answer off{said}", HINT), is_billed=True)

    def _refusal(self, response: httpx2.Response, error: Exception) -> Exception:
        status, told = response.status_code, _said(error)
        said, words = shown(told, self.key), told.lower()
        if status in _REDIRECTS:
            return ServiceError(
                f"{self.place} sends elsewhere ({status}); redirects are not followed", "set model.base_url to the new address"
            )
        if status in {_UNAUTHORISED, _FORBIDDEN}:
            what = "refuses the key" if self.key else "wants a key"
            return ServiceError(f"{self.place} {what} ({status}){said}", f"name its variable in {user_config_file()} under [keys]")
        if any(sign in words for sign in _TOO_LONG):
            return ServiceError(f"the prompt is longer than {self.model} can read{said}", "take a model that reads more at once")
        if any(sign in words for sign in _NO_MONEY):
            return ServiceError(f"{self.place} wants to be paid first ({status}){said}", "see to your account with the provider")
        return self._by_status(status, f" ({status}){said}", _wait(response))

    def _by_status(self, status: int, said: str, wait: float) -> Exception:
        if status in _NOT_UNDERSTOOD:
            return FormUnknown(f"{self.place} does not take the question{said}")
        if status in _BUSY:
            what = "takes no more questions for now" if status == _TOO_MANY else "has failed"
            return Passing(ServiceError(f"{self.place} {what}{said}", "try again later; what was done is kept"), wait)
        what = f"knows no model {self.model!r}, or nothing at this address" if status == _NOT_FOUND else "refuses"
        return ServiceError(f"{self.place} {what}{said}", HINT)


def _said(error: Exception) -> str:
    told: object = getattr(error, "body", None) or str(error)
    for name in ("error", "message", "detail"):
        told = told.get(name, told) if isinstance(told, dict) else told
    return str(told)


def _wait(response: httpx2.Response) -> float:
    """Seconds that the header Retry-After asks for; 0 where it has none or a date."""
    asked = response.headers.get("Retry-After", "")
    return min(float(asked), _LONGEST_WAIT) if asked.isascii() and asked.isdigit() else 0.0
