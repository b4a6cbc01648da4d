"""The text inside a link: path, subpath, display, and how paths are compared."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote_to_bytes

from llmwiki.vault.link import Span
from llmwiki.vault.rules import RULES

# RFC 3986 section 3.1; one letter alone is a drive of Windows, not a scheme.
EXTERNAL = r"[A-Za-z][A-Za-z0-9+.-]+:|//"
_SCHEME = re.compile(EXTERNAL)


def split_wikilink(inner: str, offset: int) -> tuple[str, str, str | None, Span]:
    """Take the text between ``[[`` and ``]]`` apart, into target, subpath, display, and the target's span.

    The first ``|`` ends the target; a backslash before it belongs to a table, not to the name.
    ``offset`` is where the text stands.
    """
    written, bar, display = inner.partition("|")
    if bar and written.endswith("\\"):
        written = written[:-1]
    path, _, subpath = written.partition("#")
    target = path.strip()
    begin = offset + path.index(target)
    return target, subpath, display if bar else None, Span(begin, begin + len(target))


def is_external(text: str, at: int) -> bool:
    """Whether the Markdown destination that begins at ``at`` leads out of the vault."""
    return _SCHEME.match(text, at) is not None


def decode(path: str) -> str:
    """Undo percent-encoding; a sequence that is no UTF-8 stays as bytes that survive."""
    if "%" not in path:
        return path
    return unquote_to_bytes(path.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def fold(path: str) -> str:
    """The form in which names are compared: NFC, plain spaces, no case, trimmed."""
    if not path.isascii():
        path = unicodedata.normalize("NFC", path).replace("\u00a0", " ")
    path = path.lower() if RULES.case == "lower" else path.casefold()
    return path.strip()


def squash(path: str) -> str:
    """A name without folder, ending, punctuation and spaces: what near misses have in common."""
    name = fold(path).rpartition("/")[2].removesuffix(".md")
    return "".join(filter(str.isalnum, name)) or name
