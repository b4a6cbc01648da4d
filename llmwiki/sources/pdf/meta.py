"""What a PDF says of itself: title, author, date, outline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from llmwiki.sources.dates import iso_date
from llmwiki.sources.failures import failures
from llmwiki.sources.naming import person

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pypdf import PdfReader

_NO_TITLE = re.compile(
    r"untitled|无标题|未命名|microsoft (?:word|powerpoint)|\.(?:docx?|pdf|tex|dvi|pptx?|indd|qxd|wps|html?|txt|exe)$"
    r"|^document\d*$|^slide \d|^[\W\d_]*$|^\S+_\S+$|^[\w-]*\d[\w-]*$",
    re.IGNORECASE,
)
_MAX_OUTLINE = 2000
_UNSPOKEN = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z](?:\.\d{1,2}){1,3}\.?|[A-Z]\.|[IVX]{1,5}\.)\s+(?=\S)")
_MARKS = re.compile(r"[\d*†‡§¶⋆∗⁰¹²³⁴-⁹]+")
_BETWEEN = re.compile(r"\s*(?:[,;、，·]|\band\b|&|和)\s*")
_PERSON = re.compile(
    r"(?:(?:[A-Z][\w'’.-]*|d[aeiu]|del|den|der|van|von|la|le|bin|al)\s+){1,4}[A-Z][\w'’-]+(?:\s+(?:Jr|Sr|II|III)\.?)?"
    r"|[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]{1,6})?"
)
_PLACE = re.compile(
    r"universi|institut|departm|laborator|college|school|academy|center|centre|inc\b|ltd|corp|company|research|faculty|e-?mail|abstract"
    r"|report|version|draft|chapter|part\b|volume|edition|guide|manual|handbook|paper|article|review|summary|annual|series"
    r"|大学|学院|研究|公司|中心|实验|作者|摘要|日期|目录",
    re.IGNORECASE,
)


class Documented(NamedTuple):
    """Metadata, each part empty when missing or senseless; ``outline`` has the depth from 0 of each title as ``spoken`` gives it."""

    title: str
    author: str
    date: str
    outline: Mapping[str, int]


def documented(reader: PdfReader) -> Documented:
    """Read the metadata; what is broken in it counts as missing."""
    found = _information(reader)
    title = " ".join(found.get("/Title", "").split())
    return Documented(
        title="" if _NO_TITLE.search(title) else title,
        author=_names(found.get("/Author", "")),
        date=iso_date(found.get("/CreationDate", "").removeprefix("D:")[:8]),
        outline=_levelled(list(_outline(reader))),
    )


def author_line(line: str) -> str:
    """The people that a line below a title names; empty when it names anything but people."""
    if _PLACE.search(line) or "@" in line:
        return ""
    parts = [part.strip(" .") for part in _BETWEEN.split(_MARKS.sub("", line)) if part.strip(" .,")]
    people = bool(parts) and all(_PERSON.fullmatch(part) for part in parts)
    return ", ".join(parts) if people and (len(parts) > 1 or parts[0][0].isascii()) else ""  # one Chinese word may be any word


def spoken(text: str) -> str:
    """Letters and digits of a heading without its number, for comparing."""
    return _UNSPOKEN.sub("", _NUMBER.sub("", text.strip(), count=1)).casefold()


def _levelled(outline: list[tuple[str, int]]) -> dict[str, int]:
    """The outline without its top level where that is nothing but the document's title."""
    single = sum(1 for _, depth in outline if depth == 0) == 1 and len(outline) > 1
    return {key: max(depth - single, 0) for title, depth in outline if (key := spoken(title))}


def _information(reader: PdfReader) -> dict[str, str]:
    from pypdf.errors import PyPdfError

    try:
        found: Mapping[str, object] = reader.metadata or {}
        return {str(key): str(value) for key, value in found.items() if isinstance(value, str)}
    except failures(PyPdfError):
        return {}


def _names(text: str) -> str:
    """Authors; a single word that is no abbreviation is an account of a computer, not a name."""
    names = [person(part) for part in re.split(r"\s*[;,、，]\s*|\s+and\s+", text)]
    return ", ".join(name for name in names if name and not (name.isascii() and " " not in name and not name.isupper()))


def _outline(reader: PdfReader) -> Iterator[tuple[str, int]]:
    from pypdf.errors import PyPdfError

    try:
        entries: list[Any] = list(reader.outline)
    except failures(PyPdfError):
        return
    stack: list[tuple[Iterator[Any], int]] = [(iter(entries), 0)]
    count = 0
    while stack and count < _MAX_OUTLINE:
        entry = next(stack[-1][0], None)
        if entry is None:
            stack.pop()
        elif isinstance(entry, list):
            stack.append((iter(entry), stack[-1][1] + 1))
        else:
            count += 1
            yield str(getattr(entry, "title", "")), stack[-1][1]
