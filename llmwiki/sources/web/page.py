"""Web pages saved as HTML."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import Detected, detect, is_kind
from llmwiki.sources.failures import failures, told
from llmwiki.sources.inert import inert
from llmwiki.sources.language import language
from llmwiki.sources.limits import MAX_HTML_BYTES, MAX_HTML_DEPTH, MAX_HTML_ELEMENTS, MAX_SEARCHED_ELEMENTS, megabytes
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.visible import visible
from llmwiki.sources.web.body import drop_surroundings, main_part
from llmwiki.sources.web.clean import clean
from llmwiki.sources.web.markdown import markdown
from llmwiki.sources.web.meta import PageMeta, page_meta

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_WEB = re.compile(r"https?://", re.IGNORECASE)
_LITTLE = 200
"""Characters below which the extraction library has found hardly anything, and all text outside of surroundings is taken."""


class WebpageConverter:
    """HTML to Markdown: the main text, with title, author, date and address."""

    name = "html"

    @property
    def extractor(self) -> str:
        """Name and version of the libraries that read the format."""
        from importlib.metadata import version

        return f"trafilatura {version('trafilatura')}, html-to-markdown {version('html-to-markdown')}"

    def accepts(self, original: Original) -> bool:
        """Whether the content is HTML, whatever the file is called."""
        return is_kind(original, "html")

    def convert(self, original: Original) -> Source:
        """Convert a page.

        Raises:
            SourceRefused: too big, nested too deep, or without readable text.
        """
        found = detect(original.name, original.data, original.charset)
        if len(original.data) > MAX_HTML_BYTES:
            raise SourceRefused(f"is too big for a web page: {megabytes(len(original.data))}, the limit is {megabytes(MAX_HTML_BYTES)}")
        text, hidden = visible(found.text)
        fetched = original.origin if _WEB.match(original.origin) else ""
        meta, body = _read(text, fetched)
        if not any(char.isalnum() for char in body):
            filled = ", filled in by scripts" if "<script" in found.text else ""
            raise SourceRefused(f"no readable text: {len(found.text):,} characters of markup{filled}")
        heading = _first_heading(body)
        title = (heading if heading != meta.site else "") or meta.title or title_from_name(original.name)
        if heading != title:
            body = f"# {inert(title)}\n\n{body}"
        return Source(
            text=body + "\n",
            title=title,
            kind="article",
            language=language(body),
            author=meta.author,
            date=meta.date,
            origin=meta.address if meta.address and _may_say_so(meta.address, fetched) else original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=_notes(found, hidden),
        )


def _may_say_so(stated: str, fetched: str) -> bool:
    """Whether a page may name an address as its own: one on the host that it was fetched from, if that is known."""
    return not fetched or _host(stated) == _host(fetched)


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _read(text: str, fetched: str) -> tuple[PageMeta, str]:
    """Metadata and main text of a page; its links start from the address that it was fetched from, else from the one it names.

    Raises:
        SourceRefused: the markup is beyond the libraries.
    """
    from lxml.etree import LxmlError

    try:
        tree, elements = parse_page(text)
        meta = page_meta(tree)
        return meta, _written(tree, fetched or meta.address, searched=elements <= MAX_SEARCHED_ELEMENTS)
    except failures(LxmlError, *writer_errors()) as error:
        raise SourceRefused(f"no readable text: the page's markup cannot be read ({told(error)})") from error


def writer_errors() -> tuple[type[BaseException], ...]:
    """What html-to-markdown raises on markup that it cannot write."""
    from html_to_markdown import exceptions as writer

    return writer.ConversionError, writer.ParseError, writer.PanicError, writer.OtherError, writer.InputTooLargeError


def parse_page(text: str) -> tuple[HtmlElement, int]:
    """A tree of a page's text, and the number of its elements.

    Raises:
        SourceRefused: no element at all, too many, or nested too deep.
    """
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring

    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    tree = document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    count = deepest = 0
    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        if event == "start":
            count += 1
            deepest += 1
        else:
            deepest -= 1
        if count > MAX_HTML_ELEMENTS or deepest > MAX_HTML_DEPTH:
            raise SourceRefused(f"is too complex for a web page: over {MAX_HTML_ELEMENTS:,} elements or nested over {MAX_HTML_DEPTH} deep")
    return tree, count


def _written(tree: HtmlElement, address: str, *, searched: bool) -> str:
    """The page's main text as Markdown."""
    found = _library_text(tree) if searched else ""
    body = tree.find("body")
    body = tree if body is None else body
    clean(body)
    if len(found) < _LITTLE:
        drop_surroundings(body)
        return markdown(body, address)
    return markdown(main_part(body, found), address)


def _library_text(tree: HtmlElement) -> str:
    """The main text as trafilatura finds it; empty when it finds none."""
    from copy import deepcopy

    from trafilatura import bare_extraction

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    logging.getLogger("htmldate").setLevel(logging.CRITICAL)
    document = bare_extraction(deepcopy(tree), include_comments=False, include_tables=True, with_metadata=False)
    text = getattr(document, "text", None)
    return text if isinstance(text, str) else ""


def _first_heading(body: str) -> str:
    first = body.partition("\n")[0]
    return first[2:].replace("\\", "").strip() if first.startswith("# ") else ""


def _notes(found: Detected, hidden: int) -> tuple[str, ...]:
    notes = [f"decoded from {found.encoding}"] if found.encoding != "utf-8" else []
    if found.lost:
        notes.append(f"{found.lost:,} bytes could not be decoded")
    if hidden:
        notes.append(f"{hidden:,} invisible characters taken out")
    return tuple(notes)
