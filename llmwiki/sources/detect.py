"""Which converter an input is for, by its bytes; refused with the reason when none is."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode
from llmwiki.sources.kinds import binary_kind, extension, text_kind
from llmwiki.sources.limits import MAX_BYTES, SAMPLE_BYTES, megabytes

_READABLE_ENDINGS = frozenset(
    ("md", "markdown", "mdown", "mkd", "mdx", "txt", "text", "rst", "org", "adoc", "log", "html", "htm", "xhtml", "pdf")
)
_PDF = re.compile(rb"%PDF-\d")
_PDF_HEAD = 1024
"""How far from the beginning readers accept the PDF header (PDF 1.7 reference, appendix H, note 13)."""
_SHOWN = re.compile(r"[^\s\ufeff\u200b-\u200f\u2060]")
_HTML = re.compile(
    r"(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*+-->\s*+)*+(?:<!doctype\s+html\b|<html\b|<head\b|<body\b)", re.IGNORECASE | re.DOTALL
)
_HTML_BY_NAME = re.compile(r"<(?:p|div|h[1-6]|table|ul|ol|a|span|meta|title|article|section)\b[^>]*>", re.IGNORECASE)


class Detected(NamedTuple):
    """What an input is.

    Attributes:
        kind: The family of formats.
        text: Its decoded text, empty for PDF.
        exact: Whether the bytes are the text's own UTF-8.
        encoding: What it was decoded from; empty for PDF.
        lost: Characters that could not be decoded.
    """

    kind: Literal["text", "html", "pdf"]
    text: str = ""
    exact: bool = False
    encoding: str = ""
    lost: int = 0


def detect(name: str, data: bytes) -> Detected:
    """Tell what bytes are.

    Args:
        name: File name; only its ending is used, and only where content cannot decide.
        data: The bytes.

    Raises:
        SourceRefused: empty, too big, binary, or of a format that has no converter yet; the message names it.
    """
    _measure(data)
    if _PDF.search(data[:_PDF_HEAD]):
        return Detected("pdf")
    if kind := binary_kind(data):
        raise SourceRefused(f"is not text: {kind}" if extension(name) in _READABLE_ENDINGS else f"not supported yet: {kind}")
    decoded = decode(data)
    if not _SHOWN.search(decoded.text):
        raise SourceRefused("is empty: only white space")
    family: Literal["text", "html"] = "html" if _is_html(decoded.text, name) else "text"
    if family == "text" and (kind := text_kind(decoded.text, name)):
        raise SourceRefused(f"not supported yet: {kind}")
    return Detected(family, decoded.text, decoded.exact, decoded.encoding, decoded.lost)


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
