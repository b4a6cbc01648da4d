"""Feeds and outlines as lists of entries; any other XML to the letter.

Formats: RSS 2.0 (rssboard.org) and 1.0 (RDF), Atom (RFC 4287), OPML 2.0 (opml.org).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.data.code import block
from llmwiki.sources.data.reading import read_notes
from llmwiki.sources.dates import iso_date
from llmwiki.sources.detect import Detected, detect, is_kind
from llmwiki.sources.inert import inert, inert_line
from llmwiki.sources.language import language
from llmwiki.sources.markup.trees import parse_loose
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.place import chapter_mark, unmarked
from llmwiki.sources.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_ATOM = "{http://www.w3.org/2005/Atom}"
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_CREATOR, _DC_DATE = "{http://purl.org/dc/elements/1.1/}creator", "{http://purl.org/dc/elements/1.1/}date"
_ADDRESS = re.compile(r"https?://[^\s<>()]+")
_EXTRACTOR = "xml 1"
MAX_ENTRIES = 1000
_DEEPEST = 30


class Entry(NamedTuple):
    """One entry of a feed; each part but the body is plain text, the body Markdown."""

    title: str
    author: str
    date: str
    link: str
    body: str


class XmlConverter:
    """RSS, Atom and OPML to a list of their entries; other XML to a code block."""

    name = "xml"
    extractor = _EXTRACTOR

    def accepts(self, original: Original) -> bool:
        """Whether the content is XML that is no page and no picture."""
        return is_kind(original, self.name)

    def convert(self, original: Original) -> Source:
        """Convert a file. XML that cannot be parsed is kept to the letter.

        Raises:
            SourceRefused: a feed without entries.
        """
        found = detect(original.name, original.data)
        text, hidden = visible(found.text)
        root = parse_loose(text)
        form = "" if root is None else _name(root)
        if root is None:
            return block(original, found, self.extractor, info="xml")
        if form in {"rss", "RDF", "feed"}:
            return _feed(original, found, root, hidden)
        if form == "opml":
            return _outline(original, found, root, hidden)
        return block(original, found, self.extractor, info="xml")


def _feed(original: Original, found: Detected, root: _Element, hidden: int) -> Source:
    channel = next((element for element in root.iter() if _name(element) in {"channel", "feed"}), root)
    items = [element for element in root.iter() if _name(element) in {"item", "entry"}]
    if not items:
        raise SourceRefused("is a feed without entries")
    title = _words(_child(channel, "title")) or title_from_name(original.name)
    entries = [_entry(item) for item in items[:MAX_ENTRIES]]
    about = inert_line(_words(_child(channel, "description", "subtitle")))
    parts = [f"# {inert(title)}", about, *[f"{chapter_mark(number)}\n\n{_markdown(entry)}" for number, entry in enumerate(entries, 1)]]
    left = len(items) - len(entries)
    cut = [f"{left:,} more entries in the original"] if left else []
    return _source(original, title, "\n\n".join(part for part in parts if part), (*read_notes(found, hidden), *cut), entries)


def _source(original: Original, title: str, body: str, notes: tuple[str, ...], entries: list[Entry]) -> Source:
    return Source(
        text=body + "\n",
        title=title,
        kind="article",
        language=language(body),
        author="",
        date=max((entry.date for entry in entries), default=""),
        origin=original.origin,
        verbatim=False,
        extractor=_EXTRACTOR,
        notes=notes,
    )


def _entry(item: _Element) -> Entry:
    link = _child(item, "link")
    links = [element.get("href", "") for element in item.iter(f"{_ATOM}link") if element.get("rel", "alternate") == "alternate"]
    address = _ADDRESS.fullmatch((links or [_words(link)])[0].strip())
    author = _child(item, "author", "creator")
    named = _child(author, "name") if author is not None and len(author) else author
    return Entry(
        title=_words(_child(item, "title")) or (address[0] if address else "Entry without a title"),
        author=_words(named),
        date=_day(_words(_child(item, "pubDate", "published", "date", "updated"))),
        link=address[0] if address else "",
        body=_body(item),
    )


def _body(item: _Element) -> str:
    """The longest of what an entry says of itself, as Markdown."""
    from llmwiki.sources.web.fragment import fragment

    texts = [_inner(element) for element in item if element.tag == _CONTENT or _name(element) in {"content", "description", "summary"}]
    longest = max(texts, key=len, default="")
    try:
        return unmarked(fragment(f"<div>{longest}</div>")) if longest.strip() else ""
    except SourceRefused:
        return inert_line(" ".join(longest.split()))


def _inner(element: _Element) -> str:
    """The markup inside: escaped as text in most feeds, elements of XHTML in some of Atom's."""
    if not len(element):
        return element.text or ""
    from lxml.etree import tostring

    for inside in element.iter():
        inside.tag = _name(inside)
    return (element.text or "") + "".join(tostring(child, encoding="unicode") for child in element)


def _markdown(entry: Entry) -> str:
    known = [part for part in (entry.date, inert(entry.author), f"<{entry.link}>" if entry.link else "") if part]
    lines = [f"## {inert(entry.title)}", " · ".join(known), entry.body]
    return "\n\n".join(line for line in lines if line)


def _day(text: str) -> str:
    if day := iso_date(text):
        return day
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""


def _child(element: _Element | None, *names: str) -> _Element | None:
    """The first child with one of the names in any namespace, the first name first."""
    if element is None:
        return None
    return next((child for name in names for child in element if _name(child) == name), None)


def _name(element: _Element) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _words(element: _Element | None) -> str:
    """The text of an element without markup, on one line."""
    text = "" if element is None else "".join(element.itertext())
    return " ".join(re.sub(r"<[^<>]*>", "", text).split())


def _outline(original: Original, found: Detected, root: _Element, hidden: int) -> Source:
    head, body = _child(root, "head"), _child(root, "body")
    title = _words(_child(head, "title")) or title_from_name(original.name)
    rows = list(_rows(body, 0)) if body is not None else []
    if not rows:
        raise SourceRefused("is an outline without entries")
    return _source(original, title, "\n".join([f"# {inert(title)}", "", *rows]), tuple(read_notes(found, hidden)), [])


def _rows(element: _Element, depth: int) -> Iterator[str]:
    for child in element:
        if child.tag != "outline" or depth > _DEEPEST:
            continue
        words = " ".join((child.get("text") or child.get("title") or "").split())
        links = [found[0] for key in ("htmlUrl", "url", "xmlUrl") if (found := _ADDRESS.fullmatch((child.get(key) or "").strip()))]
        note = " ".join((child.get("_note") or "").split())
        shown = " ".join(part for part in (inert_line(unmarked(words)), *(f"<{link}>" for link in links), inert(unmarked(note))) if part)
        if shown:
            yield f"{'  ' * depth}- {shown}"
        yield from _rows(child, depth + 1)
