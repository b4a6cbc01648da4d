"""What a web page says of itself: title, author, date, address."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.dates import iso_date
from llmwiki.sources.naming import person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement


class PageMeta(NamedTuple):
    """Metadata of a page, each empty when it says nothing."""

    title: str
    author: str
    date: str
    address: str
    site: str


_TITLES = ('//meta[@property="og:title"]/@content', '//meta[@name="citation_title"]/@content', '//meta[@name="twitter:title"]/@content')
_AUTHORS = (
    '//meta[@name="author"]/@content',
    '//meta[@name="citation_author"]/@content',
    '//meta[@property="article:author"]/@content',
    '//*[@itemprop="author"]//*[@itemprop="name"]',
    '//a[@rel="author"]',
)
_DATES = (
    '//meta[@property="article:published_time"]/@content',
    '//meta[@name="citation_publication_date" or @name="date" or @name="DC.date" or @name="dcterms.date" or @name="pubdate"]/@content',
    '//*[@itemprop="datePublished"]/@*[name()="content" or name()="datetime"]',
    "//article//time/@datetime",
    "//main//time/@datetime",
)
_ADDRESSES = ('//link[@rel="canonical"]/@href', '//meta[@property="og:url"]/@content', "//base/@href")
_SPACES = re.compile(r"\s+")
_BAR = re.compile(r"\s+[·•»«‹›]\s+|\s+::(?:\s+|$)|\s*[|｜]\s*|_(?=[^_]*[\u4e00-\u9fff])")
_DASH = re.compile(r"\s+[-–—]\s+")
_BYLINE = re.compile(
    r"(?:作者|记者)\s*[:：]\s*([\u4e00-\u9fff·]{2,8}|[A-Za-z][\w .'-]{1,30}?)(?=\s|$|[，,/；）])",
)
_DATELINE = re.compile(
    r"(?:发布时间|发布日期|发布于|发表于|更新时间|时间|日期|published(?: on)?|posted(?: on)?|updated(?: on)?)\s*[:：]?\s*(.{8,24})",
    re.IGNORECASE,
)
_OPENING_ELEMENTS = 400
_OPENING_CHARS = 3000
_MAX_TITLE = 300
_MAX_AUTHORS = 20
_SITE_WORDS = 4


def page_meta(tree: HtmlElement) -> PageMeta:
    """Read the metadata of a page that is still whole (with its head and scripts)."""
    data = list(_linked_data(tree))
    return PageMeta(
        title=_title(tree, data),
        author=_authors(tree, data),
        date=next(_dates(tree, data), ""),
        address=next((found for found in _texts(tree, _ADDRESSES) if re.match(r"https?://[^/\s]+", found)), ""),
        site=next(_texts(tree, ('//meta[@property="og:site_name"]/@content',)), ""),
    )


def _title(tree: HtmlElement, data: list[dict[str, object]]) -> str:
    """The only first-level heading, if the page's title holds it; else the title for sharing; else the page's title."""
    heads = [text for text in _texts(tree, ("//h1",)) if text]
    page = next(_texts(tree, ("//head/title", "//title")), "")
    if len(heads) == 1 and (not page or heads[0].casefold() in page.casefold()):
        return heads[0][:_MAX_TITLE]
    named = [str(item["headline"]) for item in data if isinstance(item.get("headline"), str)]
    shared = next(_texts(tree, _TITLES), "") or (_SPACES.sub(" ", named[0]).strip() if named else "")
    return _without_site(shared or page or (heads[0] if heads else ""))[:_MAX_TITLE]


def _without_site(title: str) -> str:
    """A page title without what stands behind bars and underscores, or before the only bar, and without a short name behind a dash."""
    for separator in (_BAR, _BAR, _BAR, _DASH):
        parts = [part.strip() for part in separator.split(title) if part.strip()]
        short = [len(part.split()) <= _SITE_WORDS for part in parts]
        if len(parts) > 1 and short[-1] and len(parts[-1]) <= len(parts[0]):
            title = title[: title.rindex(parts[-1])].rstrip(" |｜·•»«‹›:-–—_")
        elif separator is _BAR and len(parts) == 2 and short[0] and 2 * len(parts[0]) <= len(parts[1]):  # noqa: PLR2004 - exactly one separator
            title = parts[1]
    return title


def _authors(tree: HtmlElement, data: list[dict[str, object]]) -> str:
    linked = (name for item in data for name in _people(item.get("author")))
    for names in (_texts(tree, (query,)) for query in _AUTHORS[:3]):
        if found := _joined(names):
            return found
    return _joined(linked) or _joined(_texts(tree, _AUTHORS[3:])) or _joined(match[1] for match in _BYLINE.finditer(_opening(tree)))


def _opening(tree: HtmlElement) -> str:
    """The beginning of what the page shows, where bylines stand."""
    parts: list[str] = []
    body = tree.find("body")
    for element in islice(tree.iter() if body is None else body.iter(), _OPENING_ELEMENTS):
        if element.tag not in {"script", "style", "noscript"} and element.text:
            parts.append(element.text)
        parts.append(element.tail or "")
    return _SPACES.sub(" ", " ".join(parts))[:_OPENING_CHARS]


def _joined(names: Iterator[str]) -> str:
    cleaned = (person(name) for text in names for name in re.split(r"\s*[;,、，]\s*|\s+and\s+", text))
    return ", ".join(list(dict.fromkeys(name for name in cleaned if name))[:_MAX_AUTHORS])


def _people(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _people(value.get("name"))
    elif isinstance(value, list):
        for item in value:
            yield from _people(item)


def _dates(tree: HtmlElement, data: list[dict[str, object]]) -> Iterator[str]:
    """Dates in the order they are believed; a wiki page is as old as its last edit, any other as its publication."""
    wiki = any(text.startswith("MediaWiki") for text in _texts(tree, ('//meta[@name="generator"]/@content',)))
    for item in data:
        if isinstance(found := item.get("dateModified" if wiki else "datePublished"), str) and (day := iso_date(found)):
            yield day
    for text in _texts(tree, _DATES):
        if day := iso_date(text):
            yield day
    if match := _DATELINE.search(_opening(tree)):
        yield iso_date(match[1])


def _linked_data(tree: HtmlElement) -> Iterator[dict[str, object]]:
    """Articles described in JSON-LD scripts, broken ones passed over."""
    for script in tree.xpath('//script[@type="application/ld+json"]/text()'):
        try:
            value = json.loads(str(script))
        except (ValueError, RecursionError):
            continue
        items = value if isinstance(value, list) else [value]
        for item in items:
            graph = item.get("@graph") if isinstance(item, dict) else None
            yield from (part for part in (graph if isinstance(graph, list) else [item]) if isinstance(part, dict) and _describes_text(part))


def _describes_text(item: dict[str, object]) -> bool:
    return any(name in str(item.get("@type")) for name in ("Article", "Posting", "Report", "CreativeWork", "WebPage"))


def _texts(tree: HtmlElement, queries: tuple[str, ...]) -> Iterator[str]:
    for query in queries:
        for found in tree.xpath(query):
            text = _SPACES.sub(" ", found if isinstance(found, str) else found.text_content()).strip()
            if text:
                yield text
