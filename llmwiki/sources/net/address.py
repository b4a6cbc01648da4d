"""Web addresses: what is asked, what is recorded, and the file name that a document gets from its address."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

import httpx

from llmwiki.errors import SourceRefused
from llmwiki.sources.kinds import extension
from llmwiki.sources.net.guard import check_host
from llmwiki.vault.secrets import masked

_SCHEMES = frozenset(("http", "https"))
_USER_INFO = re.compile(r"(?<=://)[^/?#\\]*@")
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?|[0-9a-f:.]+(?:%25\w+)?")
_MAX_PORT = 65_535
_MAX_ADDRESS = 8_000
_MAX_NAME = 120
# Parameters that let somebody in; without them an address still says where a document came from.
_CREDENTIAL = re.compile(
    r"(?:(?:access|auth|id|refresh|api|bearer|session|csrf)[-_]?)?token|(?:api|access|subscription)[-_]?key|(?:client[-_]?)?secret|passw(?:or)?d|pwd"
    r"|sig(?:nature)?|session(?:[-_]?id)?|jsessionid|phpsessid|awsaccesskeyid|key-pair-id|policy|(?:x-amz|x-goog)-.*",
    re.IGNORECASE,
)
_NAMELESS = re.compile(r"(?:index|default|home|main)(?:\.\w{1,5})?", re.IGNORECASE)
_ENDINGS: dict[str, tuple[str, ...]] = {
    "text/html": ("html", "htm", "xhtml"),
    "application/xhtml+xml": ("xhtml", "html"),
    "application/pdf": ("pdf",),
    "application/epub+zip": ("epub",),
    "application/json": ("json",),
    "text/csv": ("csv",),
    "text/markdown": ("md", "markdown"),
    "text/vtt": ("vtt",),
    "message/rfc822": ("eml",),
    "image/png": ("png",),
    "image/jpeg": ("jpg", "jpeg"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ("docx",),
}
"""Media types (RFC 6838) and the endings of such files; the first is given to a name that has none of them."""


class Address(NamedTuple):
    """A web address that may be asked.

    Attributes:
        url: Without user, password and fragment.
        user_info: ``user:password`` as it was given, for the host that it was given for; mostly empty.
    """

    url: httpx.URL
    user_info: str = ""

    @property
    def recorded(self) -> str:
        """The address as a source's origin: no fragment, no credentials."""
        path, mark, query = self.url.raw_path.decode("ascii").partition("?")
        kept = [part for part in query.split("&") if not _CREDENTIAL.fullmatch(unquote(part.partition("=")[0]))]
        target = f"{path}{mark}{'&'.join(kept)}" if kept else path
        return masked(str(self.url.copy_with(raw_path=target.encode())))

    def redirected(self, location: str, *, allow_private: bool) -> Address:
        """Where a redirect leads. Raises SourceRefused as ``read_address`` does; the user's name goes along only to the same host."""
        try:
            target = str(self.url.join(location))
        except (httpx.InvalidURL, ValueError) as error:
            raise SourceRefused(f"is redirected to an address that cannot be read: {location[:80]}") from error
        found = read_address(target, allow_private=allow_private)
        return found._replace(user_info=self.user_info if _place(found.url) == _place(self.url) else "")


def read_address(text: str, *, allow_private: bool) -> Address:
    """Take an address apart.

    Args:
        text: As a person or a server wrote it.
        allow_private: Whether this machine and its networks are meant.

    Raises:
        SourceRefused: no http or https address, malformed, or leading to a host that must not be asked.
    """
    if len(text) > _MAX_ADDRESS:
        raise SourceRefused(f"is too long for a web address: {len(text):,} characters")
    try:
        url = httpx.URL(text.strip())
        port = url.port
    except (httpx.InvalidURL, ValueError) as error:
        raise SourceRefused(f"is no address that can be read: {error}") from error
    if url.scheme not in _SCHEMES:
        raise SourceRefused(f"is no web address: {url.scheme or 'nothing'}: is not read, only http: and https: are")
    host = url.raw_host.decode("ascii")
    if port is not None and not 0 < port <= _MAX_PORT:
        raise SourceRefused(f"is no address that can be read: there is no port {port}")
    if not _HOST.fullmatch(host):
        raise SourceRefused(f"is no address that can be read: {host[:80]!r} is no name of a host")
    check_host(host, allow_private=allow_private)
    user_info = unquote(url.userinfo.decode("ascii"))
    return Address(url.copy_with(userinfo=b"", fragment=None), user_info)


def shown_address(text: str) -> str:
    """An address for the report: as it was given, without user and password, and cut when it is very long."""
    shown = masked(_USER_INFO.sub("", text.strip()))
    return shown if len(shown) <= _MAX_ADDRESS // 8 else f"{shown[: _MAX_ADDRESS // 8]}..."


def document_name(url: httpx.URL, media_type: str) -> str:
    """A file name for a document: the last part of its path that says something, else the host, with a fitting ending."""
    parts = [unquote(part).replace("/", " ").strip() for part in url.path.split("/")]
    telling = [part for part in parts if part.strip(". ") and not _NAMELESS.fullmatch(part)]
    name = telling[-1][-_MAX_NAME:] if telling else url.host
    endings = _ENDINGS.get(media_type, ())
    fits = not endings or (telling and extension(name) in endings)
    return name if fits else f"{name}.{endings[0]}"


def _place(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
