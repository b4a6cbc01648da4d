"""Header fields of a message as people read them.

Formats: RFC 5322 (message), RFC 2047 (encoded words), RFC 6532 (UTF-8 in headers). What is not conforming is read as mail
programs read it: encoded words inside quotes, raw bytes of any encoding.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode, decode_as
from llmwiki.sources.failures import failures
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import Message

_SPACES = re.compile(r"\s+")
_MOST_PEOPLE = 50
# A mailbox ends at a comma or semicolon outside of quotation marks, brackets and angle brackets (RFC 5322, 3.4).
_PART = re.compile(r'(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|\([^()]*\)|[^,;"<(]|["<(])+')
_ANGLED = re.compile(r"<([^<>]*)>")
_REMARK = re.compile(r"(\S+@\S+)\s*\(([^()]*)\)")
_GROUP = re.compile(r'^[^"<@:]{1,60}:\s*')


class Person(NamedTuple):
    """Somebody in a From, To or Cc field; either part may be empty."""

    name: str
    address: str

    @property
    def shown(self) -> str:
        """``Ada Brandt (ada@example.org)``."""
        return f"{self.name} ({self.address})" if self.name and self.address else self.name or self.address


def header(message: Message, name: str) -> str:
    """The first field of a name: decoded, on one line, invisible characters out; empty when there is none."""
    wanted = name.lower()
    raw = next((str(value) for key, value in message.raw_items() if key.lower() == wanted), "")
    return _SPACES.sub(" ", visible(decoded_text(raw))[0]).strip()


def people(message: Message, name: str) -> list[Person]:
    """Whom a field names, at most 50. Groups are taken for their members."""
    wanted = name.lower()
    raw = ", ".join(_bytes_shown(_unquoted(str(value))) for key, value in message.raw_items() if key.lower() == wanted)
    found = (_person(part) for part in _PART.findall(_SPACES.sub(" ", raw)))
    return [person for person in found if person.name or person.address][:_MOST_PEOPLE]


def file_name(part: Message) -> str:
    """The name of an attached file as shown to people, without folders; empty when it has none. It never becomes a path."""
    from email.message import Message as Plain

    named = Plain()
    for field in ("Content-Disposition", "Content-Type"):
        raw = next((str(value) for key, value in part.raw_items() if key.lower() == field.lower()), "")
        named[field] = _SPACES.sub(" ", _bytes_shown(raw))
    try:
        name = named.get_filename() or ""
    except failures():
        return ""
    return _clean(name).replace("\\", "/").rpartition("/")[2][:120]


def _person(part: str) -> Person:
    """``Ada Brandt <ada@example.org>``, ``ada@example.org (Ada Brandt)``, or only one of the two."""
    part = part.strip(" ;")
    if match := _ANGLED.search(part):
        return Person(_clean(_GROUP.sub("", part[: match.start()])), _clean(match[1]))
    bare = _GROUP.sub("", part)
    if match := _REMARK.fullmatch(bare):
        return Person(_clean(match[2]), _clean(match[1]))
    return Person("", _clean(bare)) if "@" in bare else Person(_clean(bare), "")


def sent_at(message: Message) -> datetime | None:
    """When the message says it was sent, in the sender's zone; None when it does not say it readably."""
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(header(message, "Date"))
    except failures():
        return None


def _clean(text: str) -> str:
    return _SPACES.sub(" ", visible(decoded_text(text))[0]).strip().strip("'\"").replace('\\"', '"')


def _unquoted(raw: str) -> str:
    """Encoded words inside quotation marks, which the format forbids and programs write, set free of them."""
    return re.sub(r'"\s*(=\?[^"]*\?=)\s*"', r"\1", raw)


def _bytes_shown(raw: str) -> str:
    """Raw bytes in a header, which the parser keeps as surrogates, as text."""
    data = raw.encode("utf-8", "surrogateescape")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return decode(data).text
    except SourceRefused:
        return data.decode("utf-8", "replace")


def decoded_text(raw: str) -> str:
    """A field with its encoded words read. A character cut between two words of one encoding is whole again."""
    from email.errors import HeaderParseError
    from email.header import decode_header

    text = _bytes_shown(raw)
    if "=?" not in text:
        return text
    try:
        pieces = decode_header(text)
    except failures(HeaderParseError):
        return text
    return "".join(_piece(part, charset) for part, charset in pieces)


def _piece(part: bytes | str, charset: str | None) -> str:
    if isinstance(part, str):
        return part
    if charset is None:
        return part.decode("raw_unicode_escape", "replace") if part.isascii() else part.decode("latin-1")
    return decode_as(part, charset).text
