"""EPUB books."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llmwiki.errors import SourceRefused
from llmwiki.sources.base import Original, Source
from llmwiki.sources.detect import is_kind
from llmwiki.sources.epub.contents import Entry, chapters, entries, is_apparatus, numbers
from llmwiki.sources.epub.opf import Opf, read_opf
from llmwiki.sources.epub.pages import Pages, joined
from llmwiki.sources.language import language
from llmwiki.sources.markup.notes import kinds
from llmwiki.sources.markup.package import Package
from llmwiki.sources.markup.render import opening, rendered, shift_headings, titled, words
from llmwiki.sources.markup.tokens import chapter_token
from llmwiki.sources.markup.trees import measure
from llmwiki.sources.naming import title_from_name
from llmwiki.sources.web.clean import drop

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_APPARATUS = frozenset("cover titlepage title-page halftitlepage halftitle copyright-page copyright imprint colophon toc loi lot".split())
_OWN_STRETCH = frozenset(
    (
        "rearnotes endnotes footnotes notes appendix glossary index bibliography afterword epilogue preface foreword introduction prologue"
        " acknowledgments dedication epigraph doc-endnotes doc-appendix doc-glossary doc-index doc-bibliography doc-afterword doc-epilogue"
        " doc-preface doc-foreword doc-introduction"
    ).split()
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ABOVE_HEADING = 24
"""Letters that may stand above a chapter's heading, e.g. its number."""
_UNSPOKEN = re.compile(r"[\W_]+")


class EpubConverter:
    """Books to Markdown: chapters behind ``<!-- chapter N -->`` lines, notes, tables; covers, imprints and licences outside of them."""

    name = "epub"

    @property
    def extractor(self) -> str:
        """Name and version of the libraries that read the format."""
        from importlib.metadata import version

        return f"epub 1, html-to-markdown {version('html-to-markdown')}"

    def accepts(self, original: Original) -> bool:
        """Whether the bytes are an EPUB book, whatever the file is called."""
        return is_kind(original, "epub")

    def convert(self, original: Original) -> Source:
        """Convert a book.

        Raises:
            SourceRefused: locked by DRM, broken, over a budget, or without text.
        """
        package = Package(original.data, "EPUB book")
        opf = read_opf(package)
        pages = joined(package, opf)
        measure(pages.root)
        count = _mark_chapters(pages, opf, chapters(entries(package, opf)))
        title = opf.title or title_from_name(original.name)
        repeated = opening(pages.root)
        if repeated is not None and _same(words(repeated), title):
            drop(repeated)
        made = rendered(pages.root)
        if made.is_empty:
            raise SourceRefused("no text in it: a book of pictures needs OCR")
        text = titled(made.text, title)
        return Source(
            text=text,
            title=title,
            kind="article",
            language=language(text),
            author=opf.author,
            date=opf.date,
            origin=opf.address or original.origin,
            verbatim=False,
            extractor=self.extractor,
            notes=(f"{count} chapter{'s' * (count != 1)}", *made.notes, *pages.notes),
        )


def _mark_chapters(pages: Pages, opf: Opf, listed: tuple[Entry, ...]) -> int:
    """Put a token before each chapter, and its title where the text shows none; the number of chapters.

    The chapters' own headings come to the second level, below the book's title.
    """
    starts = _starts(pages, listed)
    outside = [is_apparatus(title) or _same(title, opf.title) or _is_apparatus(element, pages, opf) for element, title in starts]
    counted = numbers([title for _, title in starts], apparatus=outside)
    levels = [level for (element, _), is_out in zip(starts, outside, strict=True) if not is_out and (level := _level(element))]
    shift_headings(pages.root, 2 - min(levels, default=2), highest=2)
    last = -1
    for (element, title), number in zip(starts, counted, strict=True):
        _mark(element, title, number if number != last else -1)
        last = number
    return len({number for number, is_out in zip(counted, outside, strict=True) if number and not is_out})


def _same(title: str, other: str) -> bool:
    return bool(other) and _UNSPOKEN.sub("", title).casefold() == _UNSPOKEN.sub("", other).casefold()


