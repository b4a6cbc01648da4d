"""Markup parsed without trust: no document type, no entity of its own, no network, bounded depth and number."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.failures import told
from llmwiki.sources.limits import MAX_HTML_DEPTH, MAX_HTML_ELEMENTS
from llmwiki.sources.markup.tokens import without_tokens

if TYPE_CHECKING:
    from lxml.etree import XMLParser, _Element
    from lxml.html import HtmlElement

_DOCTYPE = re.compile(r"<!DOCTYPE(?:[^\[>\"']|\"[^\"]*\"|'[^']*')*(?:\[(?:[^\]\"']|\"[^\"]*\"|'[^']*')*\]\s*)?>", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(r"&(\w{2,31});")
_OWN = frozenset(("amp", "lt", "gt", "quot", "apos"))
_XHTML = "{http://www.w3.org/1999/xhtml}"


def parse_xml(data: bytes, name: str, what: str) -> _Element:
    """The root of an XML document that may have no document type: Office formats forbid one (ECMA-376 part 2, 8.2.5).

    Args:
        data: The document.
        name, what: The part and the format, for the reason.

    Raises:
        SourceRefused: a document type, which could declare entities, or no well-formed XML.
    """
    from lxml import etree

    refuse_doctype(data, name, what)
    try:
        root = etree.fromstring(data, _parser(recover=False))
    except (etree.LxmlError, ValueError) as error:
        raise SourceRefused(f"is a broken {what}: {name} is no XML ({told(error)})") from error
    without_tokens(root)
    return root


def refuse_doctype(data: bytes, name: str, what: str) -> None:
    """Raise SourceRefused for XML with a document type, in which entities can be declared."""
    if any("<!DOCTYPE".encode(encoding) in data for encoding in ("utf-8", "utf-16-le", "utf-16-be")):
        raise SourceRefused(f"is no sound {what}: {name} declares a document type, which may hide entities")


def parse_loose(text: str) -> _Element | None:
    """The root of an XML text as people write it; None when nothing is left of it.

    A document type is cut off, the characters that HTML names are known, small faults are mended.
    """
    from lxml import etree

    plain = _ENTITY.sub(_character, _DECLARATION.sub("", _DOCTYPE.sub("", text.lstrip("\ufeff"), count=1), count=1))
    try:
        root = etree.fromstring(plain.encode("utf-8", "replace"), _parser(recover=True))
    except (etree.LxmlError, ValueError):
        return None
    if root is not None:
        without_tokens(root)
    return root


def parse_html(text: str) -> HtmlElement:
    """The tree of an HTML text, forgiving; scripts and comments are still in it.

    Raises:
        SourceRefused: no element at all.
    """
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring

    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        return document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise SourceRefused(f"no readable text: its markup cannot be read ({told(error)})") from error


def as_html(root: _Element) -> HtmlElement:
    """An XHTML tree as one of HTML: names without namespace, and ``epub:type`` as ``epub-type``."""
    from lxml import etree
    from lxml.html import HTMLParser, fragment_fromstring

    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.removeprefix(_XHTML) if element.tag.startswith(_XHTML) else element.tag.rpartition("}")[2]
            for key in [key for key in element.attrib if key.startswith("{")]:
                element.set("epub-type" if key.endswith("}type") else key.rpartition("}")[2], element.attrib.pop(key))
    text = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    return fragment_fromstring(text.encode(), create_parent="div", parser=parser)


def measure(root: _Element) -> None:
    """Refuse a tree that is too large or too deep for what comes next.

    Raises:
        SourceRefused: with the limits.
    """
    from lxml import etree

    count = depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        count += event == "start"
        if count > MAX_HTML_ELEMENTS or depth > MAX_HTML_DEPTH:
            raise SourceRefused(f"is too complex: over {MAX_HTML_ELEMENTS:,} elements or nested over {MAX_HTML_DEPTH} deep")


def _parser(*, recover: bool) -> XMLParser:
    from lxml.etree import XMLParser

    return XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )


def _character(match: re.Match[str]) -> str:
    return match[0] if match[1] in _OWN else html.unescape(match[0])
