"""The table of contents of an EPUB book, and which of its entries are chapters."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.decode import decode
from llmwiki.sources.epub.opf import Opf, href
from llmwiki.sources.markup.trees import parse_loose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from llmwiki.sources.markup.package import Package

_MOST_ENTRIES = 5000
_PART = re.compile(
    r"(?:part|book|volume|teil|buch|partie|tome|libro|parte)\b|第[一二三四五六七八九十百\d]+[部卷篇编編辑輯]|[上中下][部卷篇]",
    re.IGNORECASE,
)
_APPARATUS = re.compile(
    r"(?:front |book |inside )?cover(?: page| image)?|(?:half[- ]?)?title ?page|(?:un)?copyright(?: page| notice)?|colophon|imprint"
    r"|legal notice|credits|(?:table of )?contents|toc|(?:list of )?(?:illustrations|figures|tables|plates|maps)|also by .*"
    r"|(?:about|more from) the publisher|newsletter"
    r"|transcriber.s notes?|the project gutenberg e-?book.*|the full project gutenberg.*license|project gutenberg.*"
    r"|封面|封底|扉页|扉頁|书名页|書名頁|版权(?:页|信息|声明)?|版權(?:頁|信息|聲明)?|目录|目錄|插图目录|出版(?:说明|說明|信息)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|ch\.)\s*(?P<n>\d+|[ivxlc]+)\b"
    r"|第\s*(?P<z>[零〇一二三四五六七八九十百\d]+)\s*[章回]|(?P<r>\d+|[IVXLC]+)\.?(?=\s|$)",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_HAN = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0}


class Entry(NamedTuple):
    """A line of the table of contents: its text, where it leads (name in the zip file, fragment), and its depth from 0."""

    title: str
    name: str
    fragment: str
    depth: int


def entries(package: Package, opf: Opf) -> tuple[Entry, ...]:
    """The table of contents, from EPUB 3's navigation document, else from EPUB 2's NCX; empty when both are missing."""
    for name, read in ((opf.nav, _nav), (opf.ncx, _ncx)):
        if name in package:
            try:
                root = parse_loose(decode(package.read(name)).text)
            except SourceRefused:
                continue
            found = () if root is None else tuple(read(root, posixpath.dirname(name)))[:_MOST_ENTRIES]
            if found:
                return found
    return ()


def chapters(listed: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries that begin a chapter: those of the first level; of the second below parts, or below a title that holds all."""
    level = 0
    while sum(1 for entry in listed if entry.depth == level) == 1 and any(entry.depth == level + 1 for entry in listed):
        level += 1
    found: list[Entry] = []
    in_part = False
    for place, entry in enumerate(listed):
        deeper = place + 1 < len(listed) and listed[place + 1].depth > entry.depth
        if entry.depth <= level:
            in_part = deeper and bool(_PART.match(entry.title.strip()))
            found.append(entry)
        elif in_part and entry.depth == level + 1:
            found.append(entry)
    return tuple(found)


def is_apparatus(title: str) -> bool:
    """Whether a title is that of a cover, an imprint, a licence or a list: kept, but no chapter."""
    return bool(_APPARATUS.fullmatch(" ".join(title.split()).strip(" .")))


def numbers(titles: list[str], *, apparatus: list[bool]) -> list[int]:
    """The numbers of a book's stretches.

    Args:
        titles: Of the stretches in order.
        apparatus: Which of them are no chapters.

    Returns:
        The printed numbers where the book numbers its chapters throughout; what precedes the first is 0, what follows the last
        counts on. Otherwise chapters count from 1, apparatus before them is 0 and behind them counts on.
    """
    body = [place for place, is_out in enumerate(apparatus) if not is_out]
    printed = {place: number for place in body if (number := _number(titles[place]))}
    known = [printed[place] for place in sorted(printed)]
    whole = len(known) > 1 and known == list(range(1, len(known) + 1))
    if whole and max(printed) - min(printed) == len(known) - 1:
        first = min(printed)
        return [max(place - first + 1, 0) for place in range(len(titles))]
    made: list[int] = []
    for place in range(len(titles)):
        begun = bool(body) and place >= body[0]
        made.append((made[-1] if made else 0) + 1 if begun else 0)
    return made


def _number(title: str) -> int:
    """The number that a chapter's title begins with; 0 for none."""
    match = _NUMBERED.match(title.strip())
    if match is None:
        return 0
    written = match["n"] or match["z"] or match["r"]
    if written.isdigit():
        return int(written)
    return _from_han(written) if match["z"] else _from_roman(written.lower())


def _from_roman(text: str) -> int:
    values = [_ROMAN.get(char, 0) for char in text]
    return sum(-value if any(later > value for later in values[place + 1 :][:1]) else value for place, value in enumerate(values))


def _from_han(text: str) -> int:
    """A number up to 199 in Chinese figures."""
    total, last = 0, 0
    for char in text:
        if char in "十百":
            total += (last or 1) * (10 if char == "十" else 100)
            last = 0
        else:
            last = _HAN.get(char, 0)
    return total + last


def _nav(root: _Element, folder: str) -> Iterator[Entry]:
    """EPUB 3.3, 7.3: nested ordered lists in ``nav`` elements; the one of type ``toc``."""
    found = [nav for nav in root.iter("{*}nav") if "toc" in " ".join(str(value) for value in nav.attrib.values()).split()]
    for nav in found[:1] or list(root.iter("{*}nav"))[:1]:
        for link in nav.iter("{*}a"):
            depth = sum(1 for up in link.iterancestors("{*}ol")) - 1
            yield _entry("".join(link.itertext()), link.get("href", ""), folder, max(depth, 0))


def _ncx(root: _Element, folder: str) -> Iterator[Entry]:
    """OPF 2.0.1, 2.4.1: nested ``navPoint`` elements."""
    for point in root.iter("{*}navPoint"):
        label = point.find("{*}navLabel")
        target = point.find("{*}content")
        depth = sum(1 for up in point.iterancestors("{*}navPoint"))
        if label is not None and target is not None:
            yield _entry("".join(label.itertext()), target.get("src", ""), folder, depth)


def _entry(title: str, target: str, folder: str, depth: int) -> Entry:
    return Entry(" ".join(title.split()), href(target, folder), target.partition("#")[2], depth)
