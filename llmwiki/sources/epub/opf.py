"""The package document of an EPUB book: what it is called, what it consists of, in which order it is read (EPUB 3.3, 5; OPF 2.0.1)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from llmwiki.errors import SourceRefused
from llmwiki.sources.dates import iso_date
from llmwiki.sources.decode import decode
from llmwiki.sources.markup.trees import parse_loose
from llmwiki.sources.naming import person

if TYPE_CHECKING:
    from lxml.etree import _Element

    from llmwiki.sources.markup.package import Package

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_OBFUSCATION = frozenset(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"))
_SCHEMES = {"META-INF/rights.xml": "Adobe", "META-INF/sinf.xml": "Apple", "META-INF/license.lcpl": "Readium LCP"}
_NCX = "application/x-dtbncx+xml"
_TEXTS = frozenset(("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"))
_TEXT_NAME = re.compile(r"\.x?html?$", re.IGNORECASE)
_NO_AUTHOR = frozenset(("ill", "trl", "edt", "bkp", "art", "pbl", "pht", "cov", "nrt", "aui"))


class Item(NamedTuple):
    """A document of the book.

    Attributes:
        name: Its name in the zip file.
        linear: Whether it belongs to the order of reading.
        is_contents: Whether it is the book's table of contents.
    """

    name: str
    linear: bool = True
    is_contents: bool = False


class Opf(NamedTuple):
    """A book's description; texts are empty when missing.

    Attributes:
        address: A web address that identifies the book.
        spine: Its documents in the order of reading.
        nav, ncx: Names of the tables of contents of EPUB 3 and of EPUB 2.
        guide: What documents are said to be, e.g. ``cover`` or ``copyright-page``, by name.
    """

    title: str
    author: str
    date: str
    address: str
    spine: tuple[Item, ...]
    nav: str
    ncx: str
    guide: dict[str, str]


def read_opf(package: Package) -> Opf:
    """Read a book's description.

    Raises:
        SourceRefused: encrypted, or no package document, or nothing in it to be read.
    """
    _refuse_encrypted(package)
    name = _package_name(package)
    root = parse_loose(decode(package.read(name)).text)
    if root is None:
        raise SourceRefused(f"is a broken EPUB book: {name} is no XML")
    folder = posixpath.dirname(name)
    manifest = {item.get("id", ""): item for item in _named(root, "item")}
    spine = _spine(root, manifest, folder)
    if not spine:
        raise SourceRefused("is a broken EPUB book: it names no documents to read")
    nav = next((item for item in manifest.values() if "nav" in (item.get("properties") or "").split()), None)
    ncx = manifest.get(next((element.get("toc", "") for element in _named(root, "spine")), ""))
    if ncx is None:
        ncx = next((item for item in manifest.values() if item.get("media-type") == _NCX), None)
    nav_name, ncx_name = ("" if item is None else href(item.get("href", ""), folder) for item in (nav, ncx))
    guide = {href(found.get("href", ""), folder): found.get("type", "").lower() for found in _named(root, "reference")}
    metadata = next(_named(root, "metadata"), root)
    return Opf(
        title=next(_words(metadata, "title"), ""),
        author=_authors(metadata, root),
        date=_date(metadata),
        address=next((text for text in _words(metadata, "identifier") if re.match(r"https?://\S+$", text)), ""),
        spine=tuple(item._replace(is_contents=item.name == nav_name) for item in spine),
        nav=nav_name,
        ncx=ncx_name,
        guide=guide,
    )


def href(target: str, folder: str) -> str:
    """The name in the zip file that a relative address leads to, its fragment left out; a key, never a path."""
    plain = unquote(target.partition("#")[0])
    return posixpath.normpath(posixpath.join("/" + folder, plain)).lstrip("/") if plain else ""


def _refuse_encrypted(package: Package) -> None:
    """Raises SourceRefused for books whose texts are encrypted; scrambled fonts (OCF 3.3, 4.4) are none of a reader's business."""
    if _ENCRYPTION not in package:
        return
    root = parse_loose(decode(package.read(_ENCRYPTION)).text)
    locked = 0
    for data in () if root is None else _named(root, "EncryptedData"):
        method = next((found.get("Algorithm", "") for found in _named(data, "EncryptionMethod")), "")
        target = next((found.get("URI", "") for found in _named(data, "CipherReference")), "")
        locked += method not in _FONT_OBFUSCATION and not re.search(r"\.(?:[ot]tf|woff2?)$", target, re.IGNORECASE)
    if locked:
        scheme = next((f" of {kind}" for name, kind in _SCHEMES.items() if name in package), "")
        raise SourceRefused(f"is locked by DRM{scheme}: {locked} of its files are encrypted")


def _package_name(package: Package) -> str:
    root = parse_loose(decode(package.read(_CONTAINER)).text) if _CONTAINER in package else None
    named = [] if root is None else [href(found.get("full-path", ""), "") for found in _named(root, "rootfile")]
    named += sorted(name for name in package.names if name.lower().endswith(".opf"))
    for name in named:
        if name in package:
            return name
    raise SourceRefused("is a broken EPUB book: it has no package document")


def _spine(root: _Element, manifest: dict[str, _Element], folder: str) -> list[Item]:
    """The documents in the order of reading; in the manifest's order where the book gives none."""
    found = []
    for reference in _named(root, "itemref"):
        item = manifest.get(reference.get("idref", ""))
        if item is not None and _is_text(item):
            found.append(Item(href(item.get("href", ""), folder), (reference.get("linear") or "yes") != "no"))
    return found or [Item(href(item.get("href", ""), folder)) for item in manifest.values() if _is_text(item)]


def _is_text(item: _Element) -> bool:
    return item.get("media-type", "") in _TEXTS or bool(_TEXT_NAME.search(item.get("href", "")))


def _named(root: _Element, name: str) -> Iterator[_Element]:
    """Elements of a local name, whatever their namespace: books are careless with it."""
    yield from root.iter(f"{{*}}{name}", name)


def _words(root: _Element, name: str) -> Iterator[str]:
    texts = (" ".join("".join(element.itertext()).split()) for element in _named(root, name))
    return (text for text in texts if text)


def _authors(metadata: _Element, root: _Element) -> str:
    """The creators, without those whose role is another one: ``opf:role`` of EPUB 2, a refining ``meta`` of EPUB 3."""
    roles = [meta for meta in _named(root, "meta") if meta.get("property") == "role"]
    refined = {(meta.get("refines") or "")[1:]: (meta.text or "").strip() for meta in roles}
    names: list[str] = []
    for creator in _named(metadata, "creator"):
        role = _local(creator, "role") or refined.get(creator.get("id", ""), "")
        name = person(" ".join("".join(creator.itertext()).split()))
        if name and role not in _NO_AUTHOR and name not in names:
            names.append(name)
    return ", ".join(names)


def _date(metadata: _Element) -> str:
    """The day of publication: the date marked so, else the first that is not of the file's making."""
    dated = [(_local(element, "event"), iso_date(element.text or "")) for element in _named(metadata, "date")]
    published = [date for event, date in dated if event in {"publication", "original-publication"}]
    return next(filter(None, (*published, *(date for event, date in dated if not event))), "")


def _local(element: _Element, name: str) -> str:
    """An attribute by its local name."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
