"""Which converter an input is for, by its bytes; refused with the reason when none is."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode
from llmwiki.sources.kinds import Kind, binary_kind, extension, text_kind
from llmwiki.sources.limits import MAX_BYTES, SAMPLE_BYTES, megabytes
from llmwiki.sources.mail.sniff import is_mail
from llmwiki.sources.talk.sniff import talk_kind

if TYPE_CHECKING:
    from llmwiki.sources.base import Original

READABLE_ENDINGS = frozenset(
    ("md", "markdown", "mdown", "mkd", "mdx", "txt", "text", "rst", "org", "adoc", "log", "html", "htm", "xhtml", "pdf")
)
_PDF = re.compile(rb"%PDF-\d")
_PDF_HEAD = 1024
"""How far from the beginning readers accept the PDF header (PDF 1.7 reference, appendix H, note 13)."""
_SHOWN = re.compile(r"[^\s\ufeff\u200b-\u200f\u2060]")
_HTML = re.compile(
    r"(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*+)*(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)", re.IGNORECASE | re.DOTALL
)
_HTML_BY_NAME = re.compile(r"<(?:p|div|h[1-6]|table|ul|ol|a|span|meta|title|article|section)\b[^>]*>", re.IGNORECASE)


class Detected(NamedTuple):
    """What an input is.

    Attributes:
        kind: Which of ``plugins.CONVERTERS`` reads it.
        text: Its decoded text; empty for formats that are no text.
        exact: Whether the bytes are the text's own UTF-8.
        encoding: What it was decoded from; empty for formats that are no text.
        lost: Characters that could not be decoded.
    """

    kind: str
    text: str = ""
    exact: bool = False
    encoding: str = ""
    lost: int = 0


def is_kind(original: Original, kind: str) -> bool:
    """Whether the bytes of an input are of a kind, whatever it is called: what nearly every converter accepts by."""
    try:
        return (original.kind or detect(original.name, original.data, original.charset).kind) == kind
    except SourceRefused:
        return False


def detected(original: Original) -> Detected:
    """What an input is, with its text: as ``detect`` tells, unless its kind is known.

    Raises:
        SourceRefused: as ``detect`` does.
    """
    if not original.kind:
        return detect(original.name, original.data, original.charset)
    decoded = decode(original.data, original.charset)
    return Detected(original.kind, decoded.text, decoded.exact, decoded.encoding, decoded.lost)


@lru_cache(maxsize=1)
def detect(name: str, data: bytes, charset: str = "") -> Detected:
    """Tell what bytes are; the last answer is kept, as several ask for it while one input is converted.

    Args:
        name: File name; only its ending is used, and only where content cannot decide.
        data: The bytes.
        charset: Encoding that a server named, else empty.

    Raises:
        SourceRefused: empty, too big, binary, or of a format that has no converter yet; the message names it.
    """
    _measure(data)
    if _PDF.search(data[:_PDF_HEAD]):
        return Detected("pdf")
    if (kind := binary_kind(data)).name:
        return Detected(_converter(kind, name))
    if talk := talk_kind(data):
        return Detected(talk)  # read record by record: its whole text would be held for nothing
    if is_mail(name, data):
        return Detected("mail")  # each of its parts has an encoding of its own
    decoded = decode(data, charset)
    if not _SHOWN.search(decoded.text):
        raise SourceRefused("is empty: only white space")
    if _is_html(decoded.text, name):
        family = "html"
    else:
        kind = text_kind(decoded.text, name)
        family = _converter(kind, name) if kind.name else "text"
    return Detected(family, decoded.text, decoded.exact, decoded.encoding, decoded.lost)


def _converter(kind: Kind, name: str) -> str:
    """The converter of a format. Raises SourceRefused naming the format when there is none."""
    if kind.converter:
        return kind.converter
    raise SourceRefused(f"is not text: {kind.name}" if extension(name) in READABLE_ENDINGS else f"not supported yet: {kind.name}")


def _measure(data: bytes) -> None:
    if not data:
        raise SourceRefused("is empty: 0 bytes")
    if len(data) > MAX_BYTES:
        raise SourceRefused(f"is too big: {megabytes(len(data))}, the limit is {megabytes(MAX_BYTES)}")


def _is_html(text: str, name: str) -> bool:
    head = text[:SAMPLE_BYTES].lstrip("\ufeff \t\r\n")
    if _HTML.match(head):
        return True
    return extension(name) in {"html", "htm", "xhtml"} and bool(_HTML_BY_NAME.search(head))
