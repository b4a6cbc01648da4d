"""What a Markdown or text file says of itself: properties, headings, first line, name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.sources.dates import iso_date
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.toml_properties import TomlProperties, toml_properties
from llmwiki.vault.page import Page
from llmwiki.vault.plain import project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmwiki.vault.frontmatter import Frontmatter


class TextMeta(NamedTuple):
    """Metadata of a text; each part but the title may be empty."""

    title: str
    author: str
    date: str
    address: str
    tags: tuple[str, ...]
    notes: tuple[str, ...]


# Keys as blogs, Jekyll, Hugo, Hexo, Zotero exports and the Obsidian Web Clipper write them, the surest first.
_TITLES = ("title", "Title", "标题", "headline")
_AUTHORS = ("author", "authors", "Author", "作者", "by", "creator")
_PUBLISHED = ("published", "date", "Date", "pubDate", "pubdate", "publish_date", "date_published", "发布日期", "日期")
_DATES = (*_PUBLISHED, "created", "updated", "lastmod", "last_modified")
_ADDRESSES = ("source", "url", "canonical_url", "canonical", "source_url", "original_url", "link", "来源", "原文")
_TAGS = ("tags", "tag", "keywords", "categories", "标签")
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]|\[([^\]]+)\]\([^)]*\)")
_ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+")
_DATED_NAME = re.compile(r"\d{4}-\d{2}-\d{2}(?=[-_ .])")
_BYLINE_WITHIN = 1500
_BYLINE = re.compile(
    r"^[*_>\s]*(?:(?:published|posted|updated|last updated|date|发布(?:时间|日期)?|日期|时间)\s*(?:on)?\s*[:：]?\s*)?"
    r"(?P<date>\S.{5,40}?)(?:[\s*_,|·]+(?:by|作者).*)?$",
    re.IGNORECASE,
)
# Definitions of links are seen nowhere (CommonMark 4.7); some put what they know of a text into them.
_DEFINITIONS = re.compile(r"^ {0,3}\[[^\]\n]+\]:[^\n]*$", re.MULTILINE)
_MAX_TITLE = 120
_ABOVE_TITLE = 300
"""Characters of badges, bylines and remarks that may stand above the title."""
_MARKS = re.compile(r"^[^\w(（\"'“「《¿¡#@$.]+")
_SENTENCE = re.compile(r"[.。;；,，、:：]$|[。！？；].")
_MAX_WORDS = 16
_MAX_TAGS = 50
_CLIPPED = "clippings"
"""The tag that the Obsidian Web Clipper gives every page; its property ``created`` is the day of the clipping."""


def text_meta(text: str, name: str) -> TextMeta:
    """Read the metadata of a text.

    Args:
        text: The whole text, a byte order mark included if it has one.
        name: File name, the last resort for a title, and for a date in front of it (``2024-05-06-post.md``).
    """
    page = Page(text)
    front = toml_properties(text) or page.frontmatter
    body = text[front.body_start :]
    tags = tuple(dict.fromkeys(_values(front, _TAGS)))[:_MAX_TAGS]
    dates = _PUBLISHED if _CLIPPED in tags else _DATES
    problems = tuple(f"properties: {problem.message}" for problem in front.problems[:3])
    return TextMeta(
        title=_title(front, page, body, name),
        author=", ".join(_plain(value) for value in _values(front, _AUTHORS)),
        date=_date(front, dates, body, name),
        address=next((match[0] for value in _values(front, _ADDRESSES) if (match := _ADDRESS.match(value))), ""),
        tags=tuple(tag for tag in tags if tag != _CLIPPED),
        notes=problems,
    )


def _title(front: Frontmatter | TomlProperties, page: Page, body: str, name: str) -> str:
    named = next((" ".join(front.text(key).split()) for key in _TITLES if front.text(key).strip()), "")
    line, spelled = _first_line(body), title_from_name(name)
    if line and not named and line.casefold() == spelled.casefold():
        return line  # whatever heading comes next: the file's name says which of the two is the title
    return named or _head(page, front.body_start) or line or spelled


def _head(page: Page, begin: int) -> str:
    """The first heading, if it stands above the text: one further down is a section's."""
    for heading in page.headings:
        head = project(heading.text)
        if heading.span.start >= begin and head:
            above = _DEFINITIONS.sub("", page.text[begin : heading.span.start]).strip()
            return head if len(above) <= _ABOVE_TITLE else ""
    return ""


def _first_line(body: str) -> str:
    """The first line if it looks like a title: short, no sentence, no rule or table."""
    line = project(next((line for line in body.splitlines() if line.strip("\ufeff \t") and not _DEFINITIONS.match(line)), ""))
    line = _MARKS.sub("", line).strip()
    line = line if " " in line else line.replace("_", " ")
    fits = 0 < len(line) <= _MAX_TITLE and len(line.split()) <= _MAX_WORDS
    return line if fits and not _SENTENCE.search(line) and any(char.isalpha() for char in line) else ""


def _date(front: Frontmatter | TomlProperties, keys: Iterable[str], body: str, name: str) -> str:
    """The date of publication: a property, the file name, or a line of its own near the top."""
    for value in _values(front, keys):
        if day := iso_date(value):
            return day
    if match := _DATED_NAME.match(name):
        return iso_date(match[0])
    for line in body[:_BYLINE_WITHIN].splitlines():
        match = _BYLINE.match(line.strip())
        if match and (day := iso_date(match["date"])) and len(line) < _MAX_TITLE:
            return day
    return ""


def _values(front: Frontmatter | TomlProperties, keys: Iterable[str]) -> list[str]:
    """The values of the first of the keys that has any."""
    for key in keys:
        values = [value.strip() for value in front.items(key)]
        if len(values) == 1 and key in _TAGS and key != "tags":
            values = re.split(r"\s*[,，]\s*", values[0])
        if found := [value.removeprefix("#") if key in _TAGS else value for value in values if value]:
            return found
    return []


def _plain(name: str) -> str:
    """An author without link brackets."""
    return _LINK.sub(lambda match: match[1] or match[2], name).strip()
