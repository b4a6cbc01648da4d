"""The documents of a book joined into one tree, with chapters told and links leading from one to the other."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode
from llmwiki.sources.epub.opf import Item, Opf, href
from llmwiki.sources.limits import MAX_MARKUP_BYTES, megabytes
from llmwiki.sources.markup.notes import kinds
from llmwiki.sources.markup.trees import as_html, parse_html, parse_loose
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.etree import _Element
    from lxml.html import HtmlElement

    from llmwiki.sources.markup.package import Package

_CONTENTS = frozenset(("toc", "landmarks", "page-list", "loi", "lot", "doc-toc", "doc-pagelist"))


class Pages(NamedTuple):
    """A book's tree: one ``section`` a document, under the names of the documents; and what is to be told."""

    root: HtmlElement
    sections: dict[str, HtmlElement]
    notes: tuple[str, ...]


def joined(package: Package, opf: Opf) -> Pages:
    """Read the documents of a book in their order; those out of the order stand at the end.

    Raises:
        SourceRefused: none can be read, or they are too big together.
    """
    from lxml.html import Element

    root = Element("div")
    sections: dict[str, HtmlElement] = {}
    missing: list[str] = []
    left_out, size = 0, 0
    for item in sorted(opf.spine, key=lambda item: not item.linear):
        if item.name in sections or item.is_contents:
            left_out += item.is_contents
            continue
        section = _read(package, item, missing)
        if section is None:
            continue
        size += len(package.read(item.name))
        if size > MAX_MARKUP_BYTES:
            raise SourceRefused(f"is too big for an EPUB book: its text has over {megabytes(MAX_MARKUP_BYTES)}")
        left_out += _without_contents(section)
        sections[item.name] = section
        root.append(section)
    _connect(sections)
    notes = [f"{len(missing)} document{'s' * (len(missing) != 1)} could not be read: {'; '.join(missing[:3])}"] if missing else []
    return Pages(root, sections, (*notes, *(["table of contents left out"] if left_out else [])))


def _read(package: Package, item: Item, missing: list[str]) -> HtmlElement | None:
    """The body of a document as a section; None, and a reason more, when it cannot be read."""
    try:
        return _section(decode(package.read(item.name)).text)
    except SourceRefused as error:
        missing.append(error.message)
        return None


def _section(text: str) -> HtmlElement:
    """The body of a document as a section, by the rules of XML if it keeps them. Raises SourceRefused for no markup at all."""
    strict = parse_loose(text)
    body = None if strict is None else next(strict.iter("{*}body"), None)
    tree = as_html(body) if body is not None and _letters(body) else _forgiving(text)
    tree.tag = "section"
    return tree


def _letters(body: _Element) -> bool:
    return any(text.strip() for text in body.itertext())


def _forgiving(text: str) -> HtmlElement:
    tree = parse_html(text)
    body = tree.find("body")
    return tree if body is None else body


def _without_contents(section: HtmlElement) -> int:
    found = [element for element in section.iter("nav", "section", "div") if element is not section and kinds(element) & _CONTENTS]
    for element in found:
        if element.getparent() is not None:
            drop(element)
    return len(found)


def _connect(sections: dict[str, HtmlElement]) -> None:
    """Identifiers that are one document's own, and links that lead to them; what leads out of the book and not to the web is plain."""
    order = {name: str(place) for place, name in enumerate(sections)}
    for name, section in sections.items():
        folder = posixpath.dirname(name)
        for element in section.iter():
            for key in ("id", "name"):
                if value := element.get(key):
                    element.set(key, f"{order[name]}:{value}")
            if element.tag == "a" and (target := element.get("href")):
                inside = href(target, folder) if target.partition("#")[0] else name
                if inside in order:
                    element.set("href", f"#{order[inside]}:{target.partition('#')[2]}")
        section.set("id", f"{order[name]}:")
