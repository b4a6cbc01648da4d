"""What an Office document says of itself in its core properties (ECMA-376 part 2, 8.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from llmwiki.errors import SourceRefused
from llmwiki.sources.dates import iso_date
from llmwiki.sources.naming import person
from llmwiki.sources.office.relations import related

if TYPE_CHECKING:
    from llmwiki.sources.markup.package import Package

_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_CORE = "docProps/core.xml"
_NO_TITLE = re.compile(
    r"untitled\b.*|无标题|未命名|microsoft (?:word|powerpoint|excel)\b.*|(?:power ?point|word) (?:presentation|document)"
    r"|presentation title|(?:document|presentation|slide|book|文档|演示文稿|工作簿)\s?\d*|ppt ?template|[\W\d_]*"
    r"|\S+\.(?:docx?|pptx?|xlsx?|odt|dotx?|potx?|tmp)",
    re.IGNORECASE,
)
_PROGRAMS = re.compile(
    r"python-|steve canny|openpyxl|libreoffice|microsoft|pandoc|apache|aspose|google|kingsoft|wps|word\b|docx", re.IGNORECASE
)
_STOCK = ("2013-12-23T23:15:00Z", "2013-01-27T09:1", "1980-01-01")
"""The dates of the empty documents of python-docx and python-pptx, which theirs carry on, and the first that a zip file knows."""


class Properties(NamedTuple):
    """Title, author and date (of the last change, else of making), each empty when missing or senseless."""

    title: str = ""
    author: str = ""
    date: str = ""


def properties(package: Package) -> Properties:
    """Read the core properties; broken ones count as missing."""
    part = related(package, "", "core-properties") or _CORE
    if part not in package:
        return Properties()
    try:
        root = package.xml(part)
    except SourceRefused:
        return Properties()
    words = {element.tag: " ".join((element.text or "").split()) for element in root}
    dates = (words.get(f"{_TERMS}{name}", "") for name in ("modified", "created"))
    return Properties(
        sensible_title(words.get(f"{_DC}title", "")),
        people(words.get(f"{_DC}creator", "")),
        next((day for date in dates if not date.startswith(_STOCK) and (day := iso_date(date))), ""),
    )


def sensible_title(text: str) -> str:
    """A title unless it is the one that a program gives to a new document."""
    return "" if _NO_TITLE.fullmatch(text) else text


def people(text: str) -> str:
    """Authors, without names of programs."""
    names = [person(part) for part in re.split(r"\s*[;，、]\s*", text) if not _PROGRAMS.search(part)]
    return ", ".join(name for name in names if name)