def _level(element: HtmlElement) -> int:
    """The level of the first heading in or right behind an element; 0 when there is none near."""
    near = (element, *element.iterdescendants(), *element.xpath("following::*[position() <= 12]"))
    return next((int(part.tag[1]) for part in near if part.tag in _HEADINGS), 0)


def _starts(pages: Pages, listed: tuple[Entry, ...]) -> list[tuple[HtmlElement, str]]:
    """Where the stretches of the book begin, in its order: at the entries of its contents, else at each document."""
    order = {element: place for place, element in enumerate(pages.root.iter())}
    found: dict[HtmlElement, str] = {}
    by_id = {element.get("id"): element for element in pages.root.iter() if element.get("id")}
    place_of = {name: str(place) for place, name in enumerate(pages.sections)}
    for entry in listed:
        if entry.name in place_of:
            section = pages.sections[entry.name]
            target = by_id.get(f"{place_of[entry.name]}:{entry.fragment}", section)
            element = _top(target, section)
            found[element] = found.get(element) or entry.title
    listed_sections = {next(up for up in (element, *element.iterancestors()) if up.get("id", "").endswith(":")) for element in found}
    unlisted = not found
    for section in pages.sections.values():
        if section not in found and (unlisted or _stands_alone(section, listed_sections)):
            found[section] = _heading(section)
    return sorted(found.items(), key=lambda item: order[item[0]])


def _stands_alone(section: HtmlElement, listed: set[HtmlElement]) -> bool:
    """Whether a document that the contents don't name is no part of a chapter begun before: it says itself what it is."""
    return section not in listed and bool(_kinds_of(section) & (_APPARATUS | _OWN_STRETCH))


def _top(target: HtmlElement, section: HtmlElement) -> HtmlElement:
    """The outermost element that begins where the target does, so that a heading's own anchor is the heading's place."""
    element = target
    while element is not section:
        up = element.getparent()
        if up is None or (up.text or "").strip():
            break
        if any(words(before) for before in element.itersiblings(preceding=True)):
            break
        element = up
    return element


def _kinds_of(section: HtmlElement) -> frozenset[str]:
    """What a document is said to be by itself or by its first elements."""
    found = set(kinds(section))
    for element in list(section.iter())[1:4]:
        found |= kinds(element)
    return frozenset(found)


def _is_apparatus(element: HtmlElement, pages: Pages, opf: Opf) -> bool:
    name = next((name for name, section in pages.sections.items() if section is element), "")
    return bool((_kinds_of(element) | {opf.guide.get(name, "")}) & _APPARATUS)


def _heading(element: HtmlElement) -> str:
    return next((text for heading in element.iter(*_HEADINGS) if (text := words(heading))), "")


def _mark(element: HtmlElement, title: str, number: int) -> None:
    """A paragraph with the token before a chapter's beginning, unless ``number`` is negative; its title where no heading shows it."""
    from lxml.html import Element

    made = []
    if number >= 0:
        made.append(Element("p"))
        made[0].text = chapter_token(number)
    if title and not _shows(element, title):
        heading = Element("h2")
        heading.text = title
        made.append(heading)
    if made and element.tag == "section":
        for place, part in enumerate(made):
            element.insert(place, part)
        made[-1].tail, element.text = element.text, None
    else:
        for part in made:
            element.addprevious(part)


def _shows(element: HtmlElement, title: str) -> bool:
    """Whether a heading at the beginning of a chapter has the words of its title."""
    wanted = _UNSPOKEN.sub("", title).casefold()
    seen = 0
    for part in (element, *element.iterdescendants(), *element.xpath("following::*[position() <= 12]")):
        if part.tag in _HEADINGS:
            return seen <= _ABOVE_HEADING
        if wanted and seen <= _ABOVE_HEADING and wanted == _UNSPOKEN.sub("", part.text_content()).casefold():
            return True
        seen += len("".join((part.text or "").split()))
        if seen > _ABOVE_HEADING:
            return False
    return not wanted
